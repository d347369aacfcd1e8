import { describe, expect, it } from 'vitest';
import { compareLives } from './lives.ts';
import { readCases } from './read-cases.ts';
import { buildRandomCase } from './tracker/random-case.ts';
import { trackCase } from './tracker/tracker.ts';

const SLOW = 60_000;
const LIVES = 50;
/** Only every fifth day, to keep the test short. `npm run standard -- --lives` compares every day. */
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
});

describe('random lives', () => {
  it('repeat for the same seed', () => {
    expect(buildRandomCase(7)).toEqual(buildRandomCase(7));
    expect(buildRandomCase(7)).not.toEqual(buildRandomCase(8));
  });
});
