import type { FullInsights } from '#contract/insights.ts';
import { monthDay } from '#domain/relative-time.ts';
import { Bars } from '#web/kit/bars.tsx';
import { DataDetails } from '#web/kit/data-details.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { Section } from '#web/kit/section.tsx';
import { count, shortDay } from '#web/lib/format.ts';
import { bridgeText } from './insight-text.ts';

/** The streaks in their order, with the rest days that bridged them. */
export function StreakHistory({ full }: { full: FullInsights }) {
  const { runs, longest_streak } = full;
  if (runs.length === 0) return null;
  const inOrder = runs.toReversed();
  const rested = runs.reduce((sum, run) => sum + run.rest_days, 0);
  const lead = `Your longest streak is ${longest_streak === 1 ? '1 day' : `${count(longest_streak)} days`}.`;
  return (
    <Section
      id="runs"
      title="Streak history"
      lead={lead}
      aside={rested > 0 && <Pill tone="info">{rested === 1 ? '1 day saved' : `${rested} days saved`}</Pill>}
    >
      <Bars
        summary={`Length of the last ${runs.length} streaks in days. ${lead}`}
        bars={inOrder.map((run, i) => ({
          label: `${run.from} ${run.to}`,
          value: run.days,
          highlighted: run.current,
          axisLabel: i === 0 || i === inOrder.length - 1 ? monthDay(run.from) : undefined,
        }))}
      />
      <DataDetails
        caption="Streak history"
        head={['From', 'To', 'Days', 'Bridged by']}
        rows={runs.map((run) => [
          shortDay(run.from),
          run.current ? 'Today' : shortDay(run.to),
          count(run.days),
          bridgeText(run) || 'Nothing',
        ])}
      />
    </Section>
  );
}
