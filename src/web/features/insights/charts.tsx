import { useState } from 'react';
import type { FullInsights, Insights, Stretch } from '#contract/insights.ts';
import { monthDay } from '#domain/relative-time.ts';
import { Bars } from '#web/kit/bars.tsx';
import { DataDetails } from '#web/kit/data-details.tsx';
import { Section } from '#web/kit/section.tsx';
import { Tabs, tabId } from '#web/kit/tabs.tsx';
import { count, hourName, monthYear, percent, shortDay, weekdayName } from '#web/lib/format.ts';
import { busiestHour, checkinCount } from './insight-text.ts';

const SPANS = [
  { id: 'weeks', name: '12 weeks' },
  { id: 'months', name: '12 months' },
] as const;
type Span = (typeof SPANS)[number]['id'];

const looks: Record<Span, { head: string; label: (day: string) => string; axisLabel: (day: string) => string }> = {
  weeks: { head: 'Week from', label: shortDay, axisLabel: monthDay },
  months: { head: 'Month', label: monthYear, axisLabel: (day) => monthDay(day).slice(0, 3) },
};

/** Check-ins over 12 weeks or 12 months; the last bar is the running week or month. */
export function CheckinTrend({ full }: { full: FullInsights }) {
  const [span, setSpan] = useState<Span>('weeks');
  const { head, label, axisLabel } = looks[span];
  const spanName = span === 'weeks' ? '12 weeks' : '12 months';
  const stretches = full[span];
  const total = stretches.reduce((sum, stretch) => sum + stretch.checkins, 0);
  return (
    <Section id="trend" title="Trend" lead={`${checkinCount(total)} over ${spanName}.`}>
      <Tabs label="Span" tabs={SPANS} chosen={span} onChoose={setSpan} controls="trend-panel" />
      <div id="trend-panel" role="tabpanel" aria-labelledby={tabId(span)}>
        <Bars
          summary={`${checkinCount(total)} over ${spanName}`}
          bars={stretches.map((stretch, i) => ({
            label: label(stretch.from),
            value: stretch.checkins,
            highlighted: i === stretches.length - 1,
            axisLabel: i % (span === 'weeks' ? 3 : 2) === 0 ? axisLabel(stretch.from) : undefined,
          }))}
        />
        <StretchTable caption="Trend" head={head} label={label} stretches={stretches.toReversed()} />
      </div>
    </Section>
  );
}

interface StretchTableProps {
  caption: string;
  head: string;
  label: (day: string) => string;
  stretches: readonly Stretch[];
}

export function StretchTable({ caption, head, label, stretches }: StretchTableProps) {
  return (
    <DataDetails
      caption={caption}
      head={[head, 'Check-ins', 'Days checked', 'Of', 'Share']}
      rows={stretches.map((stretch) => [
        label(stretch.from),
        count(stretch.checkins),
        count(stretch.days_checked),
        count(stretch.days_open),
        percent(stretch.days_checked, stretch.days_open),
      ])}
    />
  );
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];
const DAY = Array.from({ length: 24 }, (_, hour) => hour);
const [CELL, LEFT, TOP] = [13, 38, 4];
/** The colour of a cell by its share of check-ins, from none to most. */
const TONES = [
  'var(--sunk)',
  'color-mix(in oklab, var(--star) 45%, var(--sunk))',
  'var(--star)',
  'var(--flame-hi)',
  'color-mix(in oklab, var(--flame) 72%, #2C1838)',
];

/** When the check-ins are made: a square for each hour of the week. */
export function HourHeatmap({ rhythm }: Pick<Insights, 'rhythm'>) {
  const most = Math.max(...rhythm.map((cell) => cell.checkins), 1);
  const at = (weekday: number, hour: number) =>
    rhythm.find((cell) => cell.weekday === weekday && cell.hour === hour)?.checkins ?? 0;
  const busiest = busiestHour(rhythm);
  const lead =
    busiest === null ? 'No check-ins in this time yet.' : `You usually check in around ${hourName(busiest)}.`;
  const used = DAY.filter((hour) => WEEK.some((weekday) => at(weekday, hour) > 0));
  return (
    <Section id="rhythm" title="Your rhythm" lead={lead}>
      <svg
        viewBox={`0 0 ${LEFT + 24 * CELL} ${TOP + 7 * CELL + 20}`}
        role="img"
        aria-label={`Check-ins by weekday and hour. ${lead}`}
        className="h-auto w-full"
      >
        {WEEK.map((weekday) => (
          <g key={weekday}>
            <text x="0" y={TOP + weekday * CELL + 11} fontSize="12" fill="var(--ink-2)">
              {weekdayName(weekday, 'short')}
            </text>
            {DAY.map((hour) => {
              const checkins = at(weekday, hour);
              return (
                <rect
                  key={hour}
                  x={LEFT + hour * CELL + 1}
                  y={TOP + weekday * CELL + 1}
                  width={CELL - 2}
                  height={CELL - 2}
                  rx="3.5"
                  fill={TONES[Math.ceil((checkins / most) * 4)]}
                />
              );
            })}
          </g>
        ))}
        {[0, 6, 12, 18].map((hour) => (
          <text key={hour} x={LEFT + hour * CELL} y={TOP + 7 * CELL + 15} fontSize="12" fill="var(--ink-2)">
            {hourName(hour)}
          </text>
        ))}
      </svg>
      {used.length > 0 && (
        <div className="overflow-x-auto">
          <DataDetails
            caption="Check-ins by hour and weekday"
            head={['Hour', ...WEEK.map((weekday) => weekdayName(weekday, 'short'))]}
            rows={used.map((hour) => [hourName(hour), ...WEEK.map((weekday) => count(at(weekday, hour)))])}
          />
        </div>
      )}
    </Section>
  );
}
