import type { FullInsights, StreakRun } from '#contract/insights.ts';
import { Bars } from '#platform/web/kit/bars.tsx';
import { DataDetails } from '#platform/web/kit/data-details.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { count, shortDay } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { monthDay } from '#web/data/relative-time.ts';
import { bridgeText, headsOf } from './insight-text.ts';

const loneText = (t: ScreenTranslate, { days, from, to, current }: StreakRun): string =>
  current
    ? t('app.insights.streaks.lone_current', { days, from: shortDay(from) })
    : t('app.insights.streaks.lone_ended', { days, from: shortDay(from), to: shortDay(to) });

export function StreakHistory({ full }: { full: FullInsights }) {
  const t = useT();
  const { runs, longest_streak: longest } = full;
  const [latest, ...earlier] = runs;
  if (!latest) return null;
  const inOrder = runs.toReversed();
  const rested = runs.reduce((sum, run) => sum + run.rest_days, 0);
  const isLone = earlier.length === 0;
  const ofLongest = t('app.insights.streaks.lead', { days: longest });
  const lead = isLone ? loneText(t, latest) : ofLongest;
  return (
    <Section
      id="runs"
      title={t('app.insights.streaks.heading')}
      lead={lead}
      aside={rested > 0 && <Pill tone="info">{t('app.insights.streaks.saved', { saved: rested })}</Pill>}
    >
      {isLone && longest > latest.days && <p>{ofLongest}</p>}
      {!isLone && (
        <>
          <Bars
            colorKey={[t('app.insights.streaks.key.current'), t('app.insights.streaks.key.ended')]}
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
        </>
      )}
    </Section>
  );
}
