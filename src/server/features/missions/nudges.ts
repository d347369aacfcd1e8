import type { Member } from '#contract/missions.ts';
import { addDays, dayOf } from '#domain/days.ts';
import type { Queryable } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';
import { checkinDayNow, type MemberMission } from './access.ts';

/** Whether one of the two blocked the other. */
const blockBetween = (one: string, other: string) =>
  `exists (select from blocks b where (b.blocker_id = ${one} and b.blocked_id = ${other})
     or (b.blocker_id = ${other} and b.blocked_id = ${one}))`;

/**
 * Nudges a member whose own day is open: once a day, by that member's clock, for each pair and mission, which the key
 * settles. The notification is part of the same statement; between people of whom one blocked the other there is none,
 * and the answer does not tell (Decisions 4, 6, 9).
 */
export async function nudge(
  db: Queryable,
  mission: MemberMission,
  fromId: string,
  toId: string,
  now: Date,
): Promise<void> {
  if (fromId === toId) fail('nudge_self');
  const [member] = await db.rows<{ timezone: string; streak_last_day: string | null }>(
    `select u.timezone, mb.streak_last_day from members mb join users u on u.id = mb.user_id
     where mb.mission_id = $1 and mb.user_id = $2 and mb.left_at is null`,
    [mission.id, toId],
  );
  if (!member) return fail('member_not_found');
  const open = checkinDayNow(mission, member, member.streak_last_day, now);
  if (!open.ok) return fail(open.code === 'already_checked_in' ? 'member_checked_in' : open.code);
  const [row] = await db.rows<{ made: number }>(
    `with made as (
       insert into nudges (mission_id, from_id, to_id, day) values ($1, $2, $3, $4) on conflict do nothing returning to_id
     ), told as (
       insert into notifications (id, user_id, type, mission_id, actor_id, created_at)
       select uuid7($5), to_id, 'nudge', $1, $2, $5 from made where not ${blockBetween('$2', '$3')}
     )
     select count(*) as made from made`,
    [mission.id, fromId, toId, open.day, now],
  );
  if (row!.made === 0) fail('already_nudged');
}

/** What a member sees of nudges in a mission: the latest day of each, and whom that member blocked. */
export interface Nudges {
  sent: ReadonlyMap<string, string>;
  received: ReadonlyMap<string, string>;
  blocked: ReadonlySet<string>;
}

export async function listNudges(db: Queryable, missionId: string, userId: string, now: Date): Promise<Nudges> {
  const rows = await db.rows<{ kind: 'sent' | 'received' | 'blocked'; user_id: string; day: string }>(
    `select 'sent' as kind, to_id as user_id, max(day) as day from nudges
       where mission_id = $1 and from_id = $2 and day >= $3 group by to_id
     union all select 'received', n.from_id, max(n.day) from nudges n
       where n.mission_id = $1 and n.to_id = $2 and n.day >= $3 and not ${blockBetween('n.from_id', 'n.to_id')}
       group by n.from_id
     union all select 'blocked', blocked_id, null from blocks where blocker_id = $2`,
    // No zone's today lies before yesterday in UTC.
    [missionId, userId, addDays(dayOf(now, 'UTC'), -1)],
  );
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    sent: new Map(of('sent').map((row) => [row.user_id, row.day])),
    received: new Map(of('received').map((row) => [row.user_id, row.day])),
    blocked: new Set(of('blocked').map((row) => row.user_id)),
  };
}

interface NudgedMember {
  user_id: string;
  timezone: string;
  streak_last_day: string | null;
}

/** What a member's row tells the viewer about nudges. */
export function presentNudges(
  member: NudgedMember,
  mission: MemberMission,
  viewer: { id: string; timezone: string },
  nudges: Nudges,
  now: Date,
): Pick<Member, 'can_nudge' | 'nudged_today' | 'nudged_you'> {
  const open = checkinDayNow(mission, member, member.streak_last_day, now).ok;
  const nudged = nudges.sent.get(member.user_id) === dayOf(now, member.timezone);
  return {
    can_nudge: open && !nudged && member.user_id !== viewer.id && !nudges.blocked.has(member.user_id),
    nudged_today: nudged,
    nudged_you: nudges.received.get(member.user_id) === dayOf(now, viewer.timezone),
  };
}
