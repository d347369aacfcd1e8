import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Completion } from '#contract/completion.ts';
import { completionPercentage } from '#domain/completion.ts';
import { getT } from '#platform/web/lib/language.ts';
import { Celebration, canComplete, progressText } from './celebration.tsx';

const ME = { id: 'me', timezone: 'UTC' };

const labelOf = (stats: Pick<Completion['stats'], 'checkins_count' | 'planned_days' | 'completion_percentage'>) => {
  const completion = {
    is_completed: true,
    mission: { id: 'm', title: 'Run' },
    member_count: 2,
    stats: { total_points: 0, duration_days: 365, streak_days: 0, ...stats },
  } as Completion;
  return /aria-label="([^"]*stitched)"/.exec(
    renderToStaticMarkup(<Celebration completion={completion} me={ME} />),
  )?.[1];
};

it("a celebration's patch shows counted check-ins of all planned days", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 364 }), fc.nat(364), fc.nat(50), (planned_days, some, extra) => {
      const counted_checkins = Math.min(some, planned_days);
      const completion_percentage = completionPercentage({ counted_checkins, planned_days });
      const label = labelOf({ checkins_count: counted_checkins + extra, planned_days, completion_percentage });
      expect(label).toBe(`${counted_checkins} of ${planned_days} ${planned_days === 1 ? 'day' : 'days'} stitched`);
    }),
    { numRuns: 50 },
  );
});

it('the patch leaves out check-ins on days that the mission no longer has', () => {
  expect(labelOf({ checkins_count: 8, planned_days: 365, completion_percentage: 0 })).toBe('0 of 365 days stitched');
});

it('a mission in progress names who can complete it, and tells its owner when', () => {
  const mission = {
    id: 'm',
    title: 'Run',
    patch: null,
    round: 1,
    owner_id: 'ana',
    owner_name: 'Ana',
    last_day: '2027-02-02',
  };
  const text = (meId: string, today: string) => progressText(getT(), { mission }, meId, today);
  expect(text('ben', '2027-02-01')).toBe('Still being sewn. Come back when Ana completes it.');
  expect(text('ben', '2027-02-03')).toBe('Still being sewn. Come back when Ana completes it.');
  expect(text('ana', '2027-02-02')).toBe('Still being sewn. You can complete it after 2 February.');
  expect(text('ana', '2027-02-03')).toBe('You can complete it now.');
  const offers = ['2027-02-02', '2027-02-03'].map((today) => canComplete({ mission }, 'ana', today));
  expect([...offers, canComplete({ mission }, 'ben', '2027-02-03')]).toEqual([false, true, false]);
});
