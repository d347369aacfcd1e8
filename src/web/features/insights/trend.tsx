import { useState } from 'react';
import type { FullInsights, Stretch } from '#contract/insights.ts';
import { monthDay } from '#domain/relative-time.ts';
import { count, monthYear, percent, shortDay } from '#web/lib/format.ts';
import { Bars } from '#web/ui/bars.tsx';
import { DataDetails } from '#web/ui/data-details.tsx';
import { Section } from '#web/ui/section.tsx';
import { Tabs, tabId } from '#web/ui/tabs.tsx';
import { checkinCount } from './insight-text.ts';

const SPANS = [
  { id: 'weeks', name: '12 weeks' },
  { id: 'months', name: '12 months' },
] as const;
type Span = (typeof SPANS)[number]['id'];

const looks: Record<Span, { head: string; label: (day: string) => string; axisLabel: (day: string) => string }> = {
  weeks: { head: 'Week from', label: shortDay, axisLabel: monthDay },
  months: { head: 'Month', label: monthYear, axisLabel: (day) => monthDay(day).slice(0, 3) },
};

/** Check-ins over 12 weeks or 12 months; the last bar is still growing. */
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
