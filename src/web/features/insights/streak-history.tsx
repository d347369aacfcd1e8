import type { FullInsights } from '#contract/insights.ts';
import { monthDay } from '#web/data/relative-time.ts';
import { Bars } from '#web/kit/bars.tsx';
import { DataDetails } from '#web/kit/data-details.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { Section } from '#web/kit/section.tsx';
import { count, shortDay } from '#web/lib/format.ts';
import { useT } from '#web/lib/language.ts';
import { bridgeText, headsOf } from './insight-text.ts';

/** The streaks in their order, with the rest days that bridged them. */
export function StreakHistory({ full }: { full: FullInsights }) {
  const t = useT();
  const { runs, longest_streak } = full;
  if (runs.length === 0) return null;
  const inOrder = runs.toReversed();
  const rested = runs.reduce((sum, run) => sum + run.rest_days, 0);
  const lead = t('app.insights.streaks.lead', { days: longest_streak });
  return (
    <Section
      id="runs"
      title={t('app.insights.streaks.heading')}
      lead={lead}
      aside={rested > 0 && <Pill tone="info">{t('app.insights.streaks.saved', { saved: rested })}</Pill>}
    >
      <Bars
        summary={t('app.insights.streaks.summary', { count: runs.length, sentence: lead })}
        bars={inOrder.map((run, i) => ({
          label: `${run.from} ${run.to}`,
          value: run.days,
          highlighted: run.current,
          axisLabel: i === 0 || i === inOrder.length - 1 ? monthDay(run.from) : undefined,
        }))}
      />
      <DataDetails
        caption={t('app.insights.streaks.heading')}
        head={headsOf(t, 'from', 'to', 'days', 'bridged')}
        rows={runs.map((run) => [
          shortDay(run.from),
          run.current ? t('app.insights.days.today') : shortDay(run.to),
          count(run.days),
          bridgeText(t, run) || t('app.insights.streaks.nothing'),
        ])}
      />
    </Section>
  );
}
