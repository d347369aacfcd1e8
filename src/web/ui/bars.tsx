import { count } from '#web/lib/format.ts';

export interface Bar {
  /** In full, for the table and for readers. */
  label: string;
  value: number;
  /** Stands under the bar. */
  mark?: string | undefined;
  /** Drawn in the colour of what is special: today, the best. */
  lit?: boolean | undefined;
}

interface BarsProps {
  bars: readonly Bar[];
  /** What the picture shows, in one sentence. */
  summary: string;
  /** How a figure reads on the axis and in the table. */
  format?: (value: number) => string;
  /** The top of the axis, when it is not the highest bar. */
  top?: number;
}

const SLOTS_MIN = 7;
const [WIDTH, LEFT, RIGHT, FLOOR, HEIGHT] = [360, 40, 356, 132, 116];

/** The next round figure: 1, 2 or 5 times a power of ten, even, so that its half is whole. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 2)));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((n) => n * power >= value && (n * power) % 2 === 0) ?? 10;
  return step * power;
}

/** Upright bars over a floor, one measure. What it says stands in a table behind it: ui/figures.tsx. */
export function Bars({ bars, summary, format = count, top }: BarsProps) {
  const max = top ?? roundUp(Math.max(...bars.map((bar) => bar.value), 0));
  // A few bars stand side by side at the start, none as wide as a wall.
  const slot = (RIGHT - LEFT) / Math.max(bars.length, SLOTS_MIN);
  const width = slot * 0.72;
  const high = (value: number) => (value / max) * HEIGHT;
  return (
    <svg viewBox={`0 0 ${WIDTH} 156`} role="img" aria-label={summary} className="mt-3 h-auto w-full">
      {[0, max / 2, max].map((line) => (
        <g key={line}>
          <path
            d={`M${LEFT - 4} ${FLOOR - high(line)}H${RIGHT}`}
            stroke="var(--line)"
            strokeWidth="1.5"
            strokeDasharray="5 5"
          />
          <text
            x={LEFT - 10}
            y={FLOOR + 4 - high(line)}
            textAnchor="end"
            fontSize="12"
            fill="var(--ink-2)"
            className="tabular"
          >
            {format(line)}
          </text>
        </g>
      ))}
      {bars.map((bar, i) => (
        <rect
          key={bar.label}
          x={LEFT + i * slot + (slot - width) / 2}
          y={FLOOR - high(bar.value)}
          width={width}
          height={high(bar.value)}
          rx={Math.min(5, width / 3)}
          fill={bar.lit ? 'var(--flame-hi)' : 'var(--star)'}
        />
      ))}
      {bars.map(
        (bar, i) =>
          bar.mark && (
            <text
              key={bar.label}
              x={Math.min(RIGHT - 8, LEFT + (i + 0.5) * slot)}
              y={FLOOR + 19}
              textAnchor={i === bars.length - 1 && bars.length > 20 ? 'end' : 'middle'}
              fontSize="12"
              fill="var(--ink-2)"
            >
              {bar.mark}
            </text>
          ),
      )}
    </svg>
  );
}
