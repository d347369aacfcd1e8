import { vi } from 'vitest';
import type { Db } from '#platform/db/open.ts';

/** Returns a statement's text from the arguments of `rows`. */
export const sqlOf = (statement: readonly unknown[]): string => statement.find((part) => typeof part === 'string')!;

/** Records the statements that a database runs outside transactions. */
export function watchStatements(db: Db) {
  const spy = vi.spyOn(db, 'rows');
  return {
    /** Returns the texts since the start or the last `clear`. */
    texts: (): string[] => spy.mock.calls.map(sqlOf),
    clear: () => void spy.mockClear(),
    stop: () => void spy.mockRestore(),
  };
}
