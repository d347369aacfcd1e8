import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

/** What is too long for half of a phone. */
const LONG = new Set(['Email Address', 'Id', 'Reason']);

/** Everything about a row, in its dialog: name and value. */
export function DetailList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-3 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className={cx('min-w-0', LONG.has(name) && 'col-span-2')}>
          <dt className="text-ink-2">{name}</dt>
          <dd className="mt-0.5 font-semibold wrap-anywhere tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
