import type { KeyReceipt } from '#contract/checkin-keys.ts';
import { dayOf } from '#domain/days.ts';
import type { ErrorCode } from '#platform/contract/errors.ts';
import type { Tx } from '#platform/db/open.ts';
import { Failure, fail } from '#platform/http/errors.ts';
import type { Deps } from '../../app/deps.ts';
import type { UserRow } from '../../facts/users.ts';
import { createSessionToken, hashToken, lockSessionUser, type SessionUser } from '../../services/auth/public.ts';
import { lockUser } from '../../services/profile/public.ts';
import { recordAmount } from '../checkins/amounts/public.ts';
import { recordCheckin } from '../checkins/record/public.ts';
import { requireKeyHolder } from './access.ts';
import * as queries from './queries.ts';
import { type KeyCount, toClientId } from './read.ts';

/** Creates a check-in key for the user's mission, and invalidates the previous key. */
export async function createCheckinKey(
  tx: Tx,
  config: Pick<Deps['config'], 'public_url'>,
  { user, now }: { user: SessionUser; now: Date },
  { mission_id, name }: { mission_id: string; name: string },
) {
  const key = createSessionToken();
  await lockSessionUser(tx, user, now);
  const row = { user_id: user.id, mission_id, name, key_hash: hashToken(key) };
  const stored = (await queries.replaceKey(tx, row, now)) ?? fail('mission_not_found');
  return { ...stored, url: `${config.public_url}/key/${key}` };
}

const isFailure = (error: unknown, ...codes: ErrorCode[]) => error instanceof Failure && codes.includes(error.code);

type Counted = Pick<KeyReceipt, 'day' | 'checked_in' | 'amount' | 'unit'>;

/** Changes an amount by the number in the address. */
async function recordCount(tx: Tx, user: UserRow, mission_id: string, count: KeyCount, now: Date): Promise<Counted> {
  const { kind, value, id } = count;
  const client_id = toClientId(mission_id, id);
  const { day, checked_in, amount, unit } = await recordAmount(tx, user, { mission_id, kind, value, client_id }, now);
  return { day, checked_in, amount, unit };
}

/** Checks in with a tick, unless today was already checked in. */
async function recordTick(tx: Tx, user: UserRow, mission_id: string, now: Date): Promise<Counted> {
  const noAmount = { amount: null, unit: null };
  try {
    const at = { arrived_at: now, recorded_at: now };
    const { receipt } = await recordCheckin(tx, user, { mission_id, type: 'tick', content: '' }, at);
    return { day: receipt.checkin.local_day, checked_in: 'now', ...noAmount };
  } catch (error) {
    if (isFailure(error, 'already_checked_in'))
      return { day: dayOf(now, user.timezone), checked_in: 'before', ...noAmount };
    throw error;
  }
}

/**
 * Checks in with the key, without a session: a tick like any other, once a day of its owner. The key is unknown if it
 * ended in the meantime. Locks the key's row last, so a concurrent revocation happens before or after.
 */
export async function checkInByKey(
  { db }: Deps,
  key: string,
  count: KeyCount | null,
  now: Date,
): Promise<{ user_id: string; receipt: KeyReceipt }> {
  const hash = hashToken(key);
  const { user_id, mission_id, mission_title } = await requireKeyHolder(db, key, { now });
  try {
    return await db.transact(async (tx) => {
      const user = await lockUser(tx, user_id);
      const counted = count
        ? await recordCount(tx, user, mission_id, count, now)
        : await recordTick(tx, user, mission_id, now);
      const { mission_streak_days } = (await queries.updateLastUsed(tx, hash, now)) ?? fail('key_unknown');
      return { user_id, receipt: { mission_id, mission_title, ...counted, mission_streak_days } };
    });
  } catch (error) {
    // The account was deleted, or its member left.
    if (isFailure(error, 'not_signed_in', 'mission_not_found')) return fail('key_unknown');
    throw error;
  }
}
