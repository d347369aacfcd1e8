import type { ReactNode } from 'react';

/** Everything about a row, in its dialog: name and value. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="mt-5 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-ink-2">{name}</dt>
          <dd className="mt-0.5 font-semibold wrap-anywhere tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
