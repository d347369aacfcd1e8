import { randomUUID } from 'node:crypto';
import { createCheckin } from '#contract/checkins.ts';
import { bearerJson, type Membership } from './dataset.ts';

const WORKERS = 8;

interface Attempt extends Membership {
  client_id: string;
}

export interface Client {
  /** Server IDs of acknowledged check-ins, by `client_id`. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Checks in concurrently, each time for another member, until the server is down. */
  run(url: string, acknowledged: () => void): Promise<void>;
  /** Counts sent check-ins without a response, which might have been stored. */
  unanswered(): number;
  /** Sends the unanswered check-ins again under the same `client_id`, as a phone would. */
  sendUnanswered(url: string): Promise<void>;
}

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

  /** Returns false without a response, or if the response says to try later. */
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
        if (!(await send(url, nextAttempt()))) throw new Error('The last start did not respond to a check-in.');
    },
  };
}

class Refused extends Error {}
