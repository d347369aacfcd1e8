/** More work waits than there is room for; the caller answers 503. */
export class Overloaded extends Error {
  readonly code = 'overloaded';
}

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `at_once` pieces of work run and `waiting` more wait for their turn, in order; any further throws Overloaded. */
export function makeConcurrencyLimit(at_once: number, waiting: number): ConcurrencyLimit {
  let running = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (running >= at_once) {
      if (line.length >= waiting) throw new Overloaded('Too much of this work is waiting.');
      await new Promise<void>((resolve) => line.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = line.shift();
      // The place is handed over, so the count stays.
      if (next) next();
      else running--;
    }
  };
}
