/** More check-ins than this look the same: '4+'. */
const TONE_MAX = 4;
const TONES = [
  { fill: 'var(--sunk)', thread: '' },
  { fill: 'color-mix(in oklab, var(--star) 45%, var(--sunk))', thread: 'var(--ink)' },
  { fill: 'var(--star)', thread: 'var(--dusk)' },
  { fill: 'var(--flame-hi)', thread: 'var(--dusk)' },
  { fill: 'color-mix(in oklab, var(--flame-hi) 55%, var(--dusk))', thread: '#fff' },
] as const;
/** As many stitches as check-ins, so that a square can be read without its colour. */
const STITCHES = [
  '',
  'M5 10 10 5',
  'M5 5l5 5M5 10l5-5',
  'M5 5l5 5M5 10l5-5M3.5 7.5h8',
  'M5 5l5 5M5 10l5-5M3.5 7.5h8M7.5 3.5v8',
];

function Square({ count, x = 0, y = 0 }: { count: number; x?: number; y?: number }) {
  const tone = Math.min(Math.max(count, 0), TONE_MAX);
  const { fill, thread } = TONES[tone] ?? TONES[0];
  return (
    <g transform={`translate(${x},${y})`}>
      <rect x="1" y="1" width="13" height="13" rx="4.5" fill={fill} />
      {tone > 0 && (
        <path d={STITCHES[tone]} stroke={thread} strokeOpacity=".6" strokeWidth="1.3" strokeLinecap="round" />
      )}
    </g>
  );
}

/** Check-ins a day as a quilt, a column a week: `counts` start on a Monday, oldest first. `summary` is its text. */
export function DayQuilt({ counts, summary }: { counts: readonly number[]; summary: string }) {
  const squares = counts.map((count, i) => ({ count, x: Math.floor(i / 7) * 16, y: (i % 7) * 16 }));
  return (
    <svg
      viewBox={`0 0 ${Math.ceil(counts.length / 7) * 16 - 1} 111`}
      role="img"
      aria-label={summary}
      className="block h-auto w-full"
    >
      {squares.map(({ count, x, y }) => (
        <Square key={`${x} ${y}`} count={count} x={x} y={y} />
      ))}
    </svg>
  );
}

/** The number of check-ins that each kind of square stands for. */
export function DayQuiltLegend() {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
      <span>Check-ins a day</span>
      <ul className="flex gap-x-3">
        {TONES.map(({ fill }, count) => (
          <li key={fill} className="flex items-center gap-1 tabular">
            <svg viewBox="0 0 15 15" aria-hidden="true" className="size-4">
              <Square count={count} />
            </svg>
            {count === TONE_MAX ? `${TONE_MAX}+` : count}
          </li>
        ))}
      </ul>
    </div>
  );
}
