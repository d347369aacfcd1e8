import type { Mission, OwnSchedule } from '#contract/missions.ts';
import type { CheckinPlace } from '#domain/checkins.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { MISSION_MEMBERS_MAX } from '#domain/limits.ts';
import { type CheckinDay, checkinDay, deletionTakesPoints, missionState } from '#domain/missions.ts';
import type { PausedDays } from '#domain/pauses.ts';
import { isExtra, type PlanCheckin, type PlanToday, planToday } from '#domain/plan-days.ts';
import { plannedDays, planOf, type ScheduleColumns, scheduleOf } from '#domain/schedule.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import type { Row } from '../../db/rows.ts';
import type { missions } from '../../db/schema/missions.ts';
import { fail } from '../../http/errors.ts';
import { type AddressSettings, provenAddress } from '../profile/public.ts';
import { archiveDays, type Excuses, lastMove } from '../streaks/public.ts';
import { archivePlans, SCHEDULE_COLUMNS } from '../streaks/public-plans.ts';

export type MissionRow = Row<typeof missions>;

/** A mission as one of its members sees it. */
export interface MemberMission extends MissionRow {
  /** Whether the viewer is a co-host. */
  is_cohost: boolean;
}

/** The facts that decide about a member's permissions. */
export type PermissionFacts = Pick<
  MemberMission,
  'owner_id' | 'is_cohost' | 'is_active' | 'end_date' | 'completed_at' | 'first_day' | 'duration_days'
>;

/** The columns of MissionRow, for queries on `missions m`. */
export const MISSION_COLUMNS = `m.id, m.title, m.description, m.goal, m.duration_days, m.first_day, m.timezone,
  m.start_date, m.end_date, m.owner_id, m.owner_offer_id, m.level_goal, m.streak_goal, m.reward_description, m.invitation_code,
  m.is_active, m.completed_at, m.created_at, m.edited_at, ${SCHEDULE_COLUMNS}`;

export const stateOf = (
  mission: Pick<MissionRow, 'is_active' | 'end_date' | 'completed_at'>,
  now: Date,
): Mission['state'] =>
  missionState(
    {
      is_active: mission.is_active,
      end_date: new Date(mission.end_date),
      completed_at: mission.completed_at === null ? null : new Date(mission.completed_at),
    },
    now,
  );

/** The mission, for its members. Strangers, former members and unknown ids get the same 404. */
export async function requireMember(db: Queryable, userId: string, missionId: string): Promise<MemberMission> {
  const [row] = await db.rows<MemberMission>(
    `select ${MISSION_COLUMNS}, mb.is_cohost from missions m join members mb on mb.mission_id = m.id
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
const isHost = (mission: PermissionFacts, userId: string) => mission.owner_id === userId || mission.is_cohost;

/** Ends the request with 403 for a member who neither owns the mission nor is a co-host. */
export function requireHost(mission: MemberMission, userId: string): void {
  if (!isHost(mission, userId))
    fail('not_owner', { detail: 'Only the owner and the co-hosts of this mission can do this' });
}

interface Viewer {
  id: string;
  timezone: string;
}

/** A member's check-ins in a mission as `placesColumn` reads them. */
export type PlaceRow = { performed_at: string; local_day: string };

/**
 * A column `places` (PlaceRow[]) with where the check-ins of `members mb` stand whose day is that of the SQL `since` or
 * later.
 */
export const placesColumn = (since: string): string =>
  `(select coalesce(json_agg(json_build_object('performed_at', c.performed_at, 'local_day', c.local_day)), '[]')
     from checkins c where c.mission_id = mb.mission_id and c.user_id = mb.user_id and c.local_day >= ${since}) as places`;

export const toPlaces = (rows: readonly PlaceRow[]): CheckinPlace[] =>
  rows.map(({ performed_at, local_day }) => ({ performed_at: new Date(performed_at), local_day }));

/**
 * How many days before today `placesColumn` has to begin: earlier ones come before any check-in that can be made, which
 * is at most 48 hours old, in every time zone.
 */
export const PLACES_BACK_DAYS = 5;

/** The day a check-in of this member would count for now, or why there can be none. */
export function checkinDayNow(
  mission: Pick<MissionRow, 'first_day' | 'duration_days' | 'completed_at'>,
  viewer: Pick<Viewer, 'timezone'>,
  memberLastDay: string | null,
  now: Date,
): CheckinDay {
  return checkinDay({
    now,
    zone: viewer.timezone,
    first_day: mission.first_day,
    duration_days: mission.duration_days,
    completed: mission.completed_at !== null,
    member_last_day: memberLastDay,
  });
}

type PlannedMission = ScheduleColumns & Pick<MissionRow, 'first_day' | 'duration_days' | 'completed_at'>;

/** A member as the rules of schedules look at it: `recent` is the column of that name. */
export interface PlanMember {
  timezone: string;
  streak_last_day: string | null;
  recent: readonly PlanCheckin[];
  pauses: readonly PausedDays[];
}

/** What the mission's schedule means for a member on the member's own today. */
export function planTodayOf(mission: PlannedMission, member: PlanMember, now: Date): PlanToday {
  return planToday(planOf(mission), dayOf(now, member.timezone), {
    can_check_in: checkinDayNow(mission, member, member.streak_last_day, now).ok,
    checkins: member.recent,
    pauses: member.pauses,
  });
}

/** The same with the schedule itself, as the member's own screens show it. */
export const toOwnSchedule = (mission: PlannedMission, member: PlanMember, now: Date): OwnSchedule => ({
  schedule: scheduleOf(mission),
  planned_days: plannedDays(planOf(mission), member.pauses),
  ...planTodayOf(mission, member, now),
});

/** What a check-in of this member for yesterday depends on besides the mission. */
interface OwnFacts {
  joined_at: string;
  streak_last_day: string | null;
  places: readonly PlaceRow[];
  recent: readonly PlanCheckin[];
}

/** Whether a check-in for yesterday would be taken now, and count (docs/rules.md#yesterday). */
function canCheckInYesterday(
  mission: PlannedMission,
  viewer: Viewer,
  { joined_at, streak_last_day, places, recent }: OwnFacts,
  excuses: Pick<Excuses, 'zone_changes'>,
  now: Date,
): boolean {
  const counted = checkinDay({
    now,
    day: 'yesterday',
    zone: viewer.timezone,
    zone_changed_at: lastMove(excuses),
    joined_at: new Date(joined_at),
    first_day: mission.first_day,
    duration_days: mission.duration_days,
    completed: mission.completed_at !== null,
    member_last_day: streak_last_day,
    others: toPlaces(places),
  });
  return counted.ok && !isExtra(planOf(mission), counted.day, recent);
}

/** What the viewer may do, so that no screen has to guess. */
export function permissions(
  mission: PermissionFacts & ScheduleColumns,
  viewer: Viewer,
  member: OwnFacts,
  excuses: Pick<Excuses, 'zone_changes'>,
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
    check_in_yesterday: canCheckInYesterday(mission, viewer, member, excuses, now),
    leave: !owner,
  };
}

/** Takes the points of a mission back from all of its members, former ones included. A deleted user has none left. */
async function takePoints(tx: Tx, missionId: string): Promise<void> {
  const losers = await tx.rows<{ id: string }>(
    `update users u set points = greatest(0, u.points - mb.points)
     from members mb where mb.mission_id = $1 and mb.user_id = u.id and mb.points > 0 returning u.id`,
    [missionId],
  );
  // Points and level are in the answer about oneself, which no hint about a mission covers.
  if (losers.length > 0) tx.changed({ user_ids: losers.map(({ id }) => id) }, 'everything');
}

/** Ends the request for a member who may not invite: 403 for one who is no host, 400 once the mission is over. */
export function requireInviter(mission: MemberMission, viewer: Viewer, now: Date): void {
  if (stateOf(mission, now) !== 'active') fail('mission_ended');
  if (!isHost(mission, viewer.id)) fail('forbidden');
}

/**
 * Deletes the mission with its check-ins, members and notifications; its days are archived for the streaks of those who
 * checked in, and points go along only as docs/rules.md#points-and-levels says. Returns the users whom it concerns,
 * members and invited ones, and the folders of the photos, whose files the caller has to remove. The caller has locked
 * the mission's row.
 */
export async function deleteMission(
  tx: Tx,
  config: AddressSettings,
  { id: missionId, created_at }: Pick<MissionRow, 'id' | 'created_at'>,
  now: Date,
): Promise<{ user_ids: string[]; photo_keys: string[] }> {
  const takesPoints = deletionTakesPoints(new Date(created_at), now);
  // Users before members, as check-ins lock them: running ones are finished first, later ones find no member.
  if (takesPoints)
    await tx.rows(
      'select from users where id in (select user_id from members where mission_id = $1) order by id for no key update',
      [missionId],
    );
  await tx.rows('select from members where mission_id = $1 order by user_id for update', [missionId]);
  if (takesPoints) await takePoints(tx, missionId);
  const audience = await tx.rows<{ user_id: string }>(
    `select user_id from members where mission_id = $1 and left_at is null
     union select u.id from invitations i join users u on u.email = i.invitee_email and ${provenAddress(config)}
       where i.mission_id = $1 and i.status = 'pending'`,
    [missionId],
  );
  await archiveDays(tx, missionId);
  await archivePlans(tx, { mission_id: missionId }, (zone) => dayOf(now, zone), now);
  await tx.rows('delete from notifications where mission_id = $1', [missionId]);
  const photos = await tx.rows<{ photo_key: string }>(
    'select photo_key from checkins where mission_id = $1 and photo_key is not null',
    [missionId],
  );
  await tx.rows('delete from missions where id = $1', [missionId]);
  return { user_ids: audience.map((row) => row.user_id), photo_keys: photos.map(({ photo_key }) => photo_key) };
}

/**
 * Whether the owner removed the user from the mission, and no invitation has brought the user back. The caller has
 * locked the mission's row, so the answer is valid until commit.
 */
export async function isRemoved(tx: Tx, missionId: string, userId: string): Promise<boolean> {
  const [row] = await tx.rows<{ is_removed: boolean }>(
    `select exists (select from members where mission_id = $1 and user_id = $2 and removed_at is not null) as is_removed`,
    [missionId, userId],
  );
  return row!.is_removed;
}

/** Adds a member, or revives a former one. The caller has locked the mission's row. */
export async function insertMember(
  tx: Tx,
  member: { mission_id: string; user_id: string; joined_day: string },
  now: Date,
): Promise<'joined' | 'already_member' | 'mission_full'> {
  const [row] = await tx.rows<{ is_member: boolean; count: number }>(
    `select count(*) as count, coalesce(bool_or(user_id = $2), false) as is_member
     from members where mission_id = $1 and left_at is null`,
    [member.mission_id, member.user_id],
  );
  if (row!.is_member) return 'already_member';
  if (row!.count >= MISSION_MEMBERS_MAX) return 'mission_full';
  const { mission_id, user_id, joined_day } = member;
  // What the mission asked before somebody left stays as it was; from now on it asks again.
  await archivePlans(tx, { mission_id, user_id }, () => addDays(joined_day, -1), now);
  await tx.rows(
    `insert into members (mission_id, user_id, joined_at, joined_day) values ($1, $2, $3, $4)
     on conflict (mission_id, user_id) do update set left_at = null, left_day = null, removed_at = null,
       returned_at = excluded.joined_at, asks_from = excluded.joined_day`,
    [mission_id, user_id, now, joined_day],
  );
  return 'joined';
}
