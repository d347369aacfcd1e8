import type { Parsed } from '#contract/endpoint.ts';
import type { createMission } from '#contract/missions.ts';
import { dayOf, isDay, type LocalDay, startOfDay } from '#domain/days.ts';
import { missionEnd } from '#domain/missions.ts';
import type { Tx } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';
import { planLimits } from '../billing/public.ts';
import { lockUser, type UserRow } from '../profile/public.ts';
import { cleanDescription, descriptionProblem } from './commands-description.ts';
import { lockMission, requireHost, stateOf } from './public.ts';
import * as queries from './queries.ts';

type Body = Parsed<typeof createMission, 'body'>;

/** The body with a cleaned description; called before the transaction, since cleaning takes a moment. */
export function withCleanDescription(body: Body): Body {
  const description = cleanDescription(body.description);
  const problem = descriptionProblem(description);
  if (problem) fail('invalid_input', { detail: problem, errors: [{ path: 'description', message: problem }] });
  return { ...body, description };
}

/** The fields that creating and editing both store; the days are in the mission's zone. */
function readFields(body: Body, first_day: LocalDay, zone: string) {
  return {
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

const firstDayIn = (zone: string, { start_date }: Body): LocalDay =>
  isDay(start_date) ? start_date : dayOf(new Date(start_date), zone);

const refuseStartInPast = () =>
  fail('start_in_past', { errors: [{ path: 'start_date', message: 'Start date cannot be before today' }] });

/** Ends the request with 403 when the plan allows no further active mission. The caller has locked the user's row. */
async function requireFreeMissionSlot(tx: Tx, owner: UserRow, now: Date): Promise<void> {
  const limit = planLimits(owner, now).active_missions;
  if (limit !== null && (await queries.countActiveMissions(tx, owner.id, now)) >= limit) fail('plan_limit');
}

/** Creates a mission in its owner's zone; returns its id (docs/rules.md#missions). */
export async function startMission(tx: Tx, userId: string, body: Body, now: Date): Promise<string> {
  // The user's row guards the limit: simultaneous creations of one user wait for each other.
  const owner = await lockUser(tx, userId);
  const today = dayOf(now, owner.timezone);
  const first_day = firstDayIn(owner.timezone, body);
  if (first_day < today) refuseStartInPast();
  await requireFreeMissionSlot(tx, owner, now);
  const fields = readFields(body, first_day, owner.timezone);
  return queries.insertMission(tx, { ...fields, timezone: owner.timezone, owner_id: owner.id, joined_day: today }, now);
}

/**
 * Edits a mission, which stays in its own zone. One that has begun keeps its first day or moves to today or later; the
 * end moves along, even if days already checked in then lie after it. Giving an ended mission a new end counts as
 * creating it, against the limit of its owner, even when a co-host edits (docs/rules.md#missions).
 */
export async function editMission(tx: Tx, userId: string, missionId: string, body: Body, now: Date): Promise<void> {
  const mission = await lockMission(tx, userId, missionId);
  requireHost(mission, userId);
  if (mission.completed_at !== null) fail('mission_completed');
  const first_day = firstDayIn(mission.timezone, body);
  if (first_day !== mission.first_day && first_day < dayOf(now, mission.timezone)) refuseStartInPast();
  const fields = readFields(body, first_day, mission.timezone);
  if (stateOf(mission, now) === 'ended' && fields.end_date > now)
    await requireFreeMissionSlot(tx, await lockUser(tx, mission.owner_id), now);
  await queries.replaceMission(tx, mission.id, fields, now);
}
