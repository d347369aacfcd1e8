import { useEffect, useRef } from 'react';
import type { LocalDay } from '#domain/days.ts';
import type { SquareCloth } from '#domain/doll.ts';
import type { Look } from '#domain/looks.ts';
import { scrollFromStart } from '#platform/web/lib/direction.ts';
import { useT } from '#platform/web/lib/language.ts';
import { monthDay } from '#web/data/relative-time.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { MOON, SIDE, SQUARES, type Square } from './squares.ts';

interface TeamQuiltRow {
  id: string;
  name: string;
  /** The name, or 'You'. */
  label: string;
  avatar_url: string | null;
  look: Look;
  cloth: SquareCloth;
  squares: readonly Square[];
}

interface TeamQuiltProps {
  days: readonly LocalDay[];
  full: ReadonlySet<LocalDay>;
  rows: readonly TeamQuiltRow[];
  /** On phones, squares keep their size and scroll sideways, starting at this day number. */
  scrolledTo?: number | null;
}

/** A minimum, so that a short mission does not get giant squares. */
const COLUMNS_MIN = 30;

/** The side of a square with its gap, in drawing units. */
const CELL = 20;

interface DaySquareProps {
  square: Square;
  cloth: SquareCloth | null;
  x: number;
  /** Whether the square has the hem of a full day, which makes it smaller. */
  hemmed?: boolean;
}

function DaySquare({ square, cloth, x, hemmed = false }: DaySquareProps) {
  if (square === 'before') return null;
  const { shape, tone, sign } = SQUARES[square];
  const colour = tone ? `var(--${tone})` : cloth?.field;
  return (
    <g transform={`translate(${x} 0.5)`}>
      {shape === 'place' && !hemmed && (
        <rect
          x="1"
          y="1"
          width="15"
          height="15"
          rx="4"
          fill="none"
          stroke={colour}
          strokeOpacity={square === 'later' ? 0.55 : undefined}
          strokeWidth="1.6"
          strokeDasharray="3 2.5"
        />
      )}
      {shape === 'small' && <rect x="3.5" y="3.5" width="10" height="10" rx="3" fill={colour} />}
      {hemmed && (
        <rect x="0.75" y="0.75" width="15.5" height="15.5" rx="4.5" fill="none" stroke="var(--hem)" strokeWidth="1.5" />
      )}
      {shape === 'cloth' && !hemmed && <rect width="17" height="17" rx="4.5" fill={colour} />}
      {shape === 'cloth' && hemmed && <rect x="2.5" y="2.5" width="12" height="12" rx="2.5" fill={colour} />}
      {sign === 'stitch' && (
        <path
          d={cloth?.mark}
          fill="none"
          stroke={cloth?.thread}
          strokeOpacity=".9"
          strokeWidth={cloth?.width}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
      {sign === 'moon' && <path d={MOON} fill="var(--star-ink)" />}
    </g>
  );
}

const SIGNS = ['saved', 'off', 'full'] as const;

export function Legend({ has }: { has: (sign: (typeof SIGNS)[number]) => boolean }) {
  const t = useT();
  const shown = SIGNS.filter(has);
  if (shown.length === 0) return null;
  return (
    <ul aria-hidden className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5 text-xs text-ink-2">
      {shown.map((sign) => (
        <li key={sign} className="flex items-center gap-1.5">
          <svg viewBox="0 0 17 18" aria-hidden="true" className="h-4.5 w-4">
            <DaySquare square={sign === 'full' ? 'missed' : sign} cloth={null} x={0} hemmed={sign === 'full'} />
          </svg>
          {t(`app.missions.quilt.signs.${sign}`)}
        </li>
      ))}
    </ul>
  );
}

function ScrolledRows({ days, full, rows, today }: Pick<TeamQuiltProps, 'days' | 'full' | 'rows'> & { today: number }) {
  const t = useT();
  const scroller = useRef<HTMLElement>(null);
  const width = days.length * CELL;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    scrollFromStart(element, (today + 2) * CELL + NAMES_WIDTH - element.clientWidth);
  }, [today]);
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('app.missions.quilt.scroll')}
      className="overflow-x-auto overscroll-x-contain pb-1"
    >
      <ul aria-hidden className="grid w-max gap-1.5">
        {rows.map((row) => (
          <li key={row.id} className="flex items-center">
            <span className="sticky start-0 flex bg-card pe-2.5">
              <Avatar name={row.name} look={row.look} url={row.avatar_url} size={26} decorative />
            </span>
            <Squares row={row} days={days} full={full} width={width} fixed />
          </li>
        ))}
        {full.size > 0 && (
          <li style={{ paddingInlineStart: NAMES_WIDTH }}>
            <Hem days={days} full={full} width={width} />
          </li>
        )}
      </ul>
    </section>
  );
}

/** The width of the avatars before the squares, in px. */
const NAMES_WIDTH = 36;

interface SquaresProps {
  row: TeamQuiltRow;
  days: readonly LocalDay[];
  full: ReadonlySet<LocalDay>;
  width: number;
  /** Whether one drawing unit is one CSS pixel. */
  fixed?: boolean;
}

/** Squares follow the text direction; their stitches are never mirrored. */
function Squares({ row, days, full, width, fixed = false }: SquaresProps) {
  const { direction } = useT().language;
  const placeOf = (day: number) => (direction === 'rtl' ? width - SIDE - day * CELL : day * CELL);
  return (
    <svg
      viewBox={`0 0 ${width} 18`}
      aria-hidden="true"
      {...(fixed ? { width, height: 18 } : { className: 'h-auto w-full' })}
    >
      {row.squares.map((square, day) => (
        <DaySquare key={days[day]} square={square} cloth={row.cloth} x={placeOf(day)} hemmed={full.has(days[day]!)} />
      ))}
    </svg>
  );
}

/** Marks full days below the squares, in case the squares are too small for a hem. */
function Hem({ days, full, width }: Omit<SquaresProps, 'row' | 'fixed'>) {
  return (
    <svg
      viewBox={`0 0 ${width} 3`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-[3px] w-full rtl:-scale-x-100"
    >
      {days.map(
        (day, at) => full.has(day) && <rect key={day} x={at * CELL} width={CELL - 3} height="3" fill="var(--hem)" />,
      )}
    </svg>
  );
}

/** One row per member and one square per day. Screen readers get a table instead. */
export function TeamQuilt({ days, full, rows, scrolledTo = null }: TeamQuiltProps) {
  const t = useT();
  const width = Math.max(days.length, COLUMNS_MIN) * CELL;
  return (
    <>
      {scrolledTo === null ? (
        <ul aria-hidden className="grid gap-1.5">
          {rows.map((row) => (
            <li key={row.id} className="flex items-center gap-3">
              <Avatar name={row.name} look={row.look} url={row.avatar_url} size={26} decorative />
              <Squares row={row} days={days} full={full} width={width} />
            </li>
          ))}
          {full.size > 0 && (
            // Starts after the avatars and their gap.
            <li className="ps-9.5">
              <Hem days={days} full={full} width={width} />
            </li>
          )}
        </ul>
      ) : (
        <ScrolledRows days={days} full={full} rows={rows} today={scrolledTo} />
      )}
      <Legend has={(sign) => (sign === 'full' ? full.size > 0 : rows.some((row) => row.squares.includes(sign)))} />
      <div className="sr-only">
        <table>
          <caption>{t('app.missions.quilt.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('app.missions.quilt.table.member')}</th>
              {days.map((day) => (
                <th key={day} scope="col">
                  {full.has(day) ? t('app.missions.quilt.full_day', { day: monthDay(day) }) : monthDay(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.label}</th>
                {row.squares.map((square, day) => (
                  <td key={days[day]}>{t(`app.missions.quilt.squares.${square}`)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
