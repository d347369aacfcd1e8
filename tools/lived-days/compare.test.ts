import { describe, expect, it } from 'vitest';
import { compareLives, toContext } from './compare.ts';
import { explain } from './differences.ts';
import type { Facts, Value } from './facts.ts';
import type { Lived } from './live.ts';
import { instants, planLife } from './plan.ts';

const plan = planLife(1);
const attempt = plan.actions.find((action) => action.do === 'check_in')!;
const { letter } = plan.people.find(
  (one) => !plan.actions.some(({ who, do: what }) => what === 'move' && who === one.letter),
)!;
const receipt = `receipt ${attempt.who} ${attempt.mission} ${attempt.n}`;

/** A life whose instants all have the same facts about one person in mission a. */
function lived(facts: Record<string, Value>, events: Record<string, Value> = {}): Lived {
  const every: Facts = new Map(Object.entries({ [`page ${letter} a last_day`]: '2026-04-29', ...facts }));
  return { asked: instants.map(() => every), events: new Map(Object.entries(events)) };
}

/** Returns the rules of all differences, each once, or null for an unexplained one. */
function findRules(recorded: Lived, now: Lived) {
  const found = compareLives(plan, recorded, now);
  const rules = found.map((one) => explain(toContext(one, plan, recorded, now))?.rule ?? null);
  return { count: found.length, rules: [...new Set(rules)] };
}

const days = (letters: string) => lived({ [`ledger ${letter} a days`]: `2026-03-16:${letters}` });

describe('a difference from the recording', () => {
  it('does not exist for the same life', () => {
    expect(compareLives(plan, days('ccm'), days('ccm'))).toEqual([]);
  });

  it('exists for each changed day', () => {
    const [first] = compareLives(plan, days('ccmc'), days('cccr'));
    expect(first).toMatchObject({
      screen: 'ledger',
      who: letter,
      mission: 'a',
      day: '2026-03-18',
      before: 'm',
      now: 'c',
    });
    expect(findRules(days('ccmc'), days('cccr'))).toMatchObject({ count: 2 * instants.length, rules: [null] });
    expect(compareLives(plan, days('cc'), days('ccm'))).toHaveLength(instants.length);
  });

  it('is explained for a missed day that a rest day saves, but not for a checked day', () => {
    expect(findRules(days('ccmc'), days('ccrc')).rules).toEqual(['R10']);
    expect(findRules(days('ccrc'), days('ccmc')).rules).toEqual([null]);
    expect(findRules(days('cccc'), days('ccmc')).rules).toEqual([null]);
  });

  it('is explained for a longer streak in a mission, but not for a shorter one', () => {
    const streak = (value: number) => lived({ [`card ${letter} a streak_days`]: value });
    expect(findRules(streak(4), streak(6)).rules).toEqual(['R10']);
    expect(findRules(streak(6), streak(4)).rules).toEqual([null]);
  });

  it('is explained for a person and mission after an attempt that is newly accepted', () => {
    const points = (value: number) => ({ [`card ${attempt.who} ${attempt.mission} points`]: value });
    const refused = lived(points(10), { [`${receipt} refused`]: 'checkin_too_old' });
    const taken = lived(points(20), { [`${receipt} day`]: '2026-03-16' });
    expect(findRules(refused, taken).rules).toEqual(['R4']);
    expect(findRules(lived(points(10)), lived(points(20))).rules).toEqual([null]);
    expect(findRules(taken, refused).rules).toEqual([null]);
  });
});
