import type { Insights } from '#contract/insights.ts';
import { Bars } from '#platform/web/kit/bars.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { longDay, shortDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { monthDay } from '#web/data/relative-time.ts';
import { StretchTable } from './charts.tsx';

export function LastFourteenDays({ days }: Pick<Insights, 'days'>) {
  const t = useT();
  const since = shortDay(days[0]!.from);
  const total = days.reduce((sum, day) => sum + day.checkins, 0);
  return (
    <Section
      id="fortnight"
      title={t('app.insights.days.heading')}
      lead={t('app.insights.days.lead', { count: total, since })}
    >
      <Bars
        colorKey={[t('app.insights.days.today'), t('app.insights.days.before')]}
        share={0.5}
        summary={t('app.insights.days.summary', { count: total, since })}
        bars={days.map((day, i) => ({
          label: longDay(day.from),
          value: day.checkins,
          highlighted: i === days.length - 1,
          axisLabel:
            i === days.length - 1 ? t('app.insights.days.today') : i % 5 === 0 ? monthDay(day.from) : undefined,
        }))}
      />
      <StretchTable
        caption={t('app.insights.days.caption')}
        head={t('app.insights.columns.day')}
        label={longDay}
        stretches={days.toReversed()}
      />
    </Section>
  );
}
