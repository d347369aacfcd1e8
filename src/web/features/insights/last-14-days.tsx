import type { Insights } from '#contract/insights.ts';
import { monthDay } from '#domain/relative-time.ts';
import { Bars } from '#web/kit/bars.tsx';
import { Section } from '#web/kit/section.tsx';
import { longDay } from '#web/lib/format.ts';
import { StretchTable } from './charts.tsx';
import { checkinCount } from './insight-text.ts';

/** The last 14 days one by one, which is what the Free plan shows. */
export function LastFourteenDays({ days }: Pick<Insights, 'days'>) {
  const total = days.reduce((sum, day) => sum + day.checkins, 0);
  return (
    <Section id="fortnight" title="Your last 14 days" lead={`${checkinCount(total)}.`}>
      <Bars
        summary={`${checkinCount(total)} on the last 14 days`}
        bars={days.map((day, i) => ({
          label: longDay(day.from),
          value: day.checkins,
          highlighted: i === days.length - 1,
          axisLabel: i === days.length - 1 ? 'Today' : i % 5 === 0 ? monthDay(day.from) : undefined,
        }))}
      />
      <StretchTable caption="Last 14 days" head="Day" label={longDay} stretches={days.toReversed()} />
    </Section>
  );
}
