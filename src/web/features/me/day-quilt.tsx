import type { LocalDay } from '#domain/days.ts';
import { Skeleton } from '#platform/web/kit/skeleton.tsx';
import { monthName, weekdayColumn } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { weekdaysInOrder } from '#platform/web/lib/week-start.ts';

/** More check-ins than this look the same: '4+'. */
const TONE_MAX = 4;
const TONES = [
  { fill: 'var(--sunk)', thread: '' },
  { fill: 'color-mix(in oklab, var(--star) 45%, var(--sunk))', thread: 'var(--ink)' },
  { fill: 'var(--star)', thread: 'var(--dusk)' },
  { fill: 'var(--flame-hi)', thread: 'var(--dusk)' },
  { fill: 'color-mix(in oklab, var(--flame-hi) 55%, var(--dusk))', thread: '#fff' },
] as const;
/** One stitch per check-in, so that a square is readable without color. */
const STITCHES = [
  '',
  'm5 10 5-5',
  'm5 5 5 5m-5 0 5-5',
  'm5 5 5 5m-5 0 5-5m-6.5 2.5h8',
  'm5 5 5 5m-5 0 5-5m-6.5 2.5h8m-4-4v8',
];
const SQUARE =
  'm5.5 1h4a4.5 4.5 0 0 1 4.5 4.5v4a4.5 4.5 0 0 1-4.5 4.5h-4a4.5 4.5 0 0 1-4.5-4.5v-4a4.5 4.5 0 0 1 4.5-4.5';

type Point = readonly [x: number, y: number];
const toneOf = (count: number) => Math.min(Math.max(count, 0), TONE_MAX);
const drawAt = (points: readonly Point[], line: string) => points.map(([x, y]) => `M${x} ${y}${line}`).join('');

/** Two paths per tone. As 126 elements or more, the quilt would take longer to lay out than the rest of the page. */
function Squares({ tone, points }: { tone: number; points: readonly Point[] }) {
  const { fill, thread } = TONES[tone] ?? TONES[0];
  return (
    <>
      <path d={drawAt(points, SQUARE)} fill={fill} />
      {tone > 0 && (
        <path d={drawAt(points, STITCHES[tone] ?? '')} stroke={thread} strokeOpacity=".6" strokeWidth="1.3" />
      )}
    </>
  );
}

/** Days from other trackers: paler cloth with a knot, so that they differ without color. */
function BroughtSquares({ points }: { points: readonly Point[] }) {
  return (
    <>
      <path d={drawAt(points, SQUARE)} fill="color-mix(in oklab, var(--star) 18%, var(--sunk))" />
      <path
        d={drawAt(points, 'm5.3 7.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0')}
        fill="none"
        stroke="var(--ink-2)"
        strokeWidth="1.3"
      />
    </>
  );
}

/** Returns a column's offset as a share of the width; a column includes its gap. */
const placeOf = (column: number, weeks: number) => `${(100 * column * 16) / (weeks * 16 - 1)}%`;

function Weekdays() {
  return (
    <ol aria-hidden className="grid auto-rows-fr text-xs leading-none text-ink-2">
      {weekdaysInOrder().map((weekday) => (
        <li key={weekday} className="flex items-center">
          {weekdayColumn(weekday)}
        </li>
      ))}
    </ol>
  );
}

const GRID = 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1.5';

export const DayQuiltSkeleton = () => (
  <div className={GRID}>
    <div className="col-start-2 h-4" />
    <Weekdays />
    <Skeleton className="aspect-287/111" />
  </div>
);

interface DayQuiltProps {
  /** Starts with the first day of a week, oldest first. */
  counts: readonly number[];
  /** Which of these days came from another tracker, and have no check-in. */
  brought?: readonly boolean[];
  months: readonly { column: number; day: LocalDay }[];
  summary: string;
}

export function DayQuilt({ counts, brought = [], months, summary }: DayQuiltProps) {
  const { direction } = useT().language;
  const weeks = Math.ceil(counts.length / 7);
  const points: Point[][] = TONES.map(() => []);
  const broughtPoints: Point[] = [];
  for (const [i, count] of counts.entries()) {
    const week = Math.floor(i / 7);
    const column = direction === 'rtl' ? weeks - 1 - week : week;
    (brought[i] ? broughtPoints : points[toneOf(count)])?.push([column * 16, (i % 7) * 16]);
  }
  const last = weeks - 1;
  return (
    <div className={GRID}>
      <ol aria-hidden className="relative col-start-2 h-4 text-xs leading-4 text-ink-2">
        {months.map(({ column, day }) => (
          <li
            key={day}
            className="absolute whitespace-nowrap"
            style={column === last ? { insetInlineEnd: 0 } : { insetInlineStart: placeOf(column, weeks) }}
          >
            {monthName(day)}
          </li>
        ))}
      </ol>
      <Weekdays />
      <svg
        strokeLinecap="round"
        viewBox={`0 0 ${weeks * 16 - 1} 111`}
        role="img"
        aria-label={summary}
        className="block h-auto w-full"
      >
        {TONES.map(({ fill }, tone) => {
          const own = points[tone] ?? [];
          return own.length > 0 && <Squares key={fill} tone={tone} points={own} />;
        })}
        {broughtPoints.length > 0 && <BroughtSquares points={broughtPoints} />}
      </svg>
    </div>
  );
}

export function DayQuiltLegend({ hasBrought = false }: { hasBrought?: boolean }) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
      <span>{t('app.me.quilt.legend')}</span>
      <ul className="flex flex-wrap gap-x-3">
        {TONES.map(({ fill }, count) => (
          <li key={fill} className="flex items-center gap-1 tabular">
            <svg viewBox="0 0 15 15" aria-hidden="true" className="size-4">
              <Squares tone={count} points={[[0, 0]]} />
            </svg>
            <span dir="ltr">{count === TONE_MAX ? `${TONE_MAX}+` : count}</span>
          </li>
        ))}
        {hasBrought && (
          <li className="flex items-center gap-1">
            <svg viewBox="0 0 15 15" aria-hidden="true" className="size-4">
              <BroughtSquares points={[[0, 0]]} />
            </svg>
            {t('app.me.quilt.brought')}
          </li>
        )}
      </ul>
    </div>
  );
}
