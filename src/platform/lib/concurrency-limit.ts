/** Thrown when the waiting line is full; the caller answers 503. */
export class Overloaded extends Error {
  readonly code = 'overloaded';
}

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Limits how much work runs at once: `at_once` pieces run and `waiting` more wait in order; any further throws
 * Overloaded.
 */
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
      // The next one in line takes this one's place, so the count stays.
      if (next) next();
      else running--;
    }
  };
}
