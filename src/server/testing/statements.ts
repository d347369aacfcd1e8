import { vi } from 'vitest';
import type { Db } from '#platform/db/open.ts';

/** Returns the text of a statement by the arguments of `rows`. */
export const sqlOf = (statement: readonly unknown[]): string => statement.find((part) => typeof part === 'string')!;

/** Watches the statements that a database is asked outside transactions. */
export function watchStatements(db: Db) {
  const spy = vi.spyOn(db, 'rows');
  return {
    /** The texts since the beginning, or since the last `clear`. */
    texts: (): string[] => spy.mock.calls.map(sqlOf),
    clear: () => void spy.mockClear(),
    stop: () => void spy.mockRestore(),
  };
}
