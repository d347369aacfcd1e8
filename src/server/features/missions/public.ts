import type { Mission } from '#contract/missions.ts';
import { addDays } from '#domain/days.ts';
import { MISSION_MEMBERS_MAX, RUNNING_MISSIONS_MAX } from '#domain/limits.ts';
import type { Look } from '#domain/looks.ts';
import { canStartRound, lastDay } from '#domain/missions.ts';
import type { ScheduleColumns } from '#domain/schedule.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { onlyValue } from '../../db/rows.ts';
import { checkinDayNow } from '../../facts/due.ts';
import { type MissionRow, missionColumns, stateOf } from '../../facts/missions.ts';
import { canCheckInYesterday, type OwnFacts } from '../../facts/positions.ts';
import { fail } from '../../http/errors.ts';
import { settleLook } from '../profile/public.ts';
import { archiveAskedDays } from '../streaks/archive/public.ts';
import { enqueueWebhook } from '../webhooks/public.ts';

const MISSION_COLUMNS = missionColumns('m');

/** A mission as one of its members sees it. */
export interface MemberMission extends MissionRow {
  /** Whether the viewer is a co-host. */
  is_cohost: boolean;
  /** The viewer's own. */
  cue: string | null;
  muted: boolean;
  reminder_asked_at: string | null;
}

/** The facts that decide about a member's permissions. */
export type PermissionFacts = Pick<
  MemberMission,
  'owner_id' | 'is_cohost' | 'is_active' | 'end_date' | 'completed_at' | 'first_day' | 'duration_days'
>;

/** The mission, for its members. Strangers, former members and unknown ids get the same 404. */
export async function requireMember(db: Queryable, userId: string, missionId: string): Promise<MemberMission> {
  const [row] = await db.rows<MemberMission>(
    `select ${MISSION_COLUMNS}, mb.is_cohost, mb.cue, mb.muted, mb.reminder_asked_at from missions m join members mb on mb.mission_id = m.id
     where m.id = $1 and mb.user_id = $2 and mb.left_at is null`,
    [missionId, userId],
  );
  return row ?? fail('mission_not_found');
}

/**
 * Finds the mission and locks its row until commit: edits, completion, joining, leaving and changes of owner wait for
 * each other. A user's row must be locked after this one, as check-ins never wait for a mission's row.
 */
export async function lockMission(tx: Tx, userId: string, missionId: string): Promise<MemberMission> {
  await tx.rows('select from missions where id = $1 for no key update', [missionId]);
  // Read after the lock: membership may have changed while this waited.
  return requireMember(tx, userId, missionId);
}

/** Locks any mission until commit, for the operator; fails with 404 when there is none. */
export async function lockAnyMission(tx: Tx, missionId: string): Promise<MissionRow> {
  const [row] = await tx.rows<MissionRow>(
    `select ${MISSION_COLUMNS} from missions m where m.id = $1 for no key update`,
    [missionId],
  );
  return row ?? fail('mission_not_found');
}

/** Ends the request with 403 for a member who does not own the mission. */
export function requireOwner(mission: MissionRow, userId: string): void {
  if (mission.owner_id !== userId) fail('not_owner');
}

/** Whether the member can edit and invite: the owner and the co-hosts. */
const isHost = (mission: Pick<PermissionFacts, 'owner_id' | 'is_cohost'>, userId: string) =>
  mission.owner_id === userId || mission.is_cohost;

/** Ends the request with 403 for a member who neither owns the mission nor is a co-host. */
export function requireHost(mission: MemberMission, userId: string): void {
  if (!isHost(mission, userId)) fail('not_owner', { exact: 'hosts_only' });
}

/** Whether the member may start the next round of the mission now, unless somebody has started it. */
export const canStartNext = (
  mission: Pick<PermissionFacts, 'owner_id' | 'is_cohost' | 'completed_at'>,
  userId: string,
  now: Date,
): boolean =>
  canStartRound(mission.completed_at === null ? null : new Date(mission.completed_at), isHost(mission, userId), now);

/**
 * Ends the request for a member who may not start the next round of the mission: 403 for one who is no host in the days
 * after its completion, 400 for a host before it.
 */
export function requireRoundStarter(mission: MemberMission, userId: string, now: Date): void {
  if (canStartNext(mission, userId, now)) return;
  requireHost(mission, userId);
  fail('round_not_ready');
}

interface Viewer {
  id: string;
  timezone: string;
}

/** What the viewer may do, so that no screen has to guess. */
export function permissions(
  mission: PermissionFacts & ScheduleColumns,
  viewer: Viewer & { moved_at: string | null },
  member: OwnFacts,
  now: Date,
): Mission['can'] {
  const owner = mission.owner_id === viewer.id;
  const host = isHost(mission, viewer.id);
  const state = stateOf(mission, now);
  return {
    edit: host && state !== 'completed',
    delete: owner,
    complete: owner && state === 'ended',
    invite: host && state === 'active',
    check_in: checkinDayNow(mission, viewer, member.streak_last_day, now).ok,
    check_in_yesterday: canCheckInYesterday(mission, viewer, member, now),
    leave: !owner,
  };
}

/** Ends the request for a member who may not invite: 403 for one who is no host, 400 once the mission is over. */
export function requireInviter(mission: MemberMission, viewer: Viewer, now: Date): void {
  if (stateOf(mission, now) !== 'active') fail('mission_ended');
  if (!isHost(mission, viewer.id)) fail('forbidden');
}

/**
 * Whether the owner removed the user from the mission, and no invitation has brought the user back. The caller has
 * locked the mission's row, so the answer is valid until commit.
 */
export const isRemoved = (tx: Tx, missionId: string, userId: string): Promise<boolean> =>
  onlyValue(
    tx.rows,
    `select exists (select from members where mission_id = $1 and user_id = $2 and removed_at is not null) as is_removed`,
    [missionId, userId],
  );

/** SQL: how many running missions the user is in at an instant; both are SQL. Those that have not begun run, too. */
const runningCount = (userId: string, at: string) =>
  `select count(*) as count from members own join missions m on m.id = own.mission_id
   where own.user_id = ${userId} and own.left_at is null and m.is_active and m.end_date > ${at}`;

/** Running missions that the user is in. The caller has locked the user's row, so the count is valid until commit. */
export const countRunningMissions = (tx: Tx, userId: string, now: Date): Promise<number> =>
  onlyValue(tx.rows, runningCount('$1', '$2'), [userId, now]);

type AskedFacts = PermissionFacts & Pick<MemberMission, 'reminder_asked_at'> & { checkins_count: number };

/** Whether to ask for a reminder: after the first check-in, once, and not when no day is left to be reminded on. */
export const asksForReminder = (facts: AskedFacts, today: string, now: Date): boolean =>
  facts.checkins_count > 0 &&
  facts.reminder_asked_at === null &&
  stateOf(facts, now) === 'active' &&
  today < lastDay(facts.first_day, facts.duration_days);

/** The present members of a mission, with their looks. */
const listSeated = (tx: Tx, missionId: string): Promise<{ user_id: string; look: Look | null }[]> =>
  tx.rows(
    `select mb.user_id, u.look from members mb join users u on u.id = mb.user_id
     where mb.mission_id = $1 and mb.left_at is null`,
    [missionId],
  );

/** Adds a member, or revives a former one. The caller has locked the mission's row. */
export async function insertMember(
  tx: Tx,
  member: { mission_id: string; user_id: string; joined_day: string },
  now: Date,
): Promise<'joined' | 'already_member' | 'mission_full' | 'too_many_missions'> {
  // The user's row guards the number of missions, as it does when one is created.
  await tx.rows('select from users where id = $1 for no key update', [member.user_id]);
  const [row] = await tx.rows<{ is_member: boolean; count: number; running: number; is_newcomer: boolean }>(
    `select count(*) as count, coalesce(bool_or(user_id = $2), false) as is_member,
       (${runningCount('$2', '$3')}) as running,
       not exists (select from members where user_id = $2) as is_newcomer
     from members where mission_id = $1 and left_at is null`,
    [member.mission_id, member.user_id, now],
  );
  if (row!.is_member) return 'already_member';
  if (row!.count >= MISSION_MEMBERS_MAX) return 'mission_full';
  if (row!.running >= RUNNING_MISSIONS_MAX) return 'too_many_missions';
  const { mission_id, user_id, joined_day } = member;
  if (row!.is_newcomer) await settleLook(tx, user_id, await listSeated(tx, mission_id));
  // What the mission asked before somebody left stays as it was; from now on it asks again.
  await archiveAskedDays(tx, { mission_id, user_id }, () => addDays(joined_day, -1), now);
  await tx.rows(
    `insert into members (mission_id, user_id, joined_at, joined_day) values ($1, $2, $3, $4)
     on conflict (mission_id, user_id) do update set left_at = null, left_day = null, removed_at = null,
       returned_at = excluded.joined_at, asks_from = excluded.joined_day`,
    [mission_id, user_id, now, joined_day],
  );
  await enqueueWebhook(tx, { event: 'member.joined', mission_id, actor_id: user_id }, now);
  return 'joined';
}
