import { type EventEmitter, once } from 'node:events';

const WAIT_MS = 15_000;

/**
 * Returns what `find` finds, now or after a `change` event. After 15 seconds, throws an error with the text of
 * `missing`.
 */
export async function waitUntil<T>(
  changes: EventEmitter,
  find: () => T | undefined,
  missing: () => string,
): Promise<T> {
  const signal = AbortSignal.timeout(WAIT_MS);
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    await once(changes, 'change', { signal }).catch(() => {
      throw new Error(`${missing()} within ${WAIT_MS} ms`);
    });
  }
}
