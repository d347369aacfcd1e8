import * as contract from '#contract/members.ts';
import type { Tx } from '../../db/open.ts';
import type { Deps } from '../../deps.ts';
import type { UserRow } from '../../facts/users.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { planLimits } from '../billing/public.ts';
import { once } from '../idempotency-keys/public.ts';
import { withdrawInvitationsOf } from '../invitations/public.ts';
import { lockMission, requireMember, requireOwner } from '../missions/public.ts';
import { nudge } from './commands.ts';
import { changeOwner, removeFromMission, setCohost, setOwnerOffer } from './public.ts';
import * as queries from './queries.ts';

/** Also hints to the former member's own screens, who is no longer in the mission's audience. */
function announceLeft(tx: Tx, missionId: string, userId: string): void {
  tx.changed({ mission_id: missionId }, 'mission');
  tx.changed({ user_ids: [userId], mission_id: missionId }, 'mission', 'notifications');
}

/** Leaving and removing. */
function leaveRoutes(serve: Serve<UserRow>, { db, config }: Deps): void {
  serve(contract.leaveMission, ({ user, params, now }) =>
    db.transact(async (tx) => {
      const mission = await lockMission(tx, user.id, params.id);
      if (mission.owner_id === user.id) fail('owner_cannot_leave');
      await removeFromMission(tx, mission, user.id, 'left', now);
      announceLeft(tx, mission.id, user.id);
    }),
  );

  serve(contract.removeMember, ({ user, params, now }) =>
    db.transact(async (tx) => {
      const mission = await lockMission(tx, user.id, params.id);
      requireOwner(mission, user.id);
      const member = await queries.requireOther(tx, mission.id, params.userId);
      if (member.user_id === user.id) fail('owner_cannot_leave');
      await removeFromMission(tx, mission, member.user_id, 'removed', now);
      await withdrawInvitationsOf(tx, config, { mission_id: mission.id, user_id: member.user_id }, now);
      announceLeft(tx, mission.id, member.user_id);
    }),
  );
}

/** Offering and accepting ownership, and naming co-hosts. */
function roleRoutes(serve: Serve<UserRow>, { db, config }: Deps): void {
  serve(contract.offerOwnership, ({ user, params, body }) =>
    db.transact(async (tx) => {
      const mission = await lockMission(tx, user.id, params.id);
      requireOwner(mission, user.id);
      if (body.user_id === user.id) fail('already_owner');
      if (body.user_id !== null) await queries.requireOther(tx, mission.id, body.user_id);
      await setOwnerOffer(tx, mission.id, body.user_id);
      tx.changed({ mission_id: mission.id }, 'mission');
    }),
  );

  serve(contract.acceptOwnership, ({ user, params }) =>
    db.transact(async (tx) => {
      const mission = await lockMission(tx, user.id, params.id);
      if (mission.owner_offer_id !== user.id) fail('mission_not_offered');
      await changeOwner(tx, mission.id, user.id);
      tx.changed({ mission_id: mission.id }, 'mission');
    }),
  );

  serve(contract.addCohost, ({ user, params, now }) =>
    db.transact(async (tx) => {
      const mission = await lockMission(tx, user.id, params.id);
      requireOwner(mission, user.id);
      const member = await queries.requireOther(tx, mission.id, params.userId);
      if (member.user_id === user.id) fail('already_owner');
      if (member.is_cohost) return;
      const limit = planLimits(user, now, config.plans).cohosts;
      if (limit === 0) fail('cohost_limit');
      if (limit !== null && (await queries.countCohosts(tx, mission.id)) >= limit)
        fail('cohost_limit', { detail: `PRO includes ${limit} co-hosts per mission. Upgrade to PREMIUM for more.` });
      await setCohost(tx, mission.id, member.user_id, true);
      tx.changed({ mission_id: mission.id }, 'mission');
    }),
  );

  serve(contract.removeCohost, ({ user, params }) =>
    db.transact(async (tx) => {
      const mission = await lockMission(tx, user.id, params.id);
      requireOwner(mission, user.id);
      const member = await queries.requireOther(tx, mission.id, params.userId);
      await setCohost(tx, mission.id, member.user_id, false);
      tx.changed({ mission_id: mission.id }, 'mission');
    }),
  );
}

/** Leaving, removing, ownership, co-hosts and nudges (docs/rules.md#members). */
export function memberRoutes(serve: Serve<UserRow>, deps: Deps): void {
  leaveRoutes(serve, deps);
  roleRoutes(serve, deps);

  serve(contract.nudgeMember, ({ params, ...call }) =>
    once(deps, call, async (tx) => {
      const mission = await requireMember(tx, call.user.id, params.id);
      await nudge(tx, mission, call.user.id, params.userId, call.now);
      tx.changed({ mission_id: mission.id }, 'mission');
    }),
  );
}
