import { FLAME } from '#domain/flame.ts';
import { useCountUp } from '#platform/web/kit/use-count-up.ts';

/* The drawings look the same in both themes. */
export const EMBER = '#F0532B';
export const BRICK = '#BE3511';
export const AMBER = '#FFBC3B';
export const CREAM = '#FFE7C7';
export const MINT = '#8FD3B0';
export const ICE = '#DDF0FF';
export const PLUM = '#2C1838';

export function Fire({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <g transform={`translate(${x - 24 * size} ${y - 60 * size}) scale(${size})`}>
      <path d={FLAME.fire} fill={EMBER} />
      <path d={FLAME.heart} fill={AMBER} />
    </g>
  );
}

export function Figure({ days }: { days: number }) {
  const shown = useCountUp(days, 0);
  const half = String(days).length * 11 + 4;
  return (
    <g textAnchor="middle" className="font-display font-extrabold tabular" fontSize="31">
      <path d={`M${80 - half} 118h${2 * half}`} stroke="#FFF3E6" strokeWidth="36" />
      <path
        d={`M${80 - half} 103.5h${2 * half}m0 29h-${2 * half}`}
        stroke={BRICK}
        strokeOpacity=".55"
        strokeWidth="1.8"
        strokeDasharray="4 4"
      />
      <text x="80" y="130" fill={PLUM}>
        {shown}
      </text>
    </g>
  );
}
