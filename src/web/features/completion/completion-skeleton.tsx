import { useT } from '#platform/web/lib/language.ts';
import { Spinner } from '#web/drawings/spinner.tsx';

/** Has the size and background of the celebration. */
export function CompletionSkeleton() {
  const t = useT();
  return (
    <section className="grid min-h-190 place-content-center rounded-xl bg-night px-5 text-on-night sm:min-h-152 [&_p]:text-on-night-2">
      <Spinner label={t('app.completion.loading')} />
    </section>
  );
}
