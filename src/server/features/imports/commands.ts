import { readFile as readBytes } from 'node:fs/promises';
import type { ImportResult } from '#contract/imports.ts';
import { dayOf } from '#domain/days.ts';
import { IMPORT_DAYS_MAX, IMPORT_HABITS_MAX } from '#domain/limits.ts';
import type { Db, Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import type { ReceivedFile } from '#platform/http/uploads.ts';
import { lockSessionUser, type SessionUser } from '../../services/auth/public.ts';
import { readFile } from './file/read.ts';
import type { FoundHabits } from './habits/read.ts';
import * as queries from './queries.ts';
import { toImport } from './view.ts';

/** Stores all habits of a file or none. Throws `import_limit` if the user would have too many habits or days. */
async function storeHabits(
  tx: Tx,
  user: SessionUser,
  { source, habits }: FoundHabits,
  now: Date,
): Promise<queries.ImportRow[]> {
  // Concurrent imports of the user count each other, and none follows the deletion of the account.
  await lockSessionUser(tx, user, now);
  const names = habits.map(({ habit }) => habit);
  await queries.deleteHabits(tx, user.id, source, names);
  for (const habit of habits) await queries.insertImport(tx, user.id, source, habit, now);
  const count = await queries.countImports(tx, user.id);
  if (count.habits > IMPORT_HABITS_MAX || count.days > IMPORT_DAYS_MAX) fail('import_limit');
  tx.changed({ user_ids: [user.id] }, 'dashboard');
  const stored = new Map((await queries.listHabits(tx, user.id, source, names)).map((row) => [row.habit, row]));
  return names.map((name) => stored.get(name)!);
}

/** Brings the days of a file; habits that came from the same source before are replaced. */
export async function createImports(db: Db, user: SessionUser, file: ReceivedFile, now: Date): Promise<ImportResult> {
  const reader = { zone: user.timezone, today: dayOf(now, user.timezone) };
  const found = await readFile(await readBytes(file.path), reader);
  const { habits, left_out, days_left_out } = found;
  const stored = habits.length > 0 ? await db.transact((tx) => storeHabits(tx, user, found, now)) : [];
  return { imports: stored.map(toImport), left_out: [...left_out], days_left_out };
}

/** Removes an import with its days. Throws `import_not_found`. */
export const deleteImport = (db: Db, userId: string, importId: string): Promise<void> =>
  db.transact(async (tx) => {
    if (!(await queries.deleteImport(tx, userId, importId))) fail('import_not_found');
    tx.changed({ user_ids: [userId] }, 'dashboard');
  });
