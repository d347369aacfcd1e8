import { describe, expect, it } from 'vitest';
import { liveCase } from './life.ts';
import { compareLives } from './lives.ts';
import { readCases } from './read-cases.ts';
import { buildRandomCase } from './tracker/random-case.ts';
import { trackCase } from './tracker/tracker.ts';

const SLOW = 60_000;
const LIVES = 50;
/** Lives are read on every fifth day, which keeps the test short. `npm run standard -- --lives` reads every day. */
const EVERY_DAYS = 5;

describe('the tracker', () => {
  it('answers every case of the standard as expected', () => {
    for (const { expect: expected, ...one } of readCases()) expect(trackCase(one), one.id).toMatchObject(expected);
  });

  it('agrees with the domain in random lives', { timeout: SLOW }, () => {
    const { moments, differences } = compareLives(LIVES, 1, EVERY_DAYS);
    expect(differences).toEqual([]);
    expect(moments).toBeGreaterThan(LIVES * 5);
  });

  it('agrees with the domain that a free today stays free when a later day is checked in', () => {
    const life = {
      ...{ id: 'west', zone: 'Pacific/Kiritimati', ask_at: '2025-09-04T12:00:00Z' },
      plans: { a: { first_day: '2025-09-01', days: 10, schedule: { kind: 'daily' as const } } },
      events: [
        { at: '2025-09-03T20:00:00Z', do: 'check_in' as const, plan: 'a' },
        { at: '2025-09-03T22:00:00Z', do: 'move' as const, zone: 'Pacific/Pago_Pago' },
      ],
    };
    const morning = { ...life, ask_at: '2025-09-03T23:00:00Z' };
    expect(trackCase(morning).plans.a).toMatchObject({ days: 'mmf', due_today: false });
    expect(liveCase(morning)).toEqual(trackCase(morning));
  });
});

describe('random lives', () => {
  it('repeat for the same seed', () => {
    expect(buildRandomCase(7)).toEqual(buildRandomCase(7));
    expect(buildRandomCase(7)).not.toEqual(buildRandomCase(8));
  });
});
