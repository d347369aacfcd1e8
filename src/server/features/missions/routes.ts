import * as contract from '#contract/missions.ts';
import { dayOf } from '#domain/days.ts';
import { isJoinCode, normalizeJoinCode } from '#domain/join-code.ts';
import { daysRemaining, lastDay } from '#domain/missions.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import type { UserRow } from '../../http/sign-in.ts';
import { removePicturesLater } from '../media/jobs.ts';
import { lockMission, mustHost, mustOwn, requireMember } from './access.ts';
import { editMission, startMission, withCleanDescription } from './editing.ts';
import { presentMission } from './presented-mission.ts';
import * as queries from './queries.ts';

/** Missions, their members and the way in by code (Spec 2, 5, 7; Decisions 2, 4, 5). */
export function missionRoutes(serve: Serve, { db, queue }: Deps): void {
  const present = async (user: UserRow, missionId: string, now: Date) => {
    const mission = await requireMember(db, user.id, missionId);
    const members = await queries.listMembers(db, mission.id);
    // Who left between the two statements is a member no more.
    if (!members.some((member) => member.user_id === user.id)) fail('mission_not_found');
    return presentMission(mission, members, user, now);
  };

  serve(contract.createMission, async ({ user, body, now }) => {
    const draft = withCleanDescription(body);
    return { id: await db.transact((tx) => startMission(tx, user.id, draft, now)) };
  });

  serve(contract.getMission, ({ user, params, now }) => present(user, params.id, now));

  serve(contract.updateMission, async ({ user, params, body, now }) => {
    const draft = withCleanDescription(body);
    await db.transact((tx) => editMission(tx, user.id, params.id, draft, now));
    return present(user, params.id, now);
  });

  serve(contract.deleteMission, ({ user, params }) =>
    db.transact(async (tx, after) => {
      const mission = await lockMission(tx, user.id, params.id);
      mustOwn(mission, user.id);
      await removePicturesLater(queue, tx, await queries.deleteMission(tx, mission.id));
      after(() => queue.nudge());
      return undefined;
    }),
  );

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
    const mission = await requireMember(db, user.id, params.id);
    mustHost(mission, user.id);
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
