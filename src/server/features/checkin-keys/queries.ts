import * as z from 'zod/mini';
import { CheckinKey } from '#contract/checkin-keys.ts';
import { dayOf } from '#domain/days.ts';
import { Id, Int, Text } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, firstRow } from '#platform/db/rows.ts';
import { AmountsColumns, amountsColumns, RecentAmounts, recentAmounts } from '../../facts/amounts.ts';
import { Patch } from '../../facts/fields.ts';

const COLUMNS = 'k.id, k.mission_id, m.title as mission_title, k.name, k.created_at, k.last_used_at';

/** Lists all keys of the user, newest first. A key missing from the list could not be revoked. */
export const listKeys = (db: Queryable, userId: string): Promise<CheckinKey[]> =>
  db.rows(
    CheckinKey,
    `select ${COLUMNS} from checkin_keys k join missions m on m.id = k.mission_id
     where k.user_id = $1 order by k.id desc`,
    [userId],
  );

interface NewKey {
  user_id: string;
  mission_id: string;
  name: string;
  key_hash: Buffer;
}

/**
 * Stores the key of a member's mission and replaces the previous key. Returns null if the user is not a member. A
 * member who leaves concurrently holds the lock on the member's row, and deletes the key later.
 */
export const replaceKey = (tx: Tx, key: NewKey, now: Date): Promise<CheckinKey | null> =>
  firstRow(
    tx,
    CheckinKey,
    `with member as (
       select mission_id, user_id from members
       where mission_id = $3 and user_id = $2 and left_at is null for share
     ), k as (
       insert into checkin_keys (id, user_id, mission_id, name, key_hash, created_at)
       select $1, user_id, mission_id, $4, $5, $6 from member
       on conflict (user_id, mission_id) do update set id = excluded.id, name = excluded.name,
         key_hash = excluded.key_hash, created_at = excluded.created_at, last_used_at = null
       returning *
     )
     select ${COLUMNS} from k join missions m on m.id = k.mission_id`,
    [newId(now), key.user_id, key.mission_id, key.name, key.key_hash, now],
  );

/** Deletes a key of this user. Returns false if it does not exist. */
export const deleteKey = (db: Queryable, userId: string, keyId: string): Promise<boolean> =>
  anyRow(db, 'delete from checkin_keys where id = $1 and user_id = $2 returning id', [keyId, userId]);

/** A key with its owner. */
const KeyRow = z.object({
  user_id: Id,
  mission_id: Id,
  mission_title: Text,
  patch: z.nullable(Patch),
  ...AmountsColumns.shape,
  amounts: RecentAmounts,
  /** The member's name. */
  name: Text,
});
export type KeyRow = z.output<typeof KeyRow>;

/** Finds the key with this hash. Returns null if it is unknown or its owner lost the right to it. */
export const findKey = (db: Queryable, keyHash: Buffer, now: Date): Promise<KeyRow | null> =>
  firstRow(
    db,
    KeyRow,
    `select k.user_id, k.mission_id, m.title as mission_title, m.patch, u.name, ${amountsColumns('m')},
       ${recentAmounts({ mission: 'm', user: 'u.id', today: '$2::date' })} as amounts
     from checkin_keys k join users u on u.id = k.user_id join missions m on m.id = k.mission_id
     join members mb on mb.mission_id = k.mission_id and mb.user_id = k.user_id
     where k.key_hash = $1 and mb.left_at is null and u.suspended_at is null and u.deleted_at is null`,
    [keyHash, dayOf(now, 'UTC')],
  );

const UsedRow = z.object({ mission_streak_days: Int });

/**
 * Records that the key was used and returns the member's streak, today included. Returns null if the key was revoked or
 * replaced. Expects locks on user and member.
 */
export const updateLastUsed = (tx: Tx, keyHash: Buffer, now: Date): Promise<z.output<typeof UsedRow> | null> =>
  firstRow(
    tx,
    UsedRow,
    `update checkin_keys k set last_used_at = $2 from members mb
     where k.key_hash = $1 and mb.mission_id = k.mission_id and mb.user_id = k.user_id
     returning mb.streak_days as mission_streak_days`,
    [keyHash, now],
  );
