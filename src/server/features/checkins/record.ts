import type { CheckinReceipt } from '#contract/checkins.ts';
import { levelFor } from '#domain/levels.ts';
import { checkinDay } from '#domain/missions.ts';
import { type CheckinType, pointsFor } from '#domain/points.ts';
import { recordMemberDay, recordUserDay } from '#domain/streaks.ts';
import { avatarUrl } from '../../adapters/media-url.ts';
import { newId } from '../../db/ids.ts';
import type { Tx } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';
import type { UserRow } from '../../http/sign-in.ts';
import { excusedFrom, insertRestDays, rebuildStreaks } from '../streaks/queries.ts';
import { findByClientId } from './feed-queries.ts';
import * as queries from './queries.ts';

export interface CheckinInput {
  mission_id: string;
  type: CheckinType;
  content: string;
  client_id?: string | undefined;
  performed_at?: string | undefined;
}

/** The counters after a check-in on `day`; a day before the user's last one is counted by a rebuild instead. */
function countStreaks(context: queries.CheckinContext, day: string) {
  const excused = excusedFrom(context.zone_changes);
  const late = context.streak_last_day !== null && day < context.streak_last_day;
  const user = late ? { state: context, used_rest: [] } : recordUserDay(context, day, (d) => excused.has(d));
  const bridges = new Set([...context.rest_days_used, ...user.used_rest]);
  const before = {
    streak_days: context.member_streak_days,
    streak_last_day: context.member_streak_last_day,
    longest_streak: context.member_longest_streak,
  };
  const member = recordMemberDay(before, day, (d) => excused.has(d) || bridges.has(d));
  return { late, user: user.state, used_rest: user.used_rest, member };
}

/**
 * Records a check-in in the caller's transaction: the day by the member's own clock, once a day and mission, points,
 * streaks and notifications with it (Decisions 2, 3). The same client_id again answers what it made the first time.
 */
export async function recordCheckin(tx: Tx, user: UserRow, input: CheckinInput, now: Date): Promise<CheckinReceipt> {
  const context = (await queries.lockForCheckin(tx, user.id, input.mission_id)) ?? fail('mission_not_found');
  if (input.client_id !== undefined) {
    const first = await findByClientId(tx, user.id, input.client_id);
    if (first) return receiptOf(first, await queries.readStanding(tx, user.id, first.mission_id), 0, 0);
  }
  const performed = input.performed_at === undefined ? undefined : new Date(input.performed_at);
  const counted = checkinDay({
    now,
    performed_at: performed,
    joined_at: new Date(context.joined_at),
    zone: context.timezone,
    first_day: context.first_day,
    duration_days: context.duration_days,
    completed: context.completed,
    member_last_day: context.member_streak_last_day,
  });
  if (!counted.ok) return fail(counted.code);

  const points = pointsFor(input.type);
  const streaks = countStreaks(context, counted.day);
  const checkin = {
    id: newId(now),
    mission_id: input.mission_id,
    user_id: user.id,
    type: input.type,
    content: input.type === 'tick' ? '' : input.content,
    points_earned: points,
    local_day: counted.day,
  };
  const row = {
    ...checkin,
    timezone: context.timezone,
    performed_at: performed ?? now,
    client_id: input.client_id ?? null,
    member: streaks.member,
    user: streaks.user,
  };
  if (!(await queries.insertCheckin(tx, row, now))) return fail('already_checked_in');
  let standing = {
    points: context.points + points,
    mission_streak_days: streaks.member.streak_days,
    streak_days: streaks.user.streak_days,
  };
  if (streaks.late) {
    await rebuildStreaks(tx, user.id);
    standing = await queries.readStanding(tx, user.id, input.mission_id);
  } else await insertRestDays(tx, user.id, streaks.used_rest);
  const shown = {
    ...checkin,
    type: input.type as 'tick' | 'text',
    user_name: user.name,
    user_avatar_url: avatarUrl(user.avatar_key),
    performed_at: (performed ?? now).toISOString(),
    created_at: now.toISOString(),
  };
  return receiptOf(shown, standing, points, streaks.used_rest.length);
}

function receiptOf(
  checkin: CheckinReceipt['checkin'],
  standing: queries.Standing,
  added: number,
  restDaysUsed: number,
): CheckinReceipt {
  const level = levelFor(standing.points);
  return {
    checkin,
    mission_streak_days: standing.mission_streak_days,
    streak_days: standing.streak_days,
    points: standing.points,
    level,
    level_up: added > 0 && level > levelFor(standing.points - added),
    rest_days_used: restDaysUsed,
  };
}
