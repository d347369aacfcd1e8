import * as contract from '#contract/members.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { planLimits } from '../billing/public.ts';
import { lockMission, requireMember, requireOwner } from '../missions/public.ts';
import { pushLater } from '../notifications/public.ts';
import { nudge } from './commands.ts';
import { changeOwner, removeFromMission, setCohost, setOwnerOffer } from './public.ts';
import * as queries from './queries.ts';

/** Leaving, removing, handing over, co-hosts and nudges (Decisions 4, 9). */
export function memberRoutes(serve: Serve, { db, live, queue }: Deps): void {
  const tellMembers = (missionId: string) => live.hint({ mission_id: missionId }, 'mission');
  const tellLeft = (missionId: string, userId: string) => {
    tellMembers(missionId);
    live.hint({ user_ids: [userId], mission_id: missionId }, 'mission', 'notifications');
  };

  serve(contract.leaveMission, ({ user, params, now }) =>
    db.transact(async (tx, after) => {
      const mission = await lockMission(tx, user.id, params.id);
      if (mission.owner_id === user.id) fail('owner_cannot_leave');
      await removeFromMission(tx, mission, user.id, now);
      after(() => tellLeft(mission.id, user.id));
      return undefined;
    }),
  );

  serve(contract.removeMember, ({ user, params, now }) =>
    db.transact(async (tx, after) => {
      const mission = await lockMission(tx, user.id, params.id);
      requireOwner(mission, user.id);
      const member = await queries.requireOther(tx, mission.id, params.userId);
      if (member.user_id === user.id) fail('owner_cannot_leave');
      await removeFromMission(tx, mission, member.user_id, now);
      after(() => tellLeft(mission.id, member.user_id));
      return undefined;
    }),
  );

  serve(contract.offerOwnership, ({ user, params, body }) =>
    db.transact(async (tx, after) => {
      const mission = await lockMission(tx, user.id, params.id);
      requireOwner(mission, user.id);
      if (body.user_id === user.id) fail('already_owner');
      if (body.user_id !== null) await queries.requireOther(tx, mission.id, body.user_id);
      await setOwnerOffer(tx, mission.id, body.user_id);
      after(() => tellMembers(mission.id));
      return undefined;
    }),
  );

  serve(contract.acceptOwnership, ({ user, params }) =>
    db.transact(async (tx, after) => {
      const mission = await lockMission(tx, user.id, params.id);
      if (mission.owner_offer_id !== user.id) fail('mission_not_offered');
      await changeOwner(tx, mission.id, user.id);
      after(() => tellMembers(mission.id));
      return undefined;
    }),
  );

  serve(contract.addCohost, ({ user, params, now }) =>
    db.transact(async (tx, after) => {
      const mission = await lockMission(tx, user.id, params.id);
      requireOwner(mission, user.id);
      const member = await queries.requireOther(tx, mission.id, params.userId);
      if (member.user_id === user.id) fail('already_owner');
      if (member.is_cohost) return undefined;
      const limit = planLimits(user, now).cohosts;
      if (limit === 0) fail('cohost_limit');
      if (limit !== null && (await queries.countCohosts(tx, mission.id)) >= limit)
        fail('cohost_limit', { detail: `PRO allows ${limit} co-hosts in a mission. Upgrade to PREMIUM for more.` });
      await setCohost(tx, mission.id, member.user_id, true);
      after(() => tellMembers(mission.id));
      return undefined;
    }),
  );

  serve(contract.removeCohost, ({ user, params }) =>
    db.transact(async (tx, after) => {
      const mission = await lockMission(tx, user.id, params.id);
      requireOwner(mission, user.id);
      const member = await queries.requireOther(tx, mission.id, params.userId);
      await setCohost(tx, mission.id, member.user_id, false);
      after(() => tellMembers(mission.id));
      return undefined;
    }),
  );

  serve(contract.nudgeMember, async ({ user, params, now }) => {
    const mission = await requireMember(db, user.id, params.id);
    await db.transact(async (tx, after) => {
      await nudge(tx, mission, user.id, params.userId, now);
      if (await pushLater(queue, tx, { actor_id: user.id, at: now })) after(() => queue.nudge());
    });
    tellMembers(mission.id);
    live.hint({ user_ids: [params.userId] }, 'notifications');
    return undefined;
  });
}
