import type { FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '#contract/missions.ts';
import * as missionsJoin from '#contract/missions-join.ts';
import * as ownHabit from '#contract/missions-own-habit.ts';
import * as quilt from '#contract/missions-quilt.ts';
import { isInvitationCode, normalizeInvitationCode } from '#domain/invitations.ts';
import type { Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import { callerOf } from '#platform/http/rate-limits.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import type { UserRow } from '../../facts/users.ts';
import { once } from '../../services/idempotency-keys/public.ts';
import * as access from './access.ts';
import { deleteOwnMission } from './delete/commands.ts';
import { editMission, type MissionChange, startMission, withCleanDescription } from './edit/commands.ts';
import { joinMission } from './join/commands.ts';
import { toMissionPreview } from './join/public.ts';
import { findByCode, renewCode } from './join/queries.ts';
import { saveOwnHabit } from './own-habit/commands.ts';
import * as queries from './page/queries.ts';
import { type MissionViewer, toMission } from './page/view.ts';
import { listQuilt } from './quilt/queries.ts';
import { toQuilt } from './quilt/view.ts';

async function fetchMission(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  viewer: MissionViewer,
  missionId: string,
  now: Date,
) {
  const mission = await access.requireMember(db, viewer, missionId);
  const members = await queries.listMembers(db, config, mission.id, viewer.id, now);
  // The member might have left between the two queries.
  if (!members.some((member) => member.user_id === viewer.id)) fail('mission_not_found');
  return toMission(mission, members, viewer, now);
}

/**
 * Invites the other members of the previous round to the next one and returns their IDs. The caller passes it in,
 * because invitations import missions.
 */
export type InviteToRound = (
  tx: Tx,
  round: { id: string; previous_id: string; starter_id: string },
  now: Date,
) => Promise<string[]>;

function lifecycleRoutes(serve: Serve<UserRow>, deps: Deps, inviteToRound: InviteToRound): void {
  const { db, config, live } = deps;
  serve(contract.createMission, access.requireRoundStarter, async ({ user, body, now, idempotency }) => {
    const { previous_id } = body;
    const create = async (tx: Tx) => {
      // Before the description is cleaned, as for an edit.
      if (previous_id) await access.requireRoundStarter(tx, user, previous_id, { now });
      const id = await startMission(tx, user, await withCleanDescription(body), config.plans, now);
      tx.changed({ user_ids: [user.id] }, 'dashboard');
      if (!previous_id) return { id, invited: 0 };
      const invited = await inviteToRound(tx, { id, previous_id, starter_id: user.id }, now);
      // The celebration of the previous mission links to the new one.
      tx.changed({ mission_id: previous_id }, 'mission');
      return { id, invited: invited.length };
    };
    return once(deps, { user, idempotency, now }, create);
  });

  serve(contract.getMission, ({ user, params, reads_only, now }) =>
    fetchMission({ db, config }, { ...user, reads_only }, params.id, now),
  );

  const edit = async (viewer: MissionViewer, id: string, fields: MissionChange, now: Date) => {
    // Before the description is cleaned, which can fail: a stranger must get only the 404.
    await access.requireHost(db, viewer, id);
    const draft = await withCleanDescription(fields);
    await editMission(db, { user: viewer, mission_id: id, plans: config.plans }, draft, now);
    return fetchMission({ db, config }, viewer, id, now);
  };

  serve(contract.updateMission, access.requireHost, ({ user, params, body, reads_only, now }) => {
    // A whole mission clears what it leaves out.
    const cleared = { level_goal: body.level_goal ?? null, streak_goal: body.streak_goal ?? null };
    return edit({ ...user, reads_only }, params.id, { ...body, ...cleared }, now);
  });

  serve(contract.patchMission, access.requireHost, ({ user, params, body, reads_only, now }) =>
    edit({ ...user, reads_only }, params.id, body, now),
  );

  serve(contract.deleteMission, ({ user, params, now }) => deleteOwnMission(deps, user, params.id, now));

  serve(contract.muteMission, access.requireMember, async ({ user, params, body: { muted } }) => {
    if (!(await queries.setMuted(db, user.id, params.id, muted))) fail('mission_not_found');
    live.hint({ user_ids: [user.id], mission_id: params.id }, 'mission', 'notifications');
    return { muted };
  });

  serve(ownHabit.saveOwnHabit, access.requireMember, ({ user, params, body }) =>
    saveOwnHabit(db, user, params.id, body.own_habit),
  );

  serve(quilt.getQuilt, async ({ user, params, now }) => {
    const mission = await access.requireMember(db, user, params.id);
    return toQuilt(mission, await listQuilt(db, mission.id, user.id, now), now);
  });
}

function codeRoutes(serve: Serve<UserRow>, deps: Deps): void {
  const { db, limits } = deps;
  serve(missionsJoin.generateInvitationCode, access.requireHost, ({ params, ...call }) =>
    once(deps, call, async (tx) => {
      const mission = await access.requireHost(tx, call.user, params.id);
      const invitation_code = await renewCode(tx, mission);
      tx.changed({ mission_id: mission.id }, 'mission');
      return { invitation_code };
    }),
  );

  // Only unknown codes count, so that a class can join from one address.
  const findKnown = async <T>(
    call: { request: FastifyRequest; reply: FastifyReply },
    code: string,
    find: (code: string) => Promise<T | null>,
  ) =>
    (await limits.countUnknown('join', callerOf(call.request, call.reply), async () => {
      const normal = normalizeInvitationCode(code);
      return isInvitationCode(normal) ? find(normal) : null;
    })) ?? fail('join_code_unknown');

  serve(missionsJoin.previewJoin, async ({ params, now, ...call }) =>
    toMissionPreview(await findKnown(call, params.code, (code) => findByCode(db, code, now)), now),
  );

  serve(missionsJoin.joinMission, ({ user, params, now, t, ...call }) =>
    findKnown(call, params.code, (code) => joinMission(db, t, user, code, now)),
  );
}

export function missionRoutes(serve: Serve<UserRow>, deps: Deps, inviteToRound: InviteToRound): void {
  lifecycleRoutes(serve, deps, inviteToRound);
  codeRoutes(serve, deps);
}
