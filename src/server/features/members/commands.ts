import { dayOf } from '#domain/days.ts';
import type { Tx } from '../../db/open.ts';
import { recentColumn } from '../../facts/asked-days.ts';
import { checkinDayNow, dueTodayOf, type ScheduledMemberRow } from '../../facts/due.ts';
import { missionExcuses } from '../../facts/excuses.ts';
import { blockBetween } from '../../facts/visibility.ts';
import { fail } from '../../http/errors.ts';
import type { MemberMission } from '../missions/public.ts';
import { enqueueWebhook } from '../webhooks/public.ts';

const MISSION_EXCUSES = missionExcuses({ mission: 'm', user: 'u' });
const RECENT = recentColumn({ mission: 'm', member: 'mb', today: '$3' });

/**
 * Nudges a member for whom a check-in is needed on their own day: once a day of that member for each pair and mission, which
 * the key enforces. The notification is inserted by the same statement; if one of the two blocked the other there is
 * none, and the answer does not show it (docs/rules.md#members).
 */
export async function nudge(tx: Tx, mission: MemberMission, fromId: string, toId: string, now: Date): Promise<void> {
  if (fromId === toId) fail('nudge_self');
  const [member] = await tx.rows<ScheduledMemberRow>(
    `select u.timezone, mb.joined_day, mb.streak_last_day, ${RECENT}, ${MISSION_EXCUSES}
     from members mb join users u on u.id = mb.user_id join missions m on m.id = mb.mission_id
     where mb.mission_id = $1 and mb.user_id = $2 and mb.left_at is null`,
    [mission.id, toId, dayOf(now, 'UTC')],
  );
  if (!member) return fail('member_not_found');
  const open = checkinDayNow(mission, member, member.streak_last_day, now);
  if (!open.ok) return fail(open.code === 'already_checked_in' ? 'member_checked_in' : open.code);
  if (!dueTodayOf(mission, member, now).needed_today) return fail('member_not_due');
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
  // Without a notification one of the two blocked the other.
  if (row!.notified.length === 0) return;
  const raised = { mission_id: mission.id, actor_id: fromId, user_id: toId };
  await enqueueWebhook(tx, { event: 'nudge.received', ...raised }, now);
}
