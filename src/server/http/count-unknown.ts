import { type Caller, networkKey, type RateLimits } from './rate-limits.ts';

/** Runs the pieces of work of one key one after the other; those of different keys run side by side. */
function makeTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work);
    const ended = mine.catch(() => undefined);
    last.set(key, ended);
    try {
      return await mine;
    } finally {
      if (last.get(key) === ended) last.delete(key);
    }
  };
}

/**
 * Makes `countUnknown` of the limits. Each process searches once at a time for a network: simultaneous guesses would all
 * be searched for before the first of them counts. To count before the search would refuse a class that sends good codes
 * at once, for as long as the limit lasts.
 */
export function makeCountUnknown(limits: Pick<RateLimits, 'named' | 'isUsedUp'>): RateLimits['countUnknown'] {
  const inTurn = makeTurns();
  return (name, caller: Caller, find) =>
    inTurn(`${name} ${networkKey(caller.address)}`, async () => {
      if (await limits.isUsedUp(name, caller)) await limits.named(name, 'before_body', caller);
      const found = await find();
      if (found === null) await limits.named(name, 'before_body', caller);
      return found;
    });
}
