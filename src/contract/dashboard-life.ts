import * as z from 'zod/mini';
import { described, namedObject } from '#platform/contract/describe.ts';
import { Day } from './fields.ts';

const Days = z.nullable(
  z.object({
    from_day: described(Day, 'The day of the highest bit of the first byte.'),
    bits: described(z.string(), 'One bit for each day, in hexadecimal.'),
  }),
);

const Away = z.object({
  from_day: described(Day, 'The first of the days.'),
  to_day: described(Day, 'The last of them.'),
  kind: described(
    z.enum(['break', 'travel']),
    'Whether it is a break, or days that a change of timezone cut short or skipped.',
  ),
});

const Membership = z.object({
  mission_id: described(z.nullable(z.string()), 'The id of the mission; null if you left it or it was deleted.'),
  times: described(z.nullable(z.number()), 'Check-ins a week; null if `weekdays` says when.'),
  weekdays: described(z.number(), 'The weekdays as bits, from 1 for Monday to 64 for Sunday; 127 is every day.'),
  first_day: described(Day, 'The first day of the mission; its weeks begin with it.'),
  last_day: described(Day, 'The last day of the mission.'),
  joined_day: described(Day, 'The day you joined.'),
  returned_day: described(Day, 'The day you last came back; the day you joined if you never left.'),
  until_day: described(Day, 'The last day on which it asks you for a check-in.'),
  is_running: described(z.boolean(), 'Whether it accepts your check-ins.'),
  checked: described(Days, 'The days you checked in; null without any.'),
});

export const DashboardLife = namedObject('Life', 'What your days are computed from, on your own calendar.', {
  timezone: described(z.string(), 'Your timezone.'),
  moved_day: described(z.nullable(Day), 'The day on which you last changed it; null if you never did.'),
  away: described(z.array(Away), 'Days that ask you for nothing.'),
  archived: described(Days, 'The days you checked in to missions that were deleted; null without any.'),
  memberships: described(z.array(Membership), 'The missions you are or were in.'),
});
