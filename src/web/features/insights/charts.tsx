import { useState } from 'react';
import type { FullInsights, Insights, Stretch } from '#contract/insights.ts';
import { Bars } from '#platform/web/kit/bars.tsx';
import { DataDetails } from '#platform/web/kit/data-details.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { Tabs, tabId } from '#platform/web/kit/tabs.tsx';
import {
  count,
  hourName,
  monthName,
  monthYear,
  percent,
  shortDay,
  weekdayColumn,
  weekdayName,
} from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { monthDay } from '#web/data/relative-time.ts';
import { headsOf, rhythmSentence, yearAt } from './insight-text.ts';

/** Returns the month's label; in English, three letters. */
const axisMonth = (t: ScreenTranslate, day: string): string =>
  t.language.tag === 'en' ? monthDay(day).slice(0, 3) : monthName(day);

type Span = 'weeks' | 'months';
const SPANS: readonly Span[] = ['weeks', 'months'];

interface SpanLook {
  label: (day: string) => string;
  axisLabel: (t: ScreenTranslate, day: string) => string;
  /** The width of a bar: 12 months are wider than 12 weeks. */
  share: number;
}
const looks: Record<Span, SpanLook> = {
  weeks: { label: shortDay, axisLabel: (_, day) => monthDay(day), share: 0.72 },
  months: { label: monthYear, axisLabel: axisMonth, share: 0.92 },
};

/** The last bar is the current week or month. */
export function CheckinTrend({ full }: { full: FullInsights }) {
  const t = useT();
  const [span, setSpan] = useState<Span>('weeks');
  const { label, axisLabel, share } = looks[span];
  const stretches = full[span];
  const since = label(stretches[0]!.from);
  const total = stretches.reduce((sum, stretch) => sum + stretch.checkins, 0);
  return (
    <Section
      id="trend"
      title={t('app.insights.trend.heading')}
      lead={t(`app.insights.trend.${span}.lead`, { count: total, since })}
    >
      <Tabs
        label={t('app.insights.trend.span')}
        tabs={SPANS.map((id) => ({ id, name: t(`app.insights.trend.${id}.name`) }))}
        chosen={span}
        onChoose={setSpan}
        controls="trend-panel"
      />
      <div id="trend-panel" role="tabpanel" aria-labelledby={tabId(span)}>
        <Bars
          colorKey={[t(`app.insights.trend.${span}.running`), t(`app.insights.trend.${span}.whole`)]}
          share={share}
          summary={t(`app.insights.trend.${span}.summary`, { count: total, since })}
          bars={stretches.map((stretch, i) => ({
            label: label(stretch.from),
            value: stretch.checkins,
            highlighted: i === stretches.length - 1,
            stretch: span === 'months' ? yearAt(stretches, i) : undefined,
            axisLabel: i % (span === 'weeks' ? 3 : 2) === 0 ? axisLabel(t, stretch.from) : undefined,
          }))}
        />
        <StretchTable
          caption={t('app.insights.trend.heading')}
          head={t(`app.insights.trend.${span}.head`)}
          label={label}
          stretches={stretches.toReversed()}
        />
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
  const t = useT();
  return (
    <DataDetails
      caption={caption}
      head={[head, ...headsOf(t, 'checkins', 'checked', 'of', 'share')]}
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
/** The colors of a cell, from no check-ins to most. */
const TONES = [
  'var(--sunk)',
  'color-mix(in oklab, var(--star) 45%, var(--sunk))',
  'var(--star)',
  'var(--flame-hi)',
  'color-mix(in oklab, var(--flame) 72%, #2C1838)',
];

export function HourHeatmap({ rhythm }: Pick<Insights, 'rhythm'>) {
  const t = useT();
  const most = Math.max(...rhythm.map((cell) => cell.checkins), 1);
  const at = (weekday: number, hour: number) =>
    rhythm.find((cell) => cell.weekday === weekday && cell.hour === hour)?.checkins ?? 0;
  const lead = rhythmSentence(t, rhythm);
  const mirrored = t.language.direction === 'rtl';
  // Single Arabic letters reach far below their line.
  const lettersAlone = WEEK.every((weekday) => weekdayColumn(weekday).length === 1);
  const leftOf = (start: number, wide = 0) => (mirrored ? LEFT + 24 * CELL - start - wide : start);
  const used = DAY.filter((hour) => WEEK.some((weekday) => at(weekday, hour) > 0));
  return (
    <Section id="rhythm" title={t('app.insights.rhythm.heading')} lead={lead}>
      <svg
        viewBox={`0 0 ${LEFT + 24 * CELL} ${TOP + 7 * CELL + 20}`}
        role="img"
        aria-label={t('app.insights.rhythm.summary', { sentence: lead })}
        className="h-auto w-full"
        fill="var(--ink-2)"
      >
        {WEEK.map((weekday) => (
          <g key={weekday}>
            <text x={leftOf(0)} y={TOP + weekday * CELL + (lettersAlone ? 9 : 11)} fontSize={lettersAlone ? 10 : 12}>
              {weekdayColumn(weekday)}
            </text>
            {DAY.map((hour) => {
              const checkins = at(weekday, hour);
              return (
                <rect
                  key={hour}
                  x={leftOf(LEFT + hour * CELL + 1, CELL - 2)}
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
          <text key={hour} x={leftOf(LEFT + hour * CELL)} y={TOP + 7 * CELL + 15} fontSize="12">
            {hourName(hour)}
          </text>
        ))}
      </svg>
      <p className="mt-2 flex items-center gap-1.5 text-xs text-ink-2">
        {t('app.insights.rhythm.fewer')}
        <svg viewBox="0 0 65 13" aria-hidden="true" className="h-3 rtl:-scale-x-100">
          {TONES.map((tone, i) => (
            <rect key={tone} x={i * CELL + 1} y="1" width={CELL - 2} height={CELL - 2} rx="3.5" fill={tone} />
          ))}
        </svg>
        {t('app.insights.rhythm.more')}
      </p>
      {used.length > 0 && (
        <div className="overflow-x-auto">
          <DataDetails
            caption={t('app.insights.rhythm.caption')}
            head={[t('app.insights.columns.hour'), ...WEEK.map((weekday) => weekdayName(weekday, 'short'))]}
            rows={used.map((hour) => [hourName(hour), ...WEEK.map((weekday) => count(at(weekday, hour)))])}
          />
        </div>
      )}
    </Section>
  );
}
