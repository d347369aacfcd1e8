import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { FullInsights, HealthPerson, Insights, StreakRun } from '#contract/insights.ts';
import { lookOf } from '#domain/looks.ts';
import { shortDay } from '#platform/web/lib/format.ts';
import { CheckinTrend, HourHeatmap } from './charts.tsx';
import { yearAt } from './insight-text.ts';
import { LastFourteenDays } from './last-14-days.tsx';
import { MissionHealthCard } from './missions.tsx';
import { StreakHistory } from './streak-history.tsx';
import { Weekdays } from './weekdays.tsx';

const run = (from: string, to: string, days: number, current = false): StreakRun => ({
  ...{ from, to, days, current },
  rest_days: 0,
  excused_days: 0,
});
const stretch = (from: string) => ({ from, checkins: 1, days_open: 1, days_checked: 1 });
const stretchesFrom = (...days: string[]) => days.map(stretch);
const fullOf = (fields: Partial<FullInsights>) => fields as FullInsights;

describe('streak history', () => {
  const show = (longest_streak: number, ...runs: StreakRun[]) =>
    renderToStaticMarkup(<StreakHistory full={fullOf({ runs, longest_streak })} />);

  it('is empty without a streak', () => {
    expect(show(0)).toBe('');
  });

  it('describes a lone streak, and the longest one if that was longer', () => {
    const current = show(3, run('2026-11-19', '2026-11-21', 3, true));
    expect(current).toContain(`Your streak has 3 days, since ${shortDay('2026-11-19')}.`);
    expect(current).not.toMatch(/<svg|<table|longest/);
    const ended = show(40, run('2026-11-10', '2026-11-10', 1));
    expect(ended).toContain(`Your last streak had 1 day, from ${shortDay('2026-11-10')} to ${shortDay('2026-11-10')}.`);
    expect(ended).toContain('Your longest streak is 40 days.');
  });

  it('draws two and says which color is the running one', () => {
    const ended = run('2026-11-01', '2026-11-04', 4);
    const html = show(4, run('2026-11-19', '2026-11-21', 3, true), ended);
    expect(html).toMatch(/<svg.*Still going<.*Ended</);
    // One color needs no explanation.
    expect(show(4, ended, ended)).not.toMatch(/Still going|Ended/);
  });
});

describe('charts of check-ins', () => {
  it('name their span and the colors of the last bar and of all other bars', () => {
    const fortnight = renderToStaticMarkup(<LastFourteenDays days={stretchesFrom('2026-11-20', '2026-11-21')} />);
    expect(fortnight).toContain(`2 check-ins. From ${shortDay('2026-11-20')} to today.`);
    expect(fortnight).toContain('The days before<');
    const trend = renderToStaticMarkup(
      <CheckinTrend full={fullOf({ weeks: stretchesFrom('2026-11-09', '2026-11-16'), months: [] })} />,
    );
    expect(trend).toContain(`2 check-ins over 12 weeks. From ${shortDay('2026-11-09')} to today.`);
    expect(trend).toMatch(/This week so far<.*Whole weeks</);
  });

  it('mark each year with several months, below the months', () => {
    const months = stretchesFrom('2025-12-01', '2026-01-01', '2026-02-01');
    const before = stretchesFrom('2025-11-01', ...months.map(({ from }) => from));
    expect([months, before].map((some) => some.flatMap((_, at) => yearAt(some, at) ?? []))).toEqual([
      ['2026'],
      ['2025', '2026'],
    ]);
  });

  it('have no key before a weekday is known as the best', () => {
    const weekdays = [0, 1].map((weekday) => ({ weekday, checkins: 3, days_open: 3, days_checked: 3 }));
    const html = renderToStaticMarkup(
      <Weekdays
        insights={{ weekdays, best_weekday: null, hardest_weekday: null, full: null } as unknown as Insights}
      />,
    );
    expect(html).toContain('<svg');
    expect(html).not.toContain('Your best day');
  });

  it('explain the squares of the hours', () => {
    const html = renderToStaticMarkup(<HourHeatmap rhythm={[{ weekday: 0, hour: 7, checkins: 2 }]} />);
    expect(html).toMatch(/Fewer check-ins<svg.*<\/svg>More/);
  });
});

it("draws a member's health as labeled bars and as a table with the same numbers", () => {
  const person: HealthPerson = {
    ...{ user_id: 'a', name: 'Ana', avatar_url: null, look: lookOf('a') },
    ...{ recent_checked: 2, recent_open: 7, earlier_checked: 0, earlier_open: 0 },
  };
  const counts = { carrying: 0, steady: 0, drifting: 1, away: 0, new: 0 };
  const mission = {
    mission_id: 'm',
    title: 'Walk',
    member_count: 1,
    counts,
    carrying: [],
    drifting: [person],
    away: [],
  };
  const html = renderToStaticMarkup(<MissionHealthCard owned={[mission]} />);
  expect(html).toContain('aria-label="2 of 7 days this week"');
  expect(html).toContain('width="29%"');
  expect(html).toMatch(/Last 7 days<\/th>.*The 14 before<\/th>.*2 of 7<\/td>.*–<\/td>/);
});
