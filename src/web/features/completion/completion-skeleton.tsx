import { Spinner } from '#web/kit/skeleton.tsx';

/** Has the background of the celebration that follows it. */
export function CompletionSkeleton() {
  return (
    <section className="rounded-xl bg-night px-5 py-24 text-on-night sm:py-28 [&_p]:text-on-night-2">
      <Spinner label="Loading completion..." />
    </section>
  );
}
