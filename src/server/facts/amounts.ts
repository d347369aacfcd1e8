import * as z from 'zod/mini';
import { COUNTS_AT } from '#domain/amounts.ts';
import { Day, Int, Text } from '#platform/db/columns.ts';

/** Returns SQL for an exact decimal in hundredths. */
export const hundredthsSql = (decimal: string): string => `(${decimal} * 100)::int8`;

/** What a mission counts; `unit` is null if it counts nothing. */
export const AmountsColumns = z.object({
  unit: z.nullable(Text),
  /** The unit of stored amounts while the mission counts nothing. */
  hidden_unit: z.nullable(Text),
  target_hundredths: z.nullable(Int),
  counts_at: z.enum(COUNTS_AT),
  road_hundredths: z.nullable(Int),
  road_name: z.nullable(Text),
});
export type AmountsColumns = z.output<typeof AmountsColumns>;

/** The columns of a mission that counts nothing. */
export const NO_AMOUNTS: AmountsColumns = {
  unit: null,
  hidden_unit: null,
  target_hundredths: null,
  counts_at: 'any',
  road_hundredths: null,
  road_name: null,
};

/** Returns SQL for the columns of AmountsColumns; `mission` is an alias. */
export const amountsColumns = (mission: string): string =>
  `${mission}.unit, ${mission}.hidden_unit, ${hundredthsSql(`${mission}.amount_target`)} as target_hundredths,
   ${mission}.counts_at, ${hundredthsSql(`${mission}.road_length`)} as road_hundredths, ${mission}.road_name`;

/** A user's stored amounts of the last days in a mission; null if it counts nothing. */
export const RecentAmounts = z.nullable(z.array(z.object({ day: Day, hundredths: Int })));

/**
 * Returns SQL for RecentAmounts. `mission` is an alias, `user` and `today`, a day in UTC, are SQL. A change is at most
 * 48 hours old, one for yesterday a day older, and calendars differ from UTC by at most a day.
 */
export const recentAmounts = ({ mission, user, today }: Record<'mission' | 'user' | 'today', string>): string =>
  `case when ${mission}.unit is not null then coalesce((
     select json_agg(json_build_object('day', a.local_day, 'hundredths', ${hundredthsSql('a.amount')}))
     from day_amounts a where a.mission_id = ${mission}.id and a.user_id = ${user}
       and a.local_day between ${today} - 4 and ${today} + 2), '[]'::json) end`;

/** Returns SQL for what all members, former ones too, reached of the road; null without one. `mission` is an alias. */
export const roadDone = (mission: string): string =>
  `case when ${mission}.road_length is not null then (
     select ${hundredthsSql('sum(x.amount_total)')} from members x where x.mission_id = ${mission}.id) end`;
