import { FLAME } from '#domain/flame.ts';

/** The flame of a streak; gray when unlit. */
export function Flame({ className, lit = true }: { className?: string; lit?: boolean }) {
  return (
    <svg viewBox="0 0 48 60" aria-hidden="true" className={className}>
      <path className={lit ? 'flicker' : undefined} d={FLAME.fire} fill={lit ? 'var(--flame-hi)' : 'var(--line)'} />
      <path d={FLAME.heart} fill={lit ? 'var(--star)' : 'var(--card)'} />
    </svg>
  );
}
