import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createCheckin } from '#contract/checkins.ts';
import { bearer, bearerJson, type Membership } from './dataset.ts';

const WORKERS = 8;
/** How long somebody waits after a check-in without a good answer. */
const AGAIN_MS = 50;

interface Attempt extends Membership {
  client_id: string;
  /** With a photo it goes through the picture process. */
  photo: Blob | null;
}

export interface Client {
  /** The check-ins that the server acknowledged: its id by the `client_id` that was sent. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Checks in, several at once, each time for another member, until the server is gone. */
  run(url: string, acknowledged: () => void): Promise<void>;
  /** Checks in, several at once, until the end; what was not answered is sent again meanwhile. */
  checkInUntil(url: string, end: AbortSignal): Promise<void>;
  /** How many were sent and not answered: nobody knows whether they were stored. */
  unanswered(): number;
  /** Sends those again, as a phone would, under the same client_id. */
  sendUnanswered(url: string): Promise<void>;
}

interface Photos {
  readonly photo: Blob;
  /** Every so many check-ins have the photo. */
  readonly every: number;
}

/** What is sent: a form with the photo, or JSON. */
function requestOf({ mission_id, client_id, token, photo }: Attempt): {
  headers: Record<string, string>;
  body: string | FormData;
} {
  if (photo === null)
    return { headers: bearerJson(token), body: JSON.stringify({ mission_id, type: 'tick', client_id }) };
  const body = new FormData();
  for (const [name, value] of Object.entries({ mission_id, type: 'photo', client_id })) body.append(name, value);
  body.append('photo', photo, 'photo.png');
  return { headers: bearer(token), body };
}

/** People who check in and write down every answer. */
export function makeClient(memberships: readonly Membership[], photos?: Photos): Client {
  const acknowledged = new Map<string, string>();
  const open: Attempt[] = [];
  const rest = memberships.values();
  let sent = 0;

  const nextAttempt = (): Attempt => {
    const unanswered = open.shift();
    if (unanswered) return unanswered;
    const { value, done } = rest.next();
    if (done) throw new Error('Every member has checked in already.');
    sent += 1;
    const photo = photos && sent % photos.every === 0 ? photos.photo : null;
    return { ...value, client_id: randomUUID(), photo };
  };

  /** False when there was no answer, or one that says to try later. */
  const send = async (url: string, attempt: Attempt): Promise<boolean> => {
    const { client_id } = attempt;
    try {
      const answer = await fetch(url + createCheckin.path, { method: createCheckin.method, ...requestOf(attempt) });
      const text = await answer.text();
      if (answer.status === 201) {
        const { id } = (JSON.parse(text) as { checkin: { id: string } }).checkin;
        acknowledged.set(client_id, id);
        return true;
      }
      if (answer.status < 500) throw new Refused(`A check-in was refused with ${answer.status}: ${text}`);
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    open.push(attempt);
    return false;
  };

  return {
    acknowledged,
    run: async (url, onAcknowledged) => {
      const work = async () => {
        while (await send(url, nextAttempt())) onAcknowledged();
      };
      await Promise.all(Array.from({ length: WORKERS }, work));
    },
    checkInUntil: async (url, end) => {
      const work = async () => {
        while (!end.aborted) if (!(await send(url, nextAttempt()))) await wait(AGAIN_MS);
      };
      await Promise.all(Array.from({ length: WORKERS }, work));
    },
    unanswered: () => open.length,
    sendUnanswered: async (url) => {
      while (open.length > 0)
        if (!(await send(url, nextAttempt()))) throw new Error('The last start did not answer a check-in.');
    },
  };
}

class Refused extends Error {}
