import { vi } from 'vitest';
import type { Db } from '../db/open.ts';

/** Watches the statements that a database is asked outside transactions. */
export function watchStatements(db: Db) {
  const spies = [vi.spyOn(db, 'rows'), vi.spyOn(db, 'read')];
  return {
    /** The texts since the beginning, or since the last `clear`. */
    texts: (): string[] => spies.flatMap(({ mock }) => mock.calls.map(([text]) => text)),
    clear: () => spies.forEach((spy) => void spy.mockClear()),
    stop: () => spies.forEach((spy) => void spy.mockRestore()),
  };
}
