import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCharts } from '#contract/admin.ts';
import { Bars } from '#platform/web/kit/bars.tsx';
import { DataDetails } from '#platform/web/kit/data-details.tsx';
import { FailedPart, LoadPart } from '#platform/web/kit/load-part.tsx';
import { Skeleton } from '#platform/web/kit/skeleton.tsx';
import { Tabs } from '#platform/web/kit/tabs.tsx';
import { count, fullDay } from '#platform/web/lib/format.ts';
import { monthDay } from '#web/data/relative-time.ts';
import { chartsQuery, FAILED } from './queries.ts';

type Measure = 'checkins' | 'sign_ups' | 'revenue';
const MEASURES: { id: Measure; name: string; note: string }[] = [
  { id: 'checkins', name: 'Check-ins', note: 'Per UTC day.' },
  { id: 'sign_ups', name: 'Sign-ups', note: 'Per UTC day, with accounts deleted since.' },
  { id: 'revenue', name: 'Revenue', note: 'Paid invoices per UTC day, net of refunds.' },
];

const CENTS = 100;
/** Returns money in dollars, which gives the axis round numbers. */
const figureOf = (day: AdminCharts['days'][number], measure: Measure) =>
  measure === 'revenue' ? day.revenue / CENTS : day[measure];
const dollars = (value: number) => {
  const cents = Math.round(value * CENTS);
  return `$${cents % CENTS === 0 ? count(cents / CENTS) : (cents / CENTS).toFixed(2)}`;
};
const formatterOf = (measure: Measure) => (measure === 'revenue' ? dollars : count);

/** One measure over 90 days; the last bar is today and still grows. Without sales, revenue is not offered. */
export function AdminChart({ sells }: { sells: boolean }) {
  const measures = MEASURES.filter(({ id }) => sells || id !== 'revenue');
  const query = useQuery(chartsQuery);
  const [measure, setMeasure] = useState<Measure>('checkins');
  const { name, note } = MEASURES.find(({ id }) => id === measure)!;
  const today = query.data?.days.at(-1);
  return (
    <section aria-labelledby="chart" className="rounded-lg bg-card p-5 shadow-card">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="chart" className="text-base font-extrabold">
          {name}, 90 days
        </h2>
        <p className="text-sm text-ink-2 tabular">
          {today && `${formatterOf(measure)(figureOf(today, measure))} today`}
        </p>
      </div>
      <LoadPart
        query={query}
        loading={<Skeleton className="mt-3 mb-14 aspect-360/156 w-full" />}
        failed={<FailedPart query={query} text={FAILED} />}
      >
        {({ days }) => <ChartBars days={days} measure={measure} name={name} />}
      </LoadPart>
      <p className="mt-1 text-xs text-ink-2 max-[24rem]:min-h-[2lh]">{note}</p>
      <div className="mt-3">
        <Tabs label="Measure" tabs={measures} chosen={measure} onChoose={setMeasure} />
      </div>
    </section>
  );
}

function ChartBars({ days, measure, name }: { days: AdminCharts['days']; measure: Measure; name: string }) {
  const last = days.length - 1;
  const bars = days.map((day, i) => ({
    label: fullDay(day.day),
    value: figureOf(day, measure),
    highlighted: i === last,
    axisLabel: i === last ? 'Today' : i === 0 || i === 30 || i === 60 ? monthDay(day.day) : undefined,
  }));
  const format = formatterOf(measure);
  const total = bars.reduce((sum, bar) => sum + bar.value, 0);
  return (
    <>
      <Bars
        bars={bars}
        format={format}
        colorKey={['Today', 'Days before']}
        summary={`${name} on each of the last 90 days, ${format(total)} in all`}
      />
      <DataDetails
        caption={`${name} per day`}
        head={['Day', name]}
        rows={bars.toReversed().map((bar) => [bar.label, format(bar.value)])}
      />
    </>
  );
}
