import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BadgeInput, badgesFor, hasStayed } from './badges.ts';
import { addDays } from './days.ts';
import { type Away, EVERY_WEEKDAY } from './life.ts';
import { DAILY, isScheduledOn, type Schedule, scheduleColumns } from './schedule.ts';
import { buildLife, buildMembership, standingIn } from './testing/one-mission.ts';

const plain: BadgeInput = {
  checkins_count: 10,
  counted_checkins: 10,
  joined_in_time: true,
  missed_days: 20,
  planned_days: 30,
  mission_planned_days: 30,
  has_smaller_goals: false,
  schedule: DAILY,
  points: 100,
  longest_streak: 4,
  level_goal: null,
  streak_goal: null,
  rank: 4,
  member_count: 5,
  with_content_count: 0,
  reactions_given: 0,
  most_reactions_given: 7,
  has_stayed: false,
  has_arrived: false,
  road_name: null,
};
const badgesWith = (fields: Partial<BadgeInput>) => {
  const counted_checkins = fields.counted_checkins ?? fields.checkins_count ?? plain.checkins_count;
  const planned_days = fields.planned_days ?? plain.planned_days;
  const missed_days = planned_days - counted_checkins;
  return badgesFor({ ...plain, counted_checkins, missed_days, mission_planned_days: planned_days, ...fields });
};
const keysOf = (fields: Partial<BadgeInput>) => badgesWith(fields).map((badge) => badge.key);

describe('badges', () => {
  it.each<[string, Partial<BadgeInput>, Partial<BadgeInput>]>([
    ['perfect_mission', { checkins_count: 30 }, { checkins_count: 29 }],
    [
      'perfect_mission',
      { checkins_count: 14, planned_days: 14, mission_planned_days: 12 },
      { checkins_count: 14, counted_checkins: 11, planned_days: 11, mission_planned_days: 12 },
    ],
    // Check-ins beyond the schedule, such as during a break, do not make up for a missed day.
    [
      'perfect_mission',
      { checkins_count: 4, planned_days: 4 },
      { checkins_count: 4, planned_days: 5, mission_planned_days: 4 },
    ],
    ['perfect_mission', { checkins_count: 30 }, { checkins_count: 28, planned_days: 28, mission_planned_days: 30 }],
    ['consistent', { checkins_count: 24 }, { checkins_count: 23 }],
    [
      'consistent',
      { checkins_count: 12, planned_days: 12 },
      { checkins_count: 12, counted_checkins: 9, planned_days: 12 },
    ],
    ['consistent', { checkins_count: 1, planned_days: 1 }, { checkins_count: 0, planned_days: 0 }],
    ['consistent', { checkins_count: 8, planned_days: 10 }, { checkins_count: 291, planned_days: 364 }],
    ['streak_goal', { streak_goal: 4 }, { streak_goal: 5 }],
    ['streak_goal', { streak_goal: 1 }, { streak_goal: null }],
    ['level_goal', { level_goal: 2 }, { level_goal: 3 }],
    ['level_goal', { level_goal: 1, points: 10 }, { level_goal: 1, points: 0, checkins_count: 0 }],
    ['mission_star', { rank: 1 }, { rank: 1, member_count: 1 }],
    ['mission_star', { rank: 1, member_count: 2 }, { rank: 1, checkins_count: 0 }],
    ['mission_star', { rank: 1, member_count: 2 }, { rank: null, member_count: 2 }],
    ['silver_star', { rank: 2, member_count: 2 }, { rank: 1 }],
    ['bronze_star', { rank: 3 }, { rank: 4 }],
    ['storyteller', { with_content_count: 5 }, { with_content_count: 4 }],
    ['storyteller', { with_content_count: 1, checkins_count: 1 }, { with_content_count: 0, checkins_count: 0 }],
    ['cheerleader', { reactions_given: 7 }, { reactions_given: 6 }],
    ['cheerleader', { reactions_given: 1, most_reactions_given: 1 }, { reactions_given: 0, most_reactions_given: 0 }],
    ['comeback', { has_stayed: true }, { has_stayed: false }],
    ['finisher', { checkins_count: 1 }, { checkins_count: 0 }],
  ])('earns %s with %j but not with %j', (name, earned, missed) => {
    expect(keysOf(earned)).toContain(name);
    expect(keysOf(missed)).not.toContain(name);
  });

  it('are independent of each other, so a perfect mission is also consistent', () => {
    const everything = {
      checkins_count: 30,
      streak_goal: 4,
      level_goal: 2,
      rank: 1,
      with_content_count: 30,
      reactions_given: 9,
      has_stayed: true,
    };
    expect(keysOf(everything)).toEqual([
      'perfect_mission',
      'consistent',
      'streak_goal',
      'level_goal',
      'mission_star',
      'storyteller',
      'cheerleader',
      'comeback',
      'finisher',
    ]);
    expect(keysOf({})).toEqual(['finisher']);
    expect(keysOf({ checkins_count: 0 })).toEqual([]);
  });
});

describe('staying after a comeback', () => {
  /** A Monday. */
  const FIRST = 4;
  const stays = (
    schedule: Schedule,
    comeback: number,
    checked: number[],
    away: [from: number, to: number] | null = null,
  ) => {
    const { schedule_times: times, schedule_days } = scheduleColumns(schedule);
    const days = checked.map((at) => FIRST + at);
    const plan = { times, weekdays: schedule_days ?? EVERY_WEEKDAY, first: FIRST, last: FIRST + 29, checked: days };
    const m = buildMembership({ ...plan, running: false });
    const pauses: Away[] = away ? [{ from: FIRST + away[0], to: FIRST + away[1], kind: 'break' }] : [];
    const found = standingIn(buildLife(m, pauses), FIRST + 40);
    return hasStayed(m, { ...found, comebacks: [FIRST + comeback] });
  };

  it('requires the next two days after a comeback, neither missed nor after the end', () => {
    expect(stays(DAILY, 5, [0, 5, 6, 7])).toBe(true);
    expect(stays(DAILY, 5, [0, 5, 6, 8])).toBe(false);
    expect(stays(DAILY, 28, [0, 28, 29])).toBe(false);
  });

  it('skips days of a break and free days', () => {
    // Days 8 and 15 are Tuesdays.
    expect(stays({ kind: 'weekdays', days: ['tue', 'thu'] }, 15, [15, 17, 22])).toBe(true);
    expect(stays({ kind: 'weekdays', days: ['tue', 'thu'] }, 15, [15, 16, 18, 22])).toBe(false);
    expect(stays({ kind: 'weekly', times: 2 }, 16, [16, 18, 22])).toBe(true);
    expect(stays({ kind: 'weekly', times: 2 }, 16, [16, 27])).toBe(false);
    expect(stays(DAILY, 5, [5, 8, 9], [6, 7])).toBe(true);
  });

  it('counts a day that a rest day saved as missed', () => {
    expect(stays(DAILY, 10, [0, 1, 2, 3, 4, 5, 6, 10, 12, 13])).toBe(false);
  });

  it('checks only the following days in a daily or weekday mission', () => {
    const someSchedule = fc.constantFrom<Schedule>(
      DAILY,
      { kind: 'weekdays', days: ['mon', 'wed', 'fri'] },
      { kind: 'weekdays', days: ['sun'] },
    );
    const someDays = fc.uniqueArray(fc.nat({ max: 29 }), { minLength: 1 });
    const day = (at: number) => addDays('1970-01-05', at);
    fc.assert(
      fc.property(
        someSchedule,
        someDays,
        fc.nat({ max: 29 }),
        fc.nat({ max: 29 }),
        (schedule, checked, comeback, from) => {
          const isPaused = (at: number) => at >= from && at <= from + 4 && !checked.includes(at);
          const next = Array.from({ length: 29 - comeback }, (_, at) => comeback + 1 + at)
            .filter((at) => isScheduledOn(schedule, day(at)) && !isPaused(at))
            .slice(0, 2);
          const plain = next.length === 2 && next.every((at) => checked.includes(at));
          expect(stays(schedule, comeback, checked, [from, from + 4])).toBe(plain);
        },
      ),
    );
  });
});
