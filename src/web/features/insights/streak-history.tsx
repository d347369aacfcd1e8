import type { FullInsights } from '#contract/insights.ts';
import { monthDay } from '#domain/relative-time.ts';
import { count, shortDay } from '#web/lib/format.ts';
import { Bars } from '#web/ui/bars.tsx';
import { DataDetails } from '#web/ui/data-details.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Section } from '#web/ui/section.tsx';
import { bridgeText } from './insight-text.ts';

/** The streaks one after the other, with the rest days that kept them whole. */
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
      aside={rested > 0 && <Pill tone="info">{rested === 1 ? '1 rest day spent' : `${rested} rest days spent`}</Pill>}
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
          run.current ? 'Today, going on' : shortDay(run.to),
          count(run.days),
          bridgeText(run) || 'Nothing needed',
        ])}
      />
    </Section>
  );
}
