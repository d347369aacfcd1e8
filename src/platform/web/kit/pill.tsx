import { Crown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';

const tones = {
  owner: 'bg-rose-soft text-rose',
  done: 'bg-pine-soft text-pine',
  open: 'bg-star-soft text-star-ink',
  info: 'bg-sky-soft text-ink',
  plain: 'bg-sunk text-ink-2',
} as const;

interface PillProps {
  tone?: keyof typeof tones;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Renders a small label. It always has text, never only a color. */
export function Pill({ tone = 'plain', icon, className, children }: PillProps) {
  return (
    <span
      className={cx(
        'inline-flex min-h-7 items-center gap-1.5 rounded-full px-2.5 text-xs font-bold whitespace-nowrap tabular [&_svg]:size-3.5',
        tones[tone],
        className,
      )}
    >
      {icon}
      {/* The icon can appear and disappear, so the text needs its own element. */}
      <span className="contents">{children}</span>
    </span>
  );
}

export function OwnerPill() {
  const t = useT();
  return (
    <Pill tone="owner" icon={<Crown aria-hidden />}>
      {t('app.common.owner')}
    </Pill>
  );
}

/** Renders a progress bar that looks like a seam. `value` is a percentage. */
export function ProgressThread({ value, label, className }: { value: number; label: string; className?: string }) {
  const percentage = Math.max(0, Math.min(100, value));
  const seam = { x1: 4, y1: 4, y2: 4, strokeWidth: 6, strokeLinecap: 'round', strokeDasharray: '9 10' } as const;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percentage)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cx('h-2', className)}
    >
      <svg className="block h-2 w-full rtl:-scale-x-100" aria-hidden="true">
        <line {...seam} x2="99%" stroke="var(--line)" />
        {percentage > 0 && <line {...seam} x2={`${Math.max(percentage - 1, 1)}%`} stroke="var(--flame-hi)" />}
      </svg>
    </div>
  );
}
