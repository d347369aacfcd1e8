import type { createMission, patchMission, updateMission } from '#contract/missions.ts';
import { dayOf, isDay, type LocalDay, startOfDay } from '#domain/days.ts';
import { RUNNING_MISSIONS_MAX } from '#domain/limits.ts';
import { type Board, type Habit, missionEnd } from '#domain/missions.ts';
import {
  DAILY,
  datedSchedule,
  isSameSchedule,
  type Schedule,
  scheduleColumns,
  scheduleOf,
  scheduleProblem,
} from '#domain/schedule.ts';
import type { Parsed } from '#platform/contract/endpoint.ts';
import type { Db, Tx } from '#platform/db/open.ts';
import { fail, failField } from '#platform/http/errors.ts';
import { problem } from '#platform/i18n/problem.ts';
import { stateOf } from '../../../facts/missions.ts';
import type { UserRow } from '../../../facts/users.ts';
import { listMembersEver, refreshStanding, saveLater } from '../../../life/public.ts';
import { planLimits } from '../../../services/billing/public.ts';
import { lockUser } from '../../../services/profile/public.ts';
import { enqueueMovedStart } from '../../webhooks/public.ts';
import { lockHost, lockRoundStarter, type MemberMission } from '../access.ts';
import { cleanDescription, descriptionProblem } from '../description/commands.ts';
import { countRunningMissions } from '../public.ts';
import { readEditedAmounts, readNewAmounts } from './decide.ts';
import * as queries from './queries.ts';

type User = Pick<UserRow, 'id'>;
type NewBody = Parsed<typeof createMission, 'body'>;
type Body = Parsed<typeof updateMission, 'body'>;
/** The fields that an edit changes; missing fields stay. */
export type MissionChange = Parsed<typeof patchMission, 'body'>;

/** Returns the body with a cleaned description. Fails with 422 if the cleaned text is empty or too long. */
export async function withCleanDescription<Any extends MissionChange>(body: Any): Promise<Any> {
  if (body.description === undefined) return body;
  const description = await cleanDescription(body.description);
  const wrong = descriptionProblem(description);
  if (wrong) failField('description', wrong);
  return { ...body, description };
}

/** Returns the fields that creating and editing both store; the days are in the mission's zone. */
function readFields(body: Body, schedule: Schedule, first_day: LocalDay, zone: string) {
  const wrong = scheduleProblem({ schedule, first_day, duration_days: body.duration_days });
  if (wrong) failField('schedule', problem(`problems.schedule_wrong.${wrong}`));
  return {
    ...scheduleColumns(schedule),
    title: body.title,
    description: body.description,
    goal: body.goal,
    duration_days: body.duration_days,
    first_day,
    start_date: startOfDay(first_day, zone),
    end_date: missionEnd(first_day, body.duration_days, zone),
    level_goal: body.level_goal ?? null,
    streak_goal: body.streak_goal ?? null,
    reward_description: body.reward_description || null,
  };
}

/** Returns the board that a habit allows. Fails with 422 if the body requires a ranking of different habits. */
function readBoard(habit: Habit, wanted: Board | undefined, current: Board): Board {
  if (habit === 'shared') return wanted ?? current;
  return wanted === 'stars' ? failField('board', problem('problems.board_of_own_habits')) : 'together';
}

const firstDayIn = (zone: string, { start_date }: Body): LocalDay =>
  isDay(start_date) ? start_date : dayOf(new Date(start_date), zone);

const refuseStartInPast = () =>
  fail('start_in_past', { errors: [{ path: 'start_date', message: problem('problems.start_in_past') }] });

/**
 * Fails with 403 if the plan allows no more active missions, and with 400 at the limit for everyone. Expects a lock on
 * the user's row.
 */
async function requireFreeMissionSlot(tx: Tx, owner: UserRow, plans: boolean, now: Date): Promise<void> {
  const limit = planLimits(owner, now, plans).active_missions;
  const running = await countRunningMissions(tx, owner.id, now);
  if (limit !== null && running >= limit) fail('plan_limit');
  if (running >= RUNNING_MISSIONS_MAX) fail('too_many_missions');
}

/** Locks the previous round until commit. Fails unless this user may start the next one, and no one has. */
async function lockPrevious(tx: Tx, user: User, missionId: string, now: Date): Promise<MemberMission> {
  const mission = await lockRoundStarter(tx, user, missionId, { now });
  const started = await queries.findNextRound(tx, mission.id);
  return started === null ? mission : fail('round_exists', { mission_id: started });
}

/**
 * Creates a mission in its owner's zone and returns its ID (docs/rules.md#missions). `plans` states whether this server
 * has plans.
 */
export async function startMission(tx: Tx, user: User, body: NewBody, plans: boolean, now: Date): Promise<string> {
  const previous = body.previous_id ? await lockPrevious(tx, user, body.previous_id, now) : null;
  // The lock on the user's row enforces the limit: concurrent creations of one user wait for each other.
  const owner = await lockUser(tx, user.id);
  const today = dayOf(now, owner.timezone);
  const first_day = firstDayIn(owner.timezone, body);
  if (first_day < today) refuseStartInPast();
  await requireFreeMissionSlot(tx, owner, plans, now);
  const fields = readFields(body, body.schedule ?? DAILY, first_day, owner.timezone);
  const round = { previous_id: previous?.id ?? null, round: (previous?.round ?? 0) + 1 };
  const { habit = 'shared', own_habit } = body;
  if (typeof own_habit === 'string' && habit === 'shared') fail('habit_shared');
  const look = { board: readBoard(habit, body.board, 'stars'), habit, patch: body.patch ?? null };
  const amounts = readNewAmounts(habit, body.amounts, previous);
  const own = { timezone: owner.timezone, owner_id: owner.id, joined_day: today, own_habit };
  const id = await queries.insertMission(tx, { ...fields, ...round, ...look, ...amounts, ...own }, now);
  await refreshStanding(tx, owner.id, now);
  return id;
}

/** Returns the mission as its form would send it, with the changed fields replaced. */
function applyChange(mission: MemberMission, change: MissionChange): Body {
  const { title, description, goal, duration_days, level_goal, streak_goal, reward_description, habit, patch } =
    mission;
  const own = { title, description, goal, duration_days, level_goal, streak_goal, habit, patch };
  const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...own, reward_description: reward_description ?? '', start_date: mission.first_day, ...changed };
}

interface Edit {
  readonly user: User;
  readonly mission_id: string;
  /** Whether this server has plans. */
  readonly plans: boolean;
}

/**
 * Edits the fields of a mission that a change contains; the mission stays in its own zone. A started mission keeps its
 * first day or moves it to today or later. The end moves along, even past days already checked in. The first check-in
 * fixes the habit, the schedule and, unless it is daily, the first day. An edit of days or schedule saves the standings of all
 * members, former ones too, because idle stretches might move. A new end for an ended mission counts against its
 * owner's limit, even when a co-host edits (docs/rules.md#missions).
 */
export async function editMission(
  db: Db,
  { user, mission_id, plans }: Edit,
  change: MissionChange,
  now: Date,
): Promise<void> {
  await db.transact(async (tx) => {
    const mission = await lockHost(tx, user, mission_id);
    if (mission.completed_at !== null) fail('mission_completed');
    const body = applyChange(mission, change);
    const first_day = firstDayIn(mission.timezone, body);
    if (first_day !== mission.first_day && first_day < dayOf(now, mission.timezone)) refuseStartInPast();
    const schedule = body.schedule ?? scheduleOf(mission);
    const fields = readFields(body, schedule, first_day, mission.timezone);
    if (stateOf(mission, now) === 'ended' && fields.end_date > now)
      await requireFreeMissionSlot(tx, await lockUser(tx, mission.owner_id), plans, now);
    const dated = datedSchedule(mission);
    const isOther = !isSameSchedule(schedule, dated.schedule);
    if (isOther || (first_day !== mission.first_day && schedule.kind !== 'daily')) {
      await queries.lockMembersAgainstCheckins(tx, mission.id);
      if (await queries.hasCheckins(tx, mission.id)) fail('schedule_fixed');
    }
    const { habit = mission.habit, patch = mission.patch } = body;
    const board = readBoard(habit, body.board, mission.board);
    if (habit !== mission.habit) {
      await queries.lockMembersAgainstCheckins(tx, mission.id);
      if (await queries.hasCheckins(tx, mission.id)) fail('habit_fixed');
    }
    const amounts = await readEditedAmounts(tx, mission, habit, body.amounts);
    tx.changed({ mission_id: mission.id }, 'mission');
    await queries.replaceMission(tx, mission, { ...fields, ...amounts, board, habit, patch }, now);
    if (isOther || first_day !== mission.first_day || fields.duration_days !== mission.duration_days)
      await saveLater(tx, await listMembersEver(tx, mission.id));
    // The clock announces a start in the future.
    const hasBegun = fields.start_date <= now && new Date(mission.created_at) < fields.start_date;
    if (first_day !== mission.first_day && hasBegun) await enqueueMovedStart(tx, mission.id, first_day, now);
  });
}
