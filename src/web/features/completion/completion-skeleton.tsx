import { Spinner } from '#web/ui/spinner.tsx';

/** The night before the celebration. */
export function CompletionSkeleton() {
  return (
    <section className="rounded-xl bg-night px-5 py-24 text-on-night sm:py-28 [&_p]:text-on-night-2">
      <Spinner label="Loading completion..." />
    </section>
  );
}
