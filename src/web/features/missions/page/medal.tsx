import { useT } from '#platform/web/lib/language.ts';

const METALS = [
  ['app.missions.stars.gold', 'var(--gold)'],
  ['app.missions.stars.silver', 'var(--silver)'],
  ['app.missions.stars.bronze', 'var(--bronze)'],
] as const;

export function Medal({ rank }: { rank: number }) {
  const t = useT();
  const metal = METALS[rank - 1];
  if (!metal)
    return (
      <span className="grid w-9 place-items-center font-display font-extrabold text-ink-2 tabular">{`#${rank}`}</span>
    );
  const [name, fill] = metal;
  return (
    <svg
      viewBox="0 0 36 44"
      fill="none"
      strokeLinecap="round"
      role="img"
      aria-label={t(name, { rank })}
      className="h-11 w-9 shrink-0"
    >
      <path d="M9 22 6 42l7-4 5 5 5-5 7 4-3-20Z" fill="var(--flame)" />
      <path
        d="M18 1.5 22 4l4.7-.4 1.9 4.3 4.3 1.9L32.5 14.5 35 18l-2.5 3.5.4 4.7-4.3 1.9-1.9 4.3L22 32l-4 2.5L14 32l-4.7.4-1.9-4.3-4.3-1.9.4-4.7L1 18l2.5-3.5-.4-4.7 4.3-1.9 1.9-4.3L14 4Z"
        fill={fill}
      />
      <circle
        cx="18"
        cy="18"
        r="12.5"
        stroke="var(--on-medal)"
        strokeOpacity=".45"
        strokeWidth="1.3"
        strokeDasharray="2.8 2.4"
      />
      <text
        x="18"
        y="23.5"
        textAnchor="middle"
        className="font-display font-extrabold"
        fontSize="16"
        fill="var(--on-medal)"
      >
        {rank}
      </text>
    </svg>
  );
}
