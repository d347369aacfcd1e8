import type { ReactNode } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import type { previewJoin } from '#contract/missions.ts';
import { count } from '#web/lib/format.ts';
import { BlankPatch } from '#web/ui/drawings.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

type JoinPreview = Answer<typeof previewJoin>;

function Facts({ preview }: { preview: JoinPreview }) {
  const { member_count, days_remaining } = preview;
  const facts = [
    ['Owner', preview.owner_name],
    ['Members', member_count === 1 ? '1 person' : `${count(member_count)} people`],
    ['Days Left', String(days_remaining)],
  ] as const;
  return (
    <dl className="mt-5 grid gap-2.5 pt-4 text-sm text-ink-2 seam">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt>{name}</dt>
          <dd className="text-end font-semibold text-ink wrap-anywhere tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What one is about to join; `children` say what happens now. */
export function JoinCard({ preview, children }: { preview: JoinPreview | undefined; children?: ReactNode }) {
  return (
    <section aria-labelledby="join" className="relative rounded-xl bg-card p-5 shadow-card sm:p-7">
      <div className="flex items-center gap-4">
        <BlankPatch size={84} />
        <div className="min-w-0 grow">
          <p className="text-sm font-semibold text-ink-2">You are invited to</p>
          {preview ? (
            <h1 id="join" tabIndex={-1} className="mt-1 text-xl font-extrabold wrap-anywhere sm:text-2xl">
              {preview.mission_title}
            </h1>
          ) : (
            <>
              <h1 id="join" className="sr-only">
                Join a mission
              </h1>
              <Loading label="Loading the invitation..." />
              <Skeleton className="mt-2 h-8 w-4/5" />
            </>
          )}
        </div>
      </div>
      {preview ? (
        <Facts preview={preview} />
      ) : (
        <div aria-hidden className="mt-5 grid gap-2.5 pt-4 text-ink-2 seam">
          <Skeleton className="h-6 w-full" />
          <Skeleton className="h-6 w-full" />
          <Skeleton className="h-6 w-full" />
        </div>
      )}
      {children}
    </section>
  );
}
