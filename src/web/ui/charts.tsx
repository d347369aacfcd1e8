const TONES = [
  'var(--sunk)',
  'color-mix(in oklab, var(--star) 45%, var(--sunk))',
  'var(--star)',
  'var(--flame-hi)',
  'color-mix(in oklab, var(--flame) 72%, #2C1838)',
];

/** A quilt of days, oldest first, a column a week: each figure is a warmth of 0 (nothing) to 4. `summary` says it in words. */
export function Heat({ days, summary }: { days: readonly number[]; summary: string }) {
  const squares = days.map((tone, i) => ({
    tone: Math.min(tone, TONES.length - 1),
    x: Math.floor(i / 7) * 16,
    y: (i % 7) * 16,
  }));
  return (
    <svg
      viewBox={`0 0 ${Math.ceil(days.length / 7) * 16} 112`}
      role="img"
      aria-label={summary}
      className="block h-auto w-full"
    >
      {squares.map(({ tone, x, y }) => (
        <g key={`${x} ${y}`} transform={`translate(${x},${y})`}>
          <rect x="1" y="1" width="13" height="13" rx="4.5" fill={TONES[tone]} />
          {tone > 0 && (
            <path
              d="M4.5 7.5h6M7.5 4.5v6"
              stroke={tone > 2 ? '#fff' : '#2C1838'}
              strokeOpacity=".38"
              strokeWidth="1.3"
              strokeLinecap="round"
              transform="rotate(45 7.5 7.5)"
            />
          )}
        </g>
      ))}
    </svg>
  );
}

/** A dashed line of the last days' points. */
export function Spark({ values, label }: { values: readonly number[]; label: string }) {
  const top = Math.max(...values, 1);
  const steps = Math.max(values.length - 1, 1);
  const points = values.map((y, i) => `${(i / steps) * 96 + 2},${30 - (y / top) * 26}`).join(' ');
  return (
    <svg viewBox="0 0 100 32" role="img" aria-label={label} className="h-7 w-16 shrink-0">
      <polyline
        points={points}
        fill="none"
        stroke="var(--flame-hi)"
        strokeWidth="3.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        strokeDasharray="7 5.5"
      />
    </svg>
  );
}
