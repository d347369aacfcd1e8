import * as z from 'zod/mini';
import { dayText } from '#domain/days.ts';
import { checkinDay, clockAt } from '#domain/life.ts';
import { standing } from '#domain/standing.ts';
import { Bool, Id } from '#platform/db/columns.ts';
import type { Db, Tx } from '#platform/db/open.ts';
import { onlyRow } from '#platform/db/rows.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { fail } from '#platform/http/errors.ts';
import type { Deps } from '../../app/deps.ts';
import { blockBetween } from '../../facts/blocks-and-hidden.ts';
import type { UserRow } from '../../facts/users.ts';
import { readPairs } from '../../life/public.ts';
import { planLimits } from '../../services/billing/public.ts';
import { withdrawInvitationsOf } from '../invitations/public.ts';
import { lockOwner, type MemberMission } from '../missions/access.ts';
import { enqueueWebhook } from '../webhooks/public.ts';
import { lockCohosts, lockLeaver, lockOffered, lockRemoval, requireOther } from './access.ts';
import { changeOwner, removeFromMission, setCohost, setOwnerOffer } from './public.ts';
import { countCohosts } from './queries.ts';

/** Also sends a hint to the former member, who is no longer in the mission's audience. */
function announceLeft(tx: Tx, missionId: string, userId: string): void {
  tx.changed({ mission_id: missionId }, 'mission');
  tx.changed({ user_ids: [userId], mission_id: missionId }, 'mission', 'notifications');
}

type User = Pick<UserRow, 'id'>;

/** The mission and the other member that a call is about. */
interface Other {
  readonly id: string;
  readonly userId: string;
}

export const leaveMission = (db: Db, user: User, missionId: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    const mission = await lockLeaver(tx, user, missionId);
    await removeFromMission(tx, mission, user.id, 'left', now);
    announceLeft(tx, mission.id, user.id);
  });

export const removeMember = (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  owner: User,
  { id, userId }: Other,
  now: Date,
): Promise<void> =>
  db.transact(async (tx) => {
    const { mission, member } = await lockRemoval(tx, owner, id, userId);
    await removeFromMission(tx, mission, member.user_id, 'removed', now);
    await withdrawInvitationsOf(tx, config, { mission_id: mission.id, user_id: member.user_id }, now);
    announceLeft(tx, mission.id, member.user_id);
  });

/** Offers the ownership to a member, or withdraws the offer if `toId` is null. */
export const offerOwnership = (db: Db, owner: User, missionId: string, toId: string | null): Promise<void> =>
  db.transact(async (tx) => {
    const mission = await lockOwner(tx, owner, missionId);
    if (toId === owner.id) fail('already_owner');
    if (toId !== null) await requireOther(tx, mission, toId);
    await setOwnerOffer(tx, mission.id, toId);
    tx.changed({ mission_id: mission.id }, 'mission');
  });

export const acceptOwnership = (db: Db, user: User, missionId: string): Promise<void> =>
  db.transact(async (tx) => {
    const mission = await lockOffered(tx, user, missionId);
    await changeOwner(tx, mission.id, user.id);
    tx.changed({ mission_id: mission.id }, 'mission');
  });

/** Makes a member a co-host, up to the limit of the owner's plan. */
export const addCohost = (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  owner: UserRow,
  { id, userId }: Other,
  now: Date,
): Promise<void> =>
  db.transact(async (tx) => {
    const { mission, member } = await lockCohosts(tx, owner, id, userId);
    if (member.user_id === owner.id) fail('already_owner');
    if (member.is_cohost) return;
    const limit = planLimits(owner, now, config.plans).cohosts;
    if (limit === 0) fail('cohost_limit');
    if (limit !== null && (await countCohosts(tx, mission.id)) >= limit)
      fail('cohost_limit', { exact: 'cohosts_of_pro', values: { limit } });
    await setCohost(tx, mission.id, member.user_id, true);
    tx.changed({ mission_id: mission.id }, 'mission');
  });

export const removeCohost = (db: Db, owner: User, { id, userId }: Other): Promise<void> =>
  db.transact(async (tx) => {
    const { mission, member } = await lockCohosts(tx, owner, id, userId);
    await setCohost(tx, mission.id, member.user_id, false);
    tx.changed({ mission_id: mission.id }, 'mission');
  });

/** Returns the day for which the member needs a check-in now, or fails with the reason. */
async function requireNeededDay(tx: Tx, mission_id: string, user_id: string, now: Date): Promise<string> {
  const [found] = await readPairs(tx, [{ user_id, mission_id }], now);
  const [member] = found?.life.memberships ?? [];
  if (!found || !member?.id) return fail('member_not_found');
  const day = checkinDay(found.life, member, { now, at: now, yesterday: false });
  if (day === 'mission_not_started' || day === 'mission_ended') return fail(day);
  if (day === 'already_checked_in') return fail('member_checked_in');
  const { missions } = standing(found.life, clockAt(now, found.life.zone));
  return typeof day === 'number' && missions.get(member.id)!.needed ? dayText(day) : fail('member_not_due');
}

const NudgedRow = z.object({ is_first: Bool, notified: z.array(Id) });

/**
 * Nudges a member who needs a check-in on their own day. The key enforces one nudge per pair, mission and day of that
 * member. The same statement inserts the notification. If one of the two blocked the other, there is none, and the
 * response does not reveal it (docs/rules.md#members).
 */
export async function nudgeMember(
  tx: Tx,
  mission: Authorized<MemberMission, 'member'>,
  from: User,
  toId: string,
  now: Date,
): Promise<void> {
  if (from.id === toId) fail('nudge_self');
  const day = await requireNeededDay(tx, mission.id, toId, now);
  const { is_first, notified } = await onlyRow(
    tx,
    NudgedRow,
    `with created as (
       insert into nudges (mission_id, from_id, to_id, day) values ($1, $2, $3, $4) on conflict do nothing returning to_id
     ), notified as (
       insert into notifications (id, user_id, type, mission_id, actor_id, created_at)
       select uuid7($5), to_id, 'nudge', $1, $2, $5 from created where not ${blockBetween('$2', '$3')} returning id
     )
     select exists (select from created) as is_first, array(select id from notified) as notified`,
    [mission.id, from.id, toId, day, now],
  );
  if (!is_first) fail('already_nudged');
  tx.changed({ mission_id: mission.id }, 'mission');
  await tx.notify(notified);
  // Without a notification, one of the two blocked the other.
  if (notified.length === 0) return;
  const raised = { mission_id: mission.id, actor_id: from.id, user_id: toId };
  await enqueueWebhook(tx, { event: 'nudge.received', ...raised }, now);
}
