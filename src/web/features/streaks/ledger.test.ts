import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { DayState, Streak } from '#contract/streaks.ts';
import { addDays } from '#domain/days.ts';
import { LEDGER_DAYS } from '#domain/limits.ts';
import { longMonth } from '#platform/web/lib/format.ts';
import { getT } from '#platform/web/lib/language.ts';
import { calendarMonths } from './calendar-months.ts';
import { findRun } from './ledger.ts';
import { streakText } from './streak-text.tsx';

const SIGNS: Record<string, DayState> = {
  c: 'checked',
  r: 'rest',
  e: 'excused',
  f: 'free',
  m: 'missed',
  o: 'open',
};
const TODAY = '2026-11-21';

/** Returns a ledger that ends today, with one letter per day. */
function ledger(letters: string, fields: Partial<Streak> = {}): Streak {
  const days = [...letters].map((letter, i) => ({
    day: addDays(TODAY, i + 1 - letters.length),
    state: SIGNS[letter]!,
  }));
  const checked = letters.length - letters.replaceAll('c', '').length;
  return {
    days,
    streak_days: checked,
    longest_streak: checked,
    rest_days: 0,
    timezone: 'Asia/Kuala_Lumpur',
    pauses: [],
    ...fields,
  };
}

describe('current streak on the ledger', () => {
  test('goes back over rest days and excused days to the last missed day', () => {
    const streak = findRun(ledger('cmcrcecc', { streak_days: 4 }));
    expect(streak).toEqual({
      from: '2026-11-16',
      to: '2026-11-21',
      checked: 4,
      rest: ['2026-11-17'],
      excused: ['2026-11-19'],
      pauses: [],
      free: [],
      waiting: [],
      isOpen: false,
      began_before: false,
    });
  });

  test('includes free days, even today, but does not start with one', () => {
    expect(findRun(ledger('mfcfcf', { streak_days: 2 }))).toMatchObject({
      from: '2026-11-18',
      to: '2026-11-21',
      free: ['2026-11-19', '2026-11-21'],
    });
  });

  test('does not start with a day without a check-in', () => {
    expect(findRun(ledger('merccc', { streak_days: 3 }))).toMatchObject({ from: '2026-11-19', rest: [], excused: [] });
  });

  test('leaves out an open today and lists the days that rest days are holding', () => {
    expect(findRun(ledger('ccro', { streak_days: 2 }))).toMatchObject({
      to: '2026-11-20',
      rest: [],
      waiting: ['2026-11-20'],
    });
  });

  test('goes back no further than its number of days', () => {
    expect(findRun(ledger('cccc', { streak_days: 2 }))).toMatchObject({ from: '2026-11-20', checked: 2 });
  });

  test('can be older than the ledger, and then starts there even with a rest day', () => {
    const long = ledger(`r${'c'.repeat(LEDGER_DAYS - 1)}`, { streak_days: 200 });
    expect(findRun(long)).toMatchObject({ from: long.days[0]!.day, checked: LEDGER_DAYS - 1, began_before: true });
  });

  test('is null without check-ins up to today', () => {
    expect(findRun(ledger('cmo', { streak_days: 0 }))).toBeNull();
    expect(findRun(ledger('o', { streak_days: 1 }))).toBeNull();
    expect(findRun(ledger('', { streak_days: 0 }))).toBeNull();
  });
});

describe('text of the ledger', () => {
  test.each([
    ['nothing yet', ledger('o'), ['Your streak starts with your first check-in.']],
    ['no day of the mission yet', ledger(''), ['Your streak starts with your first check-in.']],
    [
      'a streak that ended',
      ledger('ccmmo', { streak_days: 0, longest_streak: 12 }),
      ['Your next check-in starts a new streak.', 'Your longest so far: **12 days**.'],
    ],
    [
      'a streak that ended because no mission asked for more than six weeks',
      ledger(`cc${'f'.repeat(43)}`, { streak_days: 0, longest_streak: 2 }),
      [
        'No mission needed you for six weeks, so your next check-in starts a new streak.',
        'Your longest so far: **2 days**.',
      ],
    ],
    [
      'a long time without a mission after a missed day',
      ledger(`cm${'f'.repeat(43)}`, { streak_days: 0, longest_streak: 1 }),
      ['Your next check-in starts a new streak.', 'Your longest so far: **1 day**.'],
    ],
    [
      'a yesterday that is open',
      ledger('ccoo'),
      [
        "You've checked in on **2 days** since Wednesday, 18 November.",
        'You can still check in for yesterday **until noon**.',
        'With yesterday and today it is **4**.',
      ],
    ],
    ['the first day', ledger('c'), ['Your streak began on **Saturday, 21 November**.']],
    [
      'the morning after the first day',
      ledger('co'),
      ['Your streak began on **Friday, 20 November**.', 'Check in today to make it **2**.'],
    ],
    ['days without a bridge', ledger('ccc'), ["You've checked in **3 days** in a row, since Thursday, 19 November."]],
    [
      'one rest day',
      ledger('ccrc'),
      [
        "You've checked in on **3 days** since Wednesday, 18 November.",
        'A **day** was saved: 20 November.',
        "Saved days protect your streak but don't add to it.",
      ],
    ],
    [
      'two rest days',
      ledger('crrc'),
      [
        "You've checked in on **2 days** since Wednesday, 18 November.",
        '**2 days** were saved: 19 November and 20 November.',
        "Saved days protect your streak but don't add to it.",
      ],
    ],
    [
      'many rest days and a journey',
      ledger('crcrcrcec'),
      [
        "You've checked in on **5 days** since Friday, 13 November.",
        '**3 days** were saved, most recently 18 November.',
        "A **day of travel** on 20 November doesn't count against your streak.",
        "Saved days and days off protect your streak but don't add to it.",
      ],
    ],
    [
      'journeys alone',
      ledger('ceec'),
      [
        "You've checked in on **2 days** since Wednesday, 18 November.",
        "**Days of travel** on 19 November and 20 November don't count against your streak.",
        "Days off protect your streak but don't add to it.",
      ],
    ],
    [
      'a break',
      ledger('ceeec', { pauses: [{ from_day: '2026-11-18', to_day: '2026-11-20' }] }),
      [
        "You've checked in on **2 days** since Tuesday, 17 November.",
        "Your **break** from 18 November to 20 November doesn't count against your streak.",
        "Days off protect your streak but don't add to it.",
      ],
    ],
    [
      'a break that goes on, on a day of it, and a journey before it',
      ledger('cecee', { pauses: [{ from_day: '2026-11-20', to_day: '2026-12-03' }] }),
      [
        "You've checked in on **2 days** since Tuesday, 17 November.",
        "A **day of travel** on 18 November doesn't count against your streak.",
        "Your **break** from 20 November to 3 December doesn't count against your streak.",
        "Days off protect your streak but don't add to it.",
      ],
    ],
    [
      'two breaks of a day each',
      ledger('cecec', {
        pauses: [
          { from_day: '2026-11-18', to_day: '2026-11-18' },
          { from_day: '2026-11-20', to_day: '2026-11-20' },
        ],
      }),
      [
        "You've checked in on **3 days** since Tuesday, 17 November.",
        "**2 breaks** don't count against your streak, most recently on 20 November.",
        "Days off protect your streak but don't add to it.",
      ],
    ],
    [
      'breaks that do not carry the streak',
      ledger('cemcc', { streak_days: 2, pauses: [{ from_day: '2026-11-18', to_day: '2026-11-18' }] }),
      ["You've checked in **2 days** in a row, since Friday, 20 November."],
    ],
    [
      'a rest day that is held',
      ledger('ccro'),
      [
        "You've checked in on **2 days** since Wednesday, 18 November.",
        '**20 November** will be saved once you check in again.',
        "Saved days protect your streak but don't add to it.",
        'Check in today to make it **3**.',
      ],
    ],
    [
      'free days',
      ledger('cfcff'),
      [
        "You've checked in on **2 days** since Tuesday, 17 November.",
        "Days off protect your streak but don't add to it.",
      ],
    ],
    [
      'rest days, a journey and free days',
      ledger('crecfc'),
      [
        "You've checked in on **3 days** since Monday, 16 November.",
        'A **day** was saved: 17 November.',
        "A **day of travel** on 18 November doesn't count against your streak.",
        "Saved days and days off protect your streak but don't add to it.",
      ],
    ],
    [
      'a streak older than the ledger',
      ledger('c'.repeat(LEDGER_DAYS), { streak_days: 120 }),
      ["You're on a **120-day** streak, longer than the 90 days shown here."],
    ],
    [
      'a streak that rest days stretch beyond the ledger',
      ledger(`r${'c'.repeat(LEDGER_DAYS - 1)}`, { streak_days: LEDGER_DAYS }),
      [
        'Your **90-day** streak began before the 90 days shown here.',
        'A **day** was saved: 24 August.',
        "Saved days protect your streak but don't add to it.",
      ],
    ],
    [
      'a streak of several years',
      ledger('c'.repeat(LEDGER_DAYS), { streak_days: 811 }),
      ['Your **811-day** streak began before the 90 days shown here.'],
    ],
    // The check-in was made further east, on a day that has not started here. So today cannot be checked in.
    [
      'a journey west',
      ledger('co', { streak_days: 2 }),
      ["You've checked in **2 days** in a row, since Friday, 20 November."],
    ],
    ['a journey west on the first day', ledger('o', { streak_days: 1 }), ['Your streak is **1 day**.']],
  ])('explains %s', (_, streak, sentences) => {
    const written = streakText(getT(), streak).map((one) =>
      renderToStaticMarkup(one)
        .replaceAll(/<\/?strong>/g, '**')
        .replaceAll('&#x27;', "'")
        .trim(),
    );
    expect(written).toEqual(sentences);
  });
});

describe('calendar', () => {
  const streak = ledger('ccro', { streak_days: 2 });
  const months = calendarMonths(streak, findRun(streak));
  const nameOf = ({ first }: (typeof months)[number]) => longMonth(first);

  test('shows the last three months at most, newest first, in weeks from Monday', () => {
    expect(months.map(nameOf)).toEqual(['November']);
    const quarter = calendarMonths(ledger('m'.repeat(LEDGER_DAYS)), null);
    expect(quarter.map(nameOf)).toEqual(['November', 'October', 'September']);
    // 2026-11-01 is a Sunday.
    expect(months[0]!.weeks).toHaveLength(6);
    expect(months[0]!.weeks[0]!.map((place) => place?.date ?? null)).toEqual([null, null, null, null, null, null, 1]);
    const places = quarter.flatMap((month) => month.weeks.flat());
    expect(places.filter((place) => place !== null)).toHaveLength(30 + 31 + 30);
  });

  test('goes back to the month in which the streak started', () => {
    const long = ledger('c'.repeat(LEDGER_DAYS), { streak_days: LEDGER_DAYS });
    const shown = calendarMonths(long, findRun(long));
    expect(shown.map(nameOf)).toEqual(['November', 'October', 'September', 'August']);
    const carried = shown.flatMap((month) => month.weeks.flat()).filter((place) => place?.carried);
    expect(carried).toHaveLength(LEDGER_DAYS);
  });

  test('marks the days that carry the streak and leaves days outside the ledger blank', () => {
    const shown = months[0]!.weeks.flat().filter((place) => place?.state);
    expect(shown.map((place) => [place?.date, place?.state, place?.carried])).toEqual([
      [18, 'checked', true],
      [19, 'checked', true],
      [20, 'rest', true],
      [21, 'open', false],
    ]);
  });

  test('distinguishes unchecked days of a break from days of travel', () => {
    const away = ledger('eeceo', { streak_days: 1, pauses: [{ from_day: '2026-11-18', to_day: '2026-11-20' }] });
    const days = calendarMonths(away, findRun(away))[0]!.weeks.flat();
    const shown = days.filter((place) => place?.state).map((place) => [place?.date, place?.state]);
    expect(shown).toEqual([
      [17, 'excused'],
      [18, 'break'],
      [19, 'checked'],
      [20, 'break'],
      [21, 'open'],
    ]);
  });

  test('crosses the turn of the year and is empty without days', () => {
    expect(
      calendarMonths(
        {
          days: [
            { day: '2025-12-31', state: 'checked' },
            { day: '2026-01-01', state: 'open' },
          ],
          pauses: [],
        },
        null,
      ).map((month) => month.first),
    ).toEqual(['2026-01-01', '2025-12-01']);
    expect(calendarMonths({ days: [], pauses: [] }, null)).toEqual([]);
  });

  test('can start weeks with Saturday and contains every day of the month once', () => {
    const one = ledger('ccc');
    const [month] = calendarMonths(one, findRun(one), 5);
    const days = month!.weeks.flat();
    expect(days.flatMap((entry) => (entry ? [entry.date] : []))).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
    // 2026-11-21 is a Saturday.
    expect(month!.weeks.map((week) => week[0]?.date)).toEqual([undefined, 7, 14, 21, 28]);
  });
});
