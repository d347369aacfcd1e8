import { FLAME } from '#domain/flame.ts';

interface WeekEmbersProps {
  done: number;
  target: number;
  size?: number;
}

/**
 * A weekly schedule's check-ins: lit embers for check-ins made, dashed outlines for the rest. A text next to it says
 * the same.
 */
export function WeekEmbers({ done, target, size = 20 }: WeekEmbersProps) {
  const embers = Array.from({ length: target }, (_, at) => ({ number: at + 1, lit: at < done }));
  return (
    <span aria-hidden className="inline-flex shrink-0 gap-0.5">
      {embers.map(({ number, lit }) => (
        <svg
          key={number}
          viewBox="-3 -3 54 66"
          width={size * 0.82}
          height={size}
          aria-hidden="true"
          fill="none"
          strokeLinecap="round"
        >
          {lit ? (
            <>
              <path d={FLAME.fire} fill="var(--flame-hi)" />
              <path d={FLAME.heart} fill="var(--star)" />
            </>
          ) : (
            <path d={FLAME.fire} stroke="var(--line-strong)" strokeWidth="4.5" strokeDasharray="8 6" />
          )}
        </svg>
      ))}
    </span>
  );
}
