import * as insights from '../insights.ts';
import { describe } from './registry.ts';
import { PERSON } from './repeated-words.ts';

const figures = {
  checkins: 'How many check-ins.',
  days_open: 'Days on which a check-in was possible.',
  days_checked: 'Days with at least one.',
} as const;
const stretch = { from: 'Its first day.', ...figures } as const;
const people = {
  ...PERSON,
  recent_checked: 'Days checked in, in the last 7 days.',
  recent_open: 'Days on which it was possible, in the last 7 days.',
  earlier_checked: 'Days checked in, in the 14 days before.',
  earlier_open: 'Days on which it was possible, in the 14 days before.',
} as const;

describe(insights.MissionHealth, {
  id: 'MissionHealth',
  is: 'How regularly the members of an owned mission check in, until its completion.',
  fields: {
    mission_id: 'The id of the mission.',
    title: 'The title of the mission.',
    member_count: 'How many members there are.',
    counts: {
      is: 'How many members are at each level.',
      fields: {
        carrying: 'Nearly every day.',
        steady: 'As regularly as before.',
        drifting: 'Less than before.',
        away: 'Not at all lately.',
        new: 'Too new to say.',
      },
    },
    carrying: { is: 'At most 10 of those who carry it.', fields: people },
    drifting: { is: 'At most 10 of those who drift.', fields: people },
    away: { is: 'At most 10 of those who are away.', fields: people },
  },
});
describe(insights.Insights, {
  id: 'Insights',
  is: 'Check-in times, trend and streaks.',
  fields: {
    from: 'The first open or checked day of the last 12 months, or of 14 days in the preview; without one their first day.',
    to: 'The last day that counts.',
    timezone: 'The time zone of the days.',
    ...figures,
    weekdays: {
      is: 'The figures by weekday, of the days that daily missions and those of certain days asked for.',
      fields: { weekday: 'The weekday; Monday is 0.', ...figures },
    },
    best_weekday: 'The weekday with the largest share; null without enough days.',
    hardest_weekday: 'The weekday with the smallest share; null without enough days.',
    rhythm: {
      is: "Check-ins by weekday and hour on the user's clock at the time; hours without one are left out.",
      fields: { weekday: 'The weekday; Monday is 0.', hour: 'The hour, 0 to 23.', checkins: 'How many check-ins.' },
    },
    days: { is: 'The last 14 days, oldest first.', fields: stretch },
    full: {
      is: 'What only PRO and PREMIUM include; null on Free, where the rest is a preview of the last 14 days.',
      fields: {
        weeks: { is: 'The figures by week.', fields: stretch },
        months: { is: 'The figures by month.', fields: stretch },
        missions: {
          is: 'The figures by mission.',
          fields: {
            mission_id: 'The id of the mission.',
            title: 'The title of the mission.',
            state: 'Whether its days go on, are over, or were completed.',
            checkins: 'How many check-ins.',
            points: 'Points earned in it.',
            longest_streak: 'The days of the longest streak in it.',
            share: 'Whole percent of the days since joining, as on the leaderboard.',
          },
        },
        longest_streak: 'The days of the longest streak.',
        runs: {
          is: 'The newest 20 streaks, newest first.',
          fields: {
            from: 'Its first day.',
            to: 'Its last day.',
            days: 'Its days with a check-in.',
            rest_days: 'How many rest days bridged it.',
            excused_days: 'How many days of breaks and journeys bridged it.',
            current: 'Whether it still goes on.',
          },
        },
        owned: 'The health of the missions that one owns.',
      },
    },
  },
});
