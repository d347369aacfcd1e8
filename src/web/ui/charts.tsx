/** A dashed line of the last days' points. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
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
