import * as contract from '#contract/missions.ts';
import { dayOf, isDay, startOfDay } from '#domain/days.ts';
import { isJoinCode, normalizeJoinCode } from '#domain/join-code.ts';
import { FREE_ACTIVE_MISSIONS } from '#domain/limits.ts';
import { daysRemaining, lastDay, missionEnd } from '#domain/missions.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { lockUser } from '../profile/queries.ts';
import { requireMember, requireOwner } from './access.ts';
import { cleanDescription, descriptionProblem } from './description.ts';
import { presentMission } from './presented-mission.ts';
import * as queries from './queries.ts';

/** Missions, their members and the way in by code (Spec 2, 5, 7; Decisions 2, 4, 5). */
export function missionRoutes(serve: Serve, { db }: Deps): void {
  serve(contract.createMission, async ({ user, body, now }) => {
    const description = cleanDescription(body.description);
    const problem = descriptionProblem(description);
    if (problem) fail('invalid_input', { detail: problem, errors: [{ path: 'description', message: problem }] });
    return db.transact(async (tx) => {
      // The user's row carries the limit: creations of one user wait for each other, so ten at once leave exactly five.
      const owner = await lockUser(tx, user.id);
      const today = dayOf(now, owner.timezone);
      const first_day = isDay(body.start_date) ? body.start_date : dayOf(new Date(body.start_date), owner.timezone);
      if (first_day < today)
        fail('start_in_past', { errors: [{ path: 'start_date', message: 'Start date cannot be before today' }] });
      const limited = owner.subscription_tier === 'free';
      if (limited && (await queries.countActiveMissions(tx, owner.id, now)) >= FREE_ACTIVE_MISSIONS) fail('plan_limit');
      const mission = {
        title: body.title,
        description,
        goal: body.goal,
        duration_days: body.duration_days,
        first_day,
        timezone: owner.timezone,
        start_date: startOfDay(first_day, owner.timezone),
        end_date: missionEnd(first_day, body.duration_days, owner.timezone),
        owner_id: owner.id,
        level_goal: body.level_goal ?? null,
        streak_goal: body.streak_goal ?? null,
        reward_description: body.reward_description || null,
        joined_day: today,
      };
      return { id: await queries.insertMission(tx, mission, now) };
    });
  });

  serve(contract.getMission, async ({ user, params, now }) => {
    const mission = await requireMember(db, user.id, params.id);
    return presentMission(mission, await queries.listMembers(db, mission.id), user, now);
  });

  serve(contract.getQuilt, async ({ user, params, now }) => {
    const mission = await requireMember(db, user.id, params.id);
    const rows = await queries.listQuilt(db, mission.id);
    return {
      first_day: mission.first_day,
      last_day: lastDay(mission.first_day, mission.duration_days),
      members: rows.map(({ timezone, ...row }) => ({ ...row, today: dayOf(now, timezone) })),
    };
  });

  serve(contract.generateInvitationCode, async ({ user, params }) => {
    const mission = await requireOwner(db, user.id, params.id);
    return { invitation_code: await queries.renewCode(db, mission.id) };
  });

  const readCode = (code: string) => {
    const normal = normalizeJoinCode(code);
    return isJoinCode(normal) ? normal : fail('join_code_unknown');
  };

  serve(contract.previewJoin, async ({ params, now }) => {
    const preview = (await queries.findByCode(db, readCode(params.code), now)) ?? fail('join_code_unknown');
    const { end_date, ...rest } = preview;
    return { ...rest, days_remaining: daysRemaining(new Date(end_date), now) };
  });

  serve(contract.joinMission, async ({ user, params, now }) => {
    const code = readCode(params.code);
    return db.transact(async (tx) => {
      const mission = (await queries.lockByCode(tx, code, now)) ?? fail('join_code_unknown');
      const member = { mission_id: mission.id, user_id: user.id, joined_day: dayOf(now, user.timezone) };
      const outcome = await queries.insertMember(tx, member, now);
      if (outcome === 'already_member') fail('already_member', { mission_id: mission.id });
      if (outcome === 'mission_full') fail('mission_full');
      return { message: 'Welcome to the mission!', mission_id: mission.id };
    });
  });
}
