/** Thrown when the queue is full; the caller answers 503. */
export class Overloaded extends Error {
  readonly code = 'overloaded';
}

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs up to `at_once` tasks, queues up to `waiting` more in order, and throws Overloaded beyond that. */
export function makeConcurrencyLimit(at_once: number, waiting: number): ConcurrencyLimit {
  let running = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (running >= at_once) {
      if (line.length >= waiting) throw new Overloaded('The queue for this work is full.');
      await new Promise<void>((resolve) => line.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = line.shift();
      // The next task takes over the slot.
      if (next) next();
      else running--;
    }
  };
}
