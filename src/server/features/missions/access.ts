import * as z from 'zod/mini';
import type { Mission } from '#contract/missions.ts';
import { canStartRound } from '#domain/missions.ts';
import type { MissionStanding } from '#domain/standing.ts';
import { Bool, Instant, Text } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { fail } from '#platform/http/errors.ts';
import { MissionRow, missionColumns, stateOf } from '../../facts/missions.ts';
import type { UserRow } from '../../facts/users.ts';

const MISSION_COLUMNS = missionColumns('m');

type User = Pick<UserRow, 'id'>;

export const MemberMission = z.extend(MissionRow, {
  /** Whether the viewer is a co-host. */
  is_cohost: Bool,
  /** The viewer's own settings. */
  cue: z.nullable(Text),
  muted: Bool,
  reminder_asked_at: z.nullable(Instant),
});
export type MemberMission = z.output<typeof MemberMission>;

export const PermissionFacts = z.pick(MemberMission, {
  owner_id: true,
  is_cohost: true,
  is_active: true,
  end_date: true,
  completed_at: true,
  first_day: true,
  duration_days: true,
});
export type PermissionFacts = z.output<typeof PermissionFacts>;

/** Fails with the same 404 for strangers, former members and unknown IDs. */
async function find(db: Queryable, user: User, id: string): Promise<MemberMission> {
  const [row] = await db.rows(
    MemberMission,
    `select ${MISSION_COLUMNS}, mb.is_cohost, mb.cue, mb.muted, mb.reminder_asked_at from missions m join members mb on mb.mission_id = m.id
     where m.id = $1 and mb.user_id = $2 and mb.left_at is null`,
    [id, user.id],
  );
  return row ?? fail('mission_not_found');
}

/** Returns true if the user is the owner or a co-host. */
const isHost = (mission: Pick<PermissionFacts, 'owner_id' | 'is_cohost'>, userId: string) =>
  mission.owner_id === userId || mission.is_cohost;

export const isOwner = <M extends Pick<MissionRow, 'owner_id'>>(
  mission: M,
  userId: string,
): mission is Authorized<M, 'owner'> => mission.owner_id === userId;

/** Finds a mission for a member; 404 for everyone else. */
export const requireMember = async (db: Queryable, user: User, id: string) =>
  (await find(db, user, id)) as Authorized<MemberMission, 'member'>;

/** Finds a mission for its owner or a co-host; 403 for other members. */
export async function requireHost(db: Queryable, user: User, id: string) {
  const mission = await find(db, user, id);
  if (!isHost(mission, user.id)) fail('not_owner', { exact: 'hosts_only' });
  return mission as Authorized<MemberMission, 'host'>;
}

/** Finds a mission for its owner; 403 for other members. */
export async function requireOwner(db: Queryable, user: User, id: string) {
  const mission = await find(db, user, id);
  return isOwner(mission, user.id) ? mission : fail('not_owner');
}

/** Finds a mission for a host who invites. Fails with 400 if it is over, and with 403 for other members. */
export async function requireInviter(db: Queryable, user: User, id: string, { now }: { now: Date }) {
  const mission = await find(db, user, id);
  if (stateOf(mission, now) !== 'active') fail('mission_ended');
  if (!isHost(mission, user.id)) fail('forbidden');
  return mission as Authorized<MemberMission, 'inviter'>;
}

/** Returns true if the member may start the next round now. Does not check whether one was already started. */
export const canStartNext = (
  mission: Pick<PermissionFacts, 'owner_id' | 'is_cohost' | 'completed_at'>,
  userId: string,
  now: Date,
): boolean =>
  canStartRound(mission.completed_at === null ? null : new Date(mission.completed_at), isHost(mission, userId), now);

/**
 * Finds a mission for a member who starts its next round. While only hosts may start it, other members get 403. A host
 * gets 400 before the mission is completed.
 */
export async function requireRoundStarter(db: Queryable, user: User, id: string, { now }: { now: Date }) {
  const mission = await find(db, user, id);
  if (canStartNext(mission, user.id, now)) return mission as Authorized<MemberMission, 'round_starter'>;
  return isHost(mission, user.id) ? fail('round_not_ready') : fail('not_owner', { exact: 'hosts_only' });
}

/**
 * Creates a check that locks the mission's row until commit. Edits, completion, joining, leaving and changes of owner
 * therefore wait for each other. Lock a user's row after this one, because check-ins never wait for a mission's row.
 */
const locked =
  <More extends unknown[], M>(check: (db: Queryable, user: User, id: string, ...more: More) => Promise<M>) =>
  async (tx: Tx, user: User, id: string, ...more: More): Promise<M> => {
    await tx.rows('select from missions where id = $1 for no key update', [id]);
    // Read after the lock: membership might have changed during the wait.
    return check(tx, user, id, ...more);
  };

export const lockMember = locked(requireMember);
export const lockHost = locked(requireHost);
export const lockOwner = locked(requireOwner);
export const lockRoundStarter = locked(requireRoundStarter);

/** Locks any mission until commit, for the operator; 404 if it does not exist. */
export async function lockAnyMission(tx: Tx, id: string): Promise<Authorized<MissionRow, 'operator'>> {
  const [row] = await tx.rows(
    MissionRow,
    `select ${MISSION_COLUMNS} from missions m where m.id = $1 for no key update`,
    [id],
  );
  return (row ?? fail('mission_not_found')) as Authorized<MissionRow, 'operator'>;
}

/** Returns what the viewer may do, so that no screen has to guess. `own` is the viewer's standing in the mission. */
export function permissions(
  mission: PermissionFacts,
  viewer: User,
  own: Pick<MissionStanding, 'can' | 'can_yesterday'>,
  now: Date,
): Mission['can'] {
  const owner = isOwner(mission, viewer.id);
  const host = isHost(mission, viewer.id);
  const state = stateOf(mission, now);
  return {
    edit: host && state !== 'completed',
    delete: owner,
    complete: owner && state === 'ended',
    invite: host && state === 'active',
    check_in: own.can,
    check_in_yesterday: own.can_yesterday,
    leave: !owner,
  };
}
