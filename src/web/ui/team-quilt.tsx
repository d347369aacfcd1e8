import type { LocalDay } from '#domain/days.ts';
import { monthDay } from '#domain/relative-time.ts';
import { Avatar } from './avatar.tsx';

/**
 * What a day was for a member: `free` where the schedule left it free, `away` in a break. `before` is a day before the
 * member joined, which has no square.
 */
export type Square = 'checked' | 'rest' | 'free' | 'away' | 'missed' | 'open' | 'later' | 'before';

export interface TeamQuiltRow {
  id: string;
  name: string;
  /** The name, or 'You'. */
  label: string;
  avatar_url: string | null;
  colour: string;
  squares: readonly Square[];
}

interface TeamQuiltProps {
  days: readonly LocalDay[];
  rows: readonly TeamQuiltRow[];
  /** The smallest number of columns, so that a short mission does not get giant squares. */
  columns: number;
  /** Names the table for screen readers. */
  caption: string;
}

const COLOURS = ['#F0532B', '#FFBC3B', '#0F8A6E', '#4E9BDB', '#D8447C'] as const;
/** The colour of a member's squares. `place` is independent of the rank, so that colours stay when ranks change. */
export const squareColourOf = (place: number): string => COLOURS[place % COLOURS.length] ?? COLOURS[0];

const WORDS: Record<Square, string> = {
  checked: 'sewn',
  rest: 'rest day',
  free: 'free day',
  away: 'on a break',
  missed: 'no stitch',
  open: 'not yet',
  later: 'to come',
  before: 'not here yet',
};

const MOON = 'M9.6 3.6A4.6 4.6 0 1 0 12 10.6 3.9 3.9 0 0 1 9.6 3.6Z';

/** The border of a square. Days without one are filled instead. */
const BORDERS: Partial<Record<Square, { stroke: string; strokeDasharray?: string }>> = {
  open: { stroke: 'var(--ink-2)', strokeDasharray: '3 2.5' },
  later: { stroke: 'var(--line)', strokeDasharray: '3 2.5' },
  free: { stroke: 'var(--line)' },
  away: { stroke: 'var(--line)' },
};

function DaySquare({ square, colour, x }: { square: Square; colour: string; x: number }) {
  if (square === 'before') return null;
  const border = BORDERS[square];
  return (
    <g transform={`translate(${x} 1)`}>
      <rect
        x="1"
        width="14"
        height="16"
        rx="4"
        fill={square === 'checked' ? colour : border ? 'none' : 'var(--sunk)'}
        stroke="none"
        strokeWidth="1.6"
        {...border}
      />
      {square === 'checked' && (
        <path d="m5.5 5.5 5 5m0-5-5 5" stroke="#2C1838" strokeOpacity=".38" strokeWidth="1.4" strokeLinecap="round" />
      )}
      {square === 'away' && (
        <path d="M3 8h10" stroke="var(--ink-2)" strokeWidth="1.6" strokeDasharray="2.4 1.4" strokeLinecap="butt" />
      )}
      {square === 'rest' && <path d={MOON} fill="var(--star-ink)" />}
    </g>
  );
}

/** The squares that need a word, where there are any. */
const LEGEND: readonly (readonly [Square, string])[] = [
  ['rest', 'A rest day kept the thread whole.'],
  ['free', 'A free day'],
  ['away', 'A day of a break'],
];

function Legend({ rows }: Pick<TeamQuiltProps, 'rows'>) {
  const shown = LEGEND.filter(([square]) => rows.some((row) => row.squares.includes(square)));
  if (shown.length === 0) return null;
  return (
    <ul aria-hidden className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5 text-xs text-ink-2">
      {shown.map(([square, words]) => (
        <li key={square} className="flex items-center gap-1.5">
          <svg viewBox="0 0 16 18" aria-hidden="true" className="h-4.5 w-4">
            <DaySquare square={square} colour="" x={0} />
          </svg>
          {words}
        </li>
      ))}
    </ul>
  );
}

/** One row for each member, one square for each day. Screen readers get the same as a table. */
export function TeamQuilt({ days, rows, columns, caption }: TeamQuiltProps) {
  const width = Math.max(days.length, columns) * 16;
  return (
    <>
      <ul aria-hidden className="grid gap-1.5">
        {rows.map((row) => (
          <li key={row.id} className="flex items-center gap-3">
            <Avatar name={row.name} url={row.avatar_url} size={26} decorative />
            <svg viewBox={`0 0 ${width} 18`} aria-hidden="true" className="h-auto w-full">
              {row.squares.map((square, day) => (
                <DaySquare key={days[day]} square={square} colour={row.colour} x={day * 16} />
              ))}
            </svg>
          </li>
        ))}
      </ul>
      <Legend rows={rows} />
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Member</th>
              {days.map((day) => (
                <th key={day} scope="col">
                  {monthDay(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.label}</th>
                {row.squares.map((square, day) => (
                  <td key={days[day]}>{WORDS[square]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
