import { randomUUID } from 'node:crypto';
import { createCheckin } from '#contract/checkins.ts';
import { bearerJson, type Membership } from './dataset.ts';

const WORKERS = 8;

interface Attempt extends Membership {
  client_id: string;
}

export interface Client {
  /** The check-ins that the server acknowledged: its id by the `client_id` that was sent. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Checks in, several at once, each time for another member, until the server is gone. */
  run(url: string, acknowledged: () => void): Promise<void>;
  /** How many were sent and not answered: nobody knows whether they were stored. */
  unanswered(): number;
  /** Sends those again, as a phone would, under the same client_id. */
  sendUnanswered(url: string): Promise<void>;
}

/** People who check in and write down every answer. */
export function makeClient(memberships: readonly Membership[]): Client {
  const acknowledged = new Map<string, string>();
  const open: Attempt[] = [];
  const rest = memberships.values();

  const nextAttempt = (): Attempt => {
    const unanswered = open.shift();
    if (unanswered) return unanswered;
    const { value, done } = rest.next();
    if (done) throw new Error('Every member has checked in already.');
    return { ...value, client_id: randomUUID() };
  };

  /** False when there was no answer, or one that says to try later. */
  const send = async (url: string, attempt: Attempt): Promise<boolean> => {
    const { mission_id, client_id, token } = attempt;
    try {
      const answer = await fetch(url + createCheckin.path, {
        method: createCheckin.method,
        headers: bearerJson(token),
        body: JSON.stringify({ mission_id, type: 'tick', client_id }),
      });
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
    unanswered: () => open.length,
    sendUnanswered: async (url) => {
      while (open.length > 0)
        if (!(await send(url, nextAttempt()))) throw new Error('The last start did not answer a check-in.');
    },
  };
}

class Refused extends Error {}
