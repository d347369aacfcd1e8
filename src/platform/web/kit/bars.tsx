import { count } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';

interface Bar {
  label: string;
  value: number;
  axisLabel?: string | undefined;
  /** Draws the bar in another color, such as for today or the best day. */
  highlighted?: boolean | undefined;
  /** The stretch of the axis, such as a year, that starts at this bar. Its name is below the labels. */
  stretch?: string | undefined;
}

interface BarsProps {
  bars: readonly Bar[];
  summary: string;
  format?: (value: number) => string;
  /** The top of the axis, if it is not the highest bar. */
  top?: number;
  /** Captions for highlighted bars and for all other bars. */
  colorKey?: readonly [highlighted: string, others: string];
  share?: number;
}

const SLOTS_MIN = 7;
const [WIDTH, LEFT, RIGHT, BASELINE, HEIGHT] = [360, 40, 356, 132, 116];
/** The highest average width of a label's letters, in pixels of the drawing. */
const LETTER = 7;

/** Rounds up to an even number, because the middle of the axis shows half of it. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 2)));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((n) => n * power >= value && (n * power) % 2 === 0) ?? 10;
  return step * power;
}

/** Centers a label under its bar, or aligns it to the edge that it would cross. */
function axisPlace(middle: number, label: string): { start: number; textAnchor: 'middle' | 'end' } {
  const half = (label.length * LETTER) / 2;
  return middle + half > WIDTH ? { start: WIDTH, textAnchor: 'end' } : { start: middle, textAnchor: 'middle' };
}

/** Renders a bar chart of one measure. `DataDetails` shows the same values as a table. */
export function Bars({ bars, summary, format = count, top, colorKey, share = 0.72 }: BarsProps) {
  const mirrored = useT().language.direction === 'rtl';
  /** Converts a distance from the axis side to a left edge. Labels mirror with the text direction. */
  const leftOf = (start: number, wide = 0) => (mirrored ? WIDTH - start - wide : start);
  const max = top ?? roundUp(Math.max(...bars.map((bar) => bar.value), 0));
  const slot = (RIGHT - LEFT) / Math.max(bars.length, SLOTS_MIN);
  const width = slot * share;
  const heightOf = (value: number) => (value / max) * HEIGHT;
  const stretches = bars.some(({ stretch }) => stretch);
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${stretches ? 176 : 156}`}
        role="img"
        aria-label={summary}
        className="mt-3 h-auto w-full"
        fontSize="12"
        fill="var(--ink-2)"
      >
        {[0, max / 2, max].map((line) => (
          <g key={line}>
            <path
              d={`M${leftOf(LEFT - 4)} ${BASELINE - heightOf(line)}H${leftOf(RIGHT)}`}
              stroke="var(--line)"
              strokeWidth="1.5"
              strokeDasharray="5 5"
            />
            <text x={leftOf(LEFT - 10)} y={BASELINE + 4 - heightOf(line)} textAnchor="end" className="tabular">
              {format(line)}
            </text>
          </g>
        ))}
        {bars.map((bar, i) => (
          <rect
            key={bar.label}
            x={leftOf(LEFT + i * slot + (slot - width) / 2, width)}
            y={BASELINE - heightOf(bar.value)}
            width={width}
            height={heightOf(bar.value)}
            rx={Math.min(5, width / 3)}
            fill={colorOf(bar)}
          />
        ))}
        {bars.map((bar, i) => {
          if (!bar.axisLabel) return null;
          const { start, textAnchor } = axisPlace(LEFT + (i + 0.5) * slot, bar.axisLabel);
          return (
            <text key={bar.label} x={leftOf(start)} y={BASELINE + 19} textAnchor={textAnchor}>
              {bar.axisLabel}
            </text>
          );
        })}
        {bars.map((bar, i) => {
          if (!bar.stretch) return null;
          const start = LEFT + i * slot;
          return (
            <g key={bar.label}>
              {i > 0 && (
                <path d={`M${leftOf(start)} ${BASELINE + 26}V172`} stroke="var(--line-strong)" strokeWidth="1.5" />
              )}
              <text x={leftOf(start + 4)} y={BASELINE + 38} fontWeight="600">
                {bar.stretch}
              </text>
            </g>
          );
        })}
      </svg>
      {colorKey && <ColorKey bars={bars} colorKey={colorKey} />}
    </>
  );
}

const colorOf = ({ highlighted }: Pick<Bar, 'highlighted'>) => (highlighted ? 'var(--flame-hi)' : 'var(--star)');

/** Explains the colors in use. Renders nothing if no bar is highlighted. */
function ColorKey({ bars, colorKey }: { bars: readonly Bar[]; colorKey: readonly [string, string] }) {
  const [highlighted, others] = colorKey;
  if (!bars.some((bar) => bar.highlighted)) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      <KeyItem color={colorOf({ highlighted: true })}>{highlighted}</KeyItem>
      {bars.some((bar) => !bar.highlighted) && <KeyItem color={colorOf({})}>{others}</KeyItem>}
    </ul>
  );
}

/** Renders one color of a chart with its caption. */
export const KeyItem = ({ color, children }: { color: string; children: string }) => (
  <li className="flex items-center gap-1.5">
    <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5">
      <rect width="10" height="10" rx="3" fill={color} />
    </svg>
    {children}
  </li>
);
