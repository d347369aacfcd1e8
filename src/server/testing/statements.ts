import { vi } from 'vitest';
import type { Db } from '#platform/db/open.ts';

/** Watches the statements that a database is asked outside transactions. */
export function watchStatements(db: Db) {
  const spy = vi.spyOn(db, 'rows');
  return {
    /** The texts since the beginning, or since the last `clear`. */
    texts: (): string[] => spy.mock.calls.map(([text]) => text),
    clear: () => void spy.mockClear(),
    stop: () => void spy.mockRestore(),
  };
}
