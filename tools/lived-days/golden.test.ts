import { afterAll, expect, it } from 'vitest';
import { NO_LIMITS } from '#platform/http/rate-limits.ts';
import { testApp } from '#server/testing/test-app.ts';
import { compareOffers, type Disagreement, findDisagreements } from './agree.ts';
import { compareLives, type Difference, toContext } from './compare.ts';
import { explain } from './differences.ts';
import { live } from './live.ts';
import { makeMailbox } from './mailbox.ts';
import { planLife } from './plan.ts';
import { readRecording, writeRecording } from './recording.ts';

const IS_RECORDING = process.env.LIVED_DAYS === 'record';
/** How many kinds of differences and disagreements a failure shows. */
const SHOWN = 40;

/** Opens an app with its own database for each life, because clocks never go back. */
async function openApp(seed: number) {
  const { mail, push, takeSent } = makeMailbox();
  return { seed, takeSent, t: await testApp({ limits: NO_LIMITS, mail, push }) };
}
const apps = [await openApp(1), await openApp(2), await openApp(3)];
const disagreements: Disagreement[] = [];
const explained = new Map<string, number>();

const countBy = <T>(list: readonly T[], key: (one: T) => string) => {
  const counts: Record<string, number> = {};
  for (const one of list) counts[key(one)] = (counts[key(one)] ?? 0) + 1;
  return counts;
};

const findExamples = <T>(list: readonly T[], key: (one: T) => string) =>
  [...new Map(list.toReversed().map((one) => [key(one), one])).values()].slice(-SHOWN).reverse();

it.each(apps)(
  'the life of seed $seed is as recorded, except for what a rule explains',
  async ({ seed, t, takeSent }) => {
    const plan = planLife(seed);
    const lived = await live(t, plan, takeSent, (moment, world) => {
      disagreements.push(...findDisagreements(moment, world));
    });
    disagreements.push(...compareOffers(lived.offers));
    if (IS_RECORDING) writeRecording(seed, lived);
    const recorded = readRecording(seed);
    const unexplained = compareLives(plan, recorded, lived).filter((difference) => {
      const rule = explain(toContext(difference, plan, recorded, lived))?.rule;
      if (rule !== undefined) explained.set(rule, (explained.get(rule) ?? 0) + 1);
      return rule === undefined;
    });
    const kindOf = ({ screen, field }: Difference) => `${screen} ${field}`;
    const kinds = countBy(unexplained, kindOf);
    expect({ count: unexplained.length, kinds, first: findExamples(unexplained, kindOf) }).toEqual({
      count: 0,
      kinds: {},
      first: [],
    });
  },
  600_000,
);

it('no two screens disagree', () => {
  const counts = countBy(disagreements, ({ kind }) => kind);
  expect({ counts, first: findExamples(disagreements, ({ kind }) => kind) }).toEqual({ counts: {}, first: [] });
});

afterAll(() => {
  const lines = [...explained].map(([rule, count]) => `  ${rule}: ${count}\n`).sort();
  process.stdout.write(`differences that rules explain: ${lines.length === 0 ? 'none' : `\n${lines.join('')}`}\n`);
});
