import * as z from 'zod/mini';
import { dayOf } from '#domain/days.ts';
import { Int, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { AmountsColumns, amountsColumns, RecentAmounts, recentAmounts } from '../../../facts/amounts.ts';
import { MissionRow } from '../../../facts/missions.ts';
import { ownHabitOf } from '../../../facts/own-habits.ts';

const SummaryRow = z.object({
  ...z.pick(MissionRow, { id: true, title: true, patch: true, habit: true, first_day: true, duration_days: true })
    .shape,
  ...z.pick(MissionRow, { timezone: true, end_date: true, is_active: true, completed_at: true, owner_id: true }).shape,
  owner_name: Text,
  member_count: Int,
  points: Int,
  own_habit: z.nullable(Text),
  ...AmountsColumns.shape,
  amounts: RecentAmounts,
});
export type SummaryRow = z.output<typeof SummaryRow>;

/** SQL that selects missions `m` in a state at instant $2. */
const IN_STATE = {
  active: 'm.is_active and m.end_date > $2',
  ended: 'm.is_active and m.end_date <= $2',
  // PostgreSQL cannot infer the type of an unused parameter.
  completed: 'not m.is_active and $2::timestamptz is not null',
  all: '$2::timestamptz is not null',
} as const;

/** Newest first, starting after `before`. */
export const listSummaries = (
  db: Queryable,
  userId: string,
  page: { state: keyof typeof IN_STATE; limit: number; before?: string | undefined },
  now: Date,
): Promise<SummaryRow[]> =>
  db.rows(
    SummaryRow,
    `select m.id, m.title, m.patch, m.habit, ${ownHabitOf({ mission: 'm', member: 'mb' })} as own_habit, m.first_day, m.duration_days, m.timezone, m.end_date, m.is_active, m.completed_at, m.owner_id,
       o.name as owner_name, mb.points, ${amountsColumns('m')},
       ${recentAmounts({ mission: 'm', user: '$1', today: '$5::date' })} as amounts, (select count(*) from members x where x.mission_id = m.id and x.left_at is null) as member_count
     from members mb join missions m on m.id = mb.mission_id join users o on o.id = m.owner_id
     where mb.user_id = $1 and mb.left_at is null and ${IN_STATE[page.state]} and ($4::uuid is null or m.id < $4)
     order by m.id desc limit $3`,
    [userId, now, page.limit, page.before ?? null, dayOf(now, 'UTC')],
  );
