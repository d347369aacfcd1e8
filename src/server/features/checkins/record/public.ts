import { addDays, dayOf } from '#domain/days.ts';
import { SECOND_MS } from '#domain/durations.ts';
import { FUTURE_SLACK_SECONDS } from '#domain/limits.ts';
import { hasGap } from '#domain/streaks.ts';
import type { Queryable, Tx } from '../../../db/open.ts';
import { POSITIONS_BACK_DAYS } from '../../../facts/positions.ts';
import type { UserRow } from '../../../facts/users.ts';
import { fail } from '../../../http/errors.ts';
import { enqueuePushOfCheckin } from '../../notifications/public.ts';
import { insertRestDays, rebuildStreaks } from '../../streaks/public.ts';
import { enqueueListenedWebhook } from '../../webhooks/public.ts';
import { decideComebacks } from '../comebacks/commands.ts';
import { findCheckinByClientId } from '../feed/queries.ts';
import type { StoredPhoto } from '../photo/commands.ts';
import {
  type CheckinInput,
  type CheckinResult,
  type DecidedCheckin,
  decideCheckin,
  expectedDay,
  receiptOf,
} from './decide.ts';
import * as queries from './queries.ts';

/**
 * Reads what a check-in needs whose request came at `arrived_at`; fails with mission_not_found for somebody who is no
 * member. An ordinary check-in is made now and comes last, so the others are not read, unless the zone has changed
 * since its request came or a minute before: only that can give an instant before the last one a later day.
 */
export async function requireContext(
  db: Queryable,
  user: UserRow,
  input: CheckinInput,
  arrived_at: Date,
): Promise<queries.CheckinContext> {
  const day = expectedDay(input, user.timezone, arrived_at);
  const since = addDays(dayOf(arrived_at, 'UTC'), -POSITIONS_BACK_DAYS);
  const read = async (positions_since: string | null, last = user.streak_last_day): Promise<queries.CheckinContext> => {
    const sinceWhen = { positions_since, asked_since: hasGap(last, day) ? last : null };
    const context = (await queries.readForCheckin(db, user.id, input, day, sinceWhen)) ?? fail('mission_not_found');
    // The streak may have changed since the request's user was read.
    const { streak_last_day } = context;
    return streak_last_day !== last && hasGap(streak_last_day, day) ? read(positions_since, streak_last_day) : context;
  };
  if (input.performed_at !== undefined || input.day === 'yesterday') return read(since);
  const context = await read(null);
  const { moved_at } = context;
  const isSettled =
    moved_at === null || new Date(moved_at).getTime() < arrived_at.getTime() - FUTURE_SLACK_SECONDS * SECOND_MS;
  return isSettled ? context : read(since);
}

/** What was recorded under this client_id before, if anything was; fails with checkin_taken_back if it was taken back. */
export async function findRecorded(
  db: Queryable,
  { is_recorded, is_taken_back }: queries.CheckinContext,
  user: UserRow,
  input: CheckinInput,
  arrived_at: Date,
): Promise<CheckinResult | null> {
  const { client_id } = input;
  if (is_taken_back) fail('checkin_taken_back');
  if (!is_recorded || !client_id) return null;
  const first = await findCheckinByClientId(db, user.id, client_id);
  // It has gone since: what is true now decides.
  if (!first) return findRecorded(db, await requireContext(db, user, input, arrived_at), user, input, arrived_at);
  const rank = await queries.readRank(db, user.id, first.mission_id);
  return { taken: false, receipt: receiptOf(first, rank, user, arrived_at, { points: 0, rest_days: 0 }) };
}

/** Whom a check-in concerns, and the kinds of hints that they get. */
export const hintsOf = ({ row }: DecidedCheckin) =>
  [{ mission_id: row.mission_id, checkin_id: row.id }, 'feed', 'notifications'] as const;

/** Writes a check-in that was decided with all that it causes; null when `insertCheckin` writes nothing. */
export async function writeCheckin(tx: Tx, decided: DecidedCheckin): Promise<CheckinResult | null> {
  const { row, out_of_order, used_rest } = decided;
  if (!(await queries.insertCheckin(tx, row, decided.created_at))) return null;
  tx.changed(...hintsOf(decided));
  if (decided.is_push_wanted) await enqueuePushOfCheckin(tx, row.id);
  if (decided.is_webhook_wanted) {
    const raised = { mission_id: row.mission_id, actor_id: row.user_id, checkin_id: row.id };
    await enqueueListenedWebhook(tx, { event: 'checkin.created', ...raised }, decided.created_at);
  }
  if (out_of_order) {
    await rebuildStreaks(tx, row.user_id);
    const is_comeback = await decideComebacks(tx, row.user_id, row.mission_id, row.local_day);
    return decided.receipt(await queries.readRank(tx, row.user_id, row.mission_id), is_comeback);
  }
  await insertRestDays(tx, row.user_id, used_rest);
  return decided.receipt();
}

/** Edits of the mission wait for no check-in, so what was read may be out of date by then: it is read again so often. */
const READS_MAX = 5;

/**
 * Records a check-in in the caller's transaction: the day on the member's own clock, once for a day and mission, along
 * with points, streaks, hints and push messages. A repeated client_id returns the first result. The user and the member
 * are locked first, so that nobody else takes the day meanwhile: where it is taken, the reading says so.
 */
export async function recordCheckin(
  tx: Tx,
  user: UserRow,
  input: CheckinInput,
  arrived_at: Date,
  photo?: StoredPhoto,
  recorded_at = arrived_at,
): Promise<CheckinResult> {
  if (!(await queries.lockMember(tx, user.id, input.mission_id))) fail('mission_not_found');
  for (let attempt = 0; attempt < READS_MAX; attempt += 1) {
    const context = await requireContext(tx, user, input, arrived_at);
    const first = await findRecorded(tx, context, user, input, arrived_at);
    if (first) return first;
    const written = await writeCheckin(tx, decideCheckin(context, user, input, arrived_at, photo, recorded_at));
    if (written) return written;
  }
  return fail('overloaded');
}
