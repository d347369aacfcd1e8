import type { Insights } from '#contract/insights.ts';
import { count, weekdayName } from '#web/lib/format.ts';
import { DataDetails } from '#web/ui/data-details.tsx';
import { Section } from '#web/ui/section.tsx';
import { busiestHour, hourName } from './insight-text.ts';

const WEEK = [0, 1, 2, 3, 4, 5, 6];
const DAY = Array.from({ length: 24 }, (_, hour) => hour);
const [CELL, LEFT, TOP] = [13, 38, 4];
/** The look of a cell by how full it is; empty ones are plain cloth. */
const TONES = [
  'var(--sunk)',
  'color-mix(in oklab, var(--star) 45%, var(--sunk))',
  'var(--star)',
  'var(--flame-hi)',
  'color-mix(in oklab, var(--flame) 72%, #2C1838)',
];

/** When check-ins happen: a square of cloth for each hour of the week. */
export function HourHeatmap({ rhythm }: Pick<Insights, 'rhythm'>) {
  const most = Math.max(...rhythm.map((cell) => cell.checkins), 1);
  const at = (weekday: number, hour: number) =>
    rhythm.find((cell) => cell.weekday === weekday && cell.hour === hour)?.checkins ?? 0;
  const busiest = busiestHour(rhythm);
  const lead =
    busiest === null ? 'No check-ins in this time.' : `Most check-ins come around ${hourName(busiest)} on your clock.`;
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
