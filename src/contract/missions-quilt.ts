import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { amount, Day } from './fields.ts';

/** One row of the quilt. Day 0 is the mission's first day, on the member's calendar. */
export const QuiltRow = z.object({
  user_id: described(z.string(), 'The id of the member.'),
  name: described(z.string(), 'The name of the member.'),
  joined: described(z.number(), 'The day of joining; negative if before the first day.'),
  today: described(z.number(), "The member's today; it may lie outside the mission."),
  days: described(z.string(), 'Days with a check-in, four days to a hex digit.'),
  rest_days: described(z.string(), 'Days that are saved or about to be, packed the same way.'),
  free_days: described(z.string(), "Days off by the schedule, up to the member's today, packed the same way."),
  away_days: described(z.string(), "Days of a break, up to the member's today, packed the same way."),
  amounts: described(
    z.nullable(z.array(z.nullable(amount('An amount.')))),
    'Your amounts by day, up to your today; null on days without one. Null in the rows of others, and where nothing is counted.',
  ),
  is_yesterday_open: described(z.boolean(), "Whether the member's yesterday is unchecked and can still be checked in."),
});
export type QuiltRow = z.output<typeof QuiltRow>;

export const getQuilt = endpoint(
  { method: 'GET', path: '/api/missions/{id}/quilt' },
  ON_SERVER && {
    access: 'user',
    summary: 'Get the days on which each member checked in, as hex digits of four days each',
    response: namedObject('Quilt', 'The days on which each member of a mission checked in.', {
      first_day: described(Day, 'The first day of the mission.'),
      last_day: described(Day, 'The last day of the mission.'),
      members: described(z.array(QuiltRow), 'One row for each member.'),
    }),
    errors: ['mission_not_found'],
    rate: 'figures',
    etag: true,
  },
);
