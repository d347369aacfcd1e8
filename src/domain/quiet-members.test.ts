import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Away, EVERY_WEEKDAY, type Life, type Membership } from './life.ts';
import { MISSED, REST } from './outcomes.ts';
import { quietDays } from './quiet-members.ts';
import { buildLife, buildMembership, standingIn } from './testing/one-mission.ts';

/** A Monday. */
const FIRST = 4;
const MON_FRI = 0b10001;

const quietOn = (life: Life, today: number, hour?: number) =>
  quietDays(life, life.memberships[0]!, standingIn(life, today, hour), today);

const someLife = fc
  .record({
    plan: fc.oneof(
      fc.integer({ min: 1, max: 6 }).map((times) => ({ times, weekdays: EVERY_WEEKDAY })),
      fc.integer({ min: 1, max: EVERY_WEEKDAY }).map((weekdays) => ({ times: null, weekdays })),
    ),
    length: fc.integer({ min: 7, max: 40 }),
    joined: fc.nat({ max: 10 }),
    days: fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 12 }),
    today: fc.nat({ max: 45 }),
    hour: fc.nat({ max: 23 }),
    pause: fc.option(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 8 }))),
  })
  .map(({ plan, length, joined, days, pause, ...at }) => {
    const last = FIRST + length - 1;
    const today = FIRST + at.today;
    const checked = days
      .map((day) => FIRST + day)
      .filter((day) => day >= FIRST + joined && day <= Math.min(last, today));
    const m = buildMembership({ ...plan, first: FIRST, last, joined: FIRST + joined, checked });
    const away: Away[] = pause
      ? [{ from: FIRST + pause[0], to: FIRST + pause[0] + pause[1], kind: 'break' as const }]
      : [];
    return { m, checked, away, today, hour: at.hour };
  });

const enoughOf = ({ times, weekdays }: Membership) => (times !== null ? 1 : weekdays === EVERY_WEEKDAY ? 3 : 2);

describe('quietDays', () => {
  it('requires enough missed days since the last check-in, three silent days and no break', () => {
    fc.assert(
      fc.property(someLife, ({ m, checked, away, today, hour }) => {
        const life = buildLife(m, away);
        const since = Math.max(m.first, m.joined, ...checked);
        const { from, states } = standingIn(life, today, hour).days;
        // An open yesterday is not missed yet.
        const missed = states.filter(
          (state, at) => (from + at > Math.max(...checked) && state === MISSED) || state === REST,
        ).length;
        const isAway = away.some(({ from, to }) => from <= today && today <= to);
        const days = missed >= enoughOf(m) && today - since >= 3 && !isAway ? today - since : null;
        expect(quietOn(life, today, hour)).toBe(days);
      }),
      { numRuns: 1000 },
    );
  });

  it('grows by a day each day without a check-in, except during breaks', () => {
    fc.assert(
      fc.property(someLife, ({ m, today, hour }) => {
        const life = buildLife(m);
        const days = quietOn(life, today, hour);
        if (days !== null) expect(quietOn(life, today + 1, hour)).toBe(days + 1);
      }),
    );
  });

  it('ends immediately with a check-in', () => {
    fc.assert(
      fc.property(someLife, ({ m, checked, away, today }) => {
        const life = buildLife(buildMembership({ ...m, checked: [...checked, today] }), away);
        expect(quietOn(life, today)).toBeNull();
      }),
    );
  });

  it('counts from a return', () => {
    const m = buildMembership({ first: FIRST, last: FIRST + 29, checked: [FIRST], returned: FIRST + 10 });
    expect([12, 13].map((at) => quietOn(buildLife(m), FIRST + at))).toEqual([null, 3]);
  });

  it.each([
    ['daily, never checked in', {}, null, 2, null],
    ['daily, never checked in', {}, null, 3, 3],
    ['daily', {}, 0, 3, null],
    ['daily', {}, 0, 4, 4],
    ['on Mondays and Fridays', { weekdays: MON_FRI }, 0, 7, null],
    ['on Mondays and Fridays', { weekdays: MON_FRI }, 0, 8, 8],
    ['twice a week', { times: 2 }, 0, 6, null],
    ['twice a week', { times: 2 }, 0, 7, 7],
    ['twice a week, on Saturday', { times: 2 }, 5, 7, null],
    ['twice a week, on Saturday', { times: 2 }, 5, 8, 3],
    ['once a week', { times: 1 }, 0, 13, null],
    ['once a week', { times: 1 }, 0, 14, 14],
  ])('in a mission that is %s (%o, last on day %s), on day %i is %s', (_, plan, last, today, days) => {
    const checked = last === null ? [] : [FIRST + last];
    const m = buildMembership({ ...plan, first: FIRST, last: FIRST + 29, checked });
    expect(quietOn(buildLife(m), FIRST + today)).toBe(days);
  });
});
