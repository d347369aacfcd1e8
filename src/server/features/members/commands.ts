import type { Member } from '#contract/missions.ts';
import { addDays, dayOf } from '#domain/days.ts';
import type { Queryable } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';
import { checkinDayNow, type MemberMission } from '../missions/public.ts';
import { unblocked } from '../safety/public.ts';

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

/** What one member sees of the nudges in a mission, by the member nudged and that member's day. */
export interface Nudges {
  /** Those of the viewer. */
  own: ReadonlySet<string>;
  /** Those of the others. */
  others: ReadonlyMap<string, { name: string; count: number }>;
  /** Whom the viewer blocked. */
  blocked: ReadonlySet<string>;
}

const keyOf = (userId: string, day: string) => `${userId} ${day}`;

interface NudgeRow {
  kind: 'own' | 'other' | 'blocked';
  user_id: string;
  day: string;
  name: string;
  count: number;
}

/** The nudges of these days. Nobody sees those of people whom they blocked, nor those that were silent. */
export async function listNudges(db: Queryable, missionId: string, viewerId: string, now: Date): Promise<Nudges> {
  const rows = await db.rows<NudgeRow>(
    `select 'own' as kind, to_id as user_id, day, '' as name, 1 as count from nudges
       where mission_id = $1 and day >= $3 and from_id = $2
     union all select 'other', n.to_id, n.day, (array_agg(u.name order by u.name, u.id))[1], count(*)
       from nudges n join users u on u.id = n.from_id
       where n.mission_id = $1 and n.day >= $3 and n.from_id <> $2
         and ${unblocked('$2', 'n.from_id')} and not ${blockBetween('n.from_id', 'n.to_id')}
       group by n.to_id, n.day
     union all select 'blocked', blocked_id, null, '', 1 from blocks where blocker_id = $2`,
    // No zone's today lies before yesterday in UTC.
    [missionId, viewerId, addDays(dayOf(now, 'UTC'), -1)],
  );
  const of = (kind: NudgeRow['kind']) => rows.filter((row) => row.kind === kind);
  return {
    own: new Set(of('own').map((row) => keyOf(row.user_id, row.day))),
    others: new Map(of('other').map((row) => [keyOf(row.user_id, row.day), row])),
    blocked: new Set(of('blocked').map((row) => row.user_id)),
  };
}

interface NudgedMember {
  user_id: string;
  timezone: string;
  streak_last_day: string | null;
}

/** What a member's row tells the viewer about nudges. */
export function toNudges(
  member: NudgedMember,
  mission: MemberMission,
  viewerId: string,
  nudges: Nudges,
  now: Date,
): Pick<Member, 'can_nudge' | 'nudged_today' | 'nudged_by'> {
  const open = checkinDayNow(mission, member, member.streak_last_day, now).ok;
  const key = keyOf(member.user_id, dayOf(now, member.timezone));
  const nudged = nudges.own.has(key);
  const others = nudges.others.get(key);
  return {
    can_nudge: open && !nudged && member.user_id !== viewerId && !nudges.blocked.has(member.user_id),
    nudged_today: nudged,
    nudged_by: others ? { name: others.name, others: others.count - 1 } : null,
  };
}
