import { Spinner } from '#web/kit/skeleton.tsx';
import { useT } from '#web/lib/language.ts';

/** Has the background of the celebration that follows it. */
export function CompletionSkeleton() {
  const t = useT();
  return (
    <section className="rounded-xl bg-night px-5 py-24 text-on-night sm:py-28 [&_p]:text-on-night-2">
      <Spinner label={t('app.completion.loading')} />
    </section>
  );
}
