import type { Tx } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';
import { type MemberMission, type NudgedMember, nudgeDay } from '../missions/public.ts';
import { blockBetween } from '../safety/public.ts';
import { excusesColumn } from '../streaks/public.ts';

/**
 * Nudges a member for whom something is due on their own day: once a day of that member for each pair and mission, which
 * the key enforces. The notification is inserted by the same statement; if one of the two blocked the other there is
 * none, and the answer does not show it (docs/rules.md#members).
 */
export async function nudge(tx: Tx, mission: MemberMission, fromId: string, toId: string, now: Date): Promise<void> {
  if (fromId === toId) fail('nudge_self');
  const [member] = await tx.rows<NudgedMember>(
    `select u.timezone, mb.streak_last_day, ${excusesColumn('u.id')} from members mb join users u on u.id = mb.user_id
     where mb.mission_id = $1 and mb.user_id = $2 and mb.left_at is null`,
    [mission.id, toId],
  );
  if (!member) return fail('member_not_found');
  const open = nudgeDay(mission, member, now);
  if (!open.ok) return fail(open.code);
  const [row] = await tx.rows<{ is_first: boolean; notified: string[] }>(
    `with created as (
       insert into nudges (mission_id, from_id, to_id, day) values ($1, $2, $3, $4) on conflict do nothing returning to_id
     ), notified as (
       insert into notifications (id, user_id, type, mission_id, actor_id, created_at)
       select uuid7($5), to_id, 'nudge', $1, $2, $5 from created where not ${blockBetween('$2', '$3')} returning id
     )
     select exists (select from created) as is_first, array(select id from notified) as notified`,
    [mission.id, fromId, toId, open.day, now],
  );
  if (!row!.is_first) fail('already_nudged');
  await tx.notify(row!.notified);
}
