import * as live from '../live.ts';
import * as streaks from '../streaks.ts';
import { describe } from './registry.ts';

describe(streaks.Streak, {
  id: 'Streak',
  is: 'The day ledger, which explains the streak.',
  fields: {
    streak_days: 'The days of the current streak.',
    longest_streak: 'The days of the longest one.',
    rest_days: 'Rest days saved up, each of which covers a missed day.',
    timezone: 'The time zone of the days.',
    days: {
      is: 'At most 90 days, oldest first.',
      fields: { day: 'The day.', state: 'What the day counts as.' },
    },
    pauses: {
      is: 'The breaks that share a day with these, oldest first.',
      fields: { from_day: 'The first day of the break.', to_day: 'Its last day.' },
    },
  },
});
describe(streaks.getStreak.query, {
  fields: { mission_id: 'The id of a mission, for the streak in it alone.' },
});
const pause = {
  from_day: 'The first day of the break.',
  to_day: 'Its last day: not before the first, and at most 42 days in all.',
  reason: 'What it is for; nobody else is told.',
} as const;
describe(streaks.Pause, {
  id: 'Pause',
  is: 'A break, whose days excuse one from checking in.',
  fields: { id: 'The id of the break.', ...pause, created_at: 'When it was planned.' },
});
describe(streaks.PauseInput, { id: 'PauseInput', is: 'A break to take.', fields: pause });

describe(live.Hint, {
  id: 'Hint',
  is: 'What changed: fetch whatever you show of it again.',
  fields: {
    kind: 'What changed. `everything`: more than hints can name, or hints may have been missed.',
    mission_id: 'The id of the mission in which it changed.',
    checkin_id: 'The id of the check-in that changed.',
  },
});
describe(live.Goodbye, {
  id: 'Goodbye',
  is: 'The last event of a stream.',
  fields: { kind: 'Always `goodbye`.', reconnect: 'False if a newer stream of the same user replaced this one.' },
});
