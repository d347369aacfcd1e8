import type { Insights } from '#contract/insights.ts';
import { Bars } from '#platform/web/kit/bars.tsx';
import { DataDetails } from '#platform/web/kit/data-details.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { count, percent, weekdayColumn, weekdayName } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { comparesWeekdays, headsOf, knowsWeekdays, weekdaySentence } from './insight-text.ts';

const share = (checked: number, open: number) => (open === 0 ? 0 : (100 * checked) / open);

export function Weekdays({ insights }: { insights: Insights }) {
  const t = useT();
  const { weekdays, best_weekday } = insights;
  const sentence = weekdaySentence(t, insights);
  // Missions with times a week require no weekday, and a single weekday has no comparison.
  if (!comparesWeekdays(insights)) return null;
  const isCompared = weekdays.filter(({ days_open }) => days_open > 0).length > 1;
  return (
    <Section id="weekdays" title={t('app.insights.weekdays.heading')} lead={sentence}>
      {isCompared && (
        <>
          <Bars
            top={100}
            colorKey={[t('app.insights.weekdays.key.best'), t('app.insights.weekdays.key.others')]}
            format={(value) => `${value}%`}
            summary={t('app.insights.weekdays.summary', { sentence })}
            bars={weekdays.map(({ weekday, days_checked, days_open }) => ({
              label: weekdayName(weekday),
              axisLabel: weekdayColumn(weekday),
              value: share(days_checked, days_open),
              highlighted: weekday === best_weekday && knowsWeekdays(insights),
            }))}
          />
          <DataDetails
            caption={t('app.insights.weekdays.caption')}
            head={headsOf(t, 'weekday', 'checked', 'of', 'share', 'checkins')}
            rows={weekdays.map((day) => [
              weekdayName(day.weekday),
              count(day.days_checked),
              count(day.days_open),
              percent(day.days_checked, day.days_open),
              count(day.checkins),
            ])}
          />
        </>
      )}
    </Section>
  );
}
