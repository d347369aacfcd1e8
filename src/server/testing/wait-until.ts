import { type EventEmitter, once } from 'node:events';

const WAIT_MS = 15_000;

/** What `find` finds now, or later when the emitter says `change`; after 15 seconds an error, of which `missing` tells. */
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
