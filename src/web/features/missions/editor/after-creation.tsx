import type { PlainKey } from '#platform/i18n/translate.ts';
import { Fold } from '#platform/web/kit/fold.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { usePhone } from '#platform/web/lib/use-media.ts';
import { Star } from '#web/drawings/star.tsx';

const TIPS = [
  'app.missions.after.invite',
  'app.missions.after.check_in',
  'app.missions.after.see',
  'app.missions.after.stitch',
] as const satisfies PlainKey[];

function Tips({ className }: { className: string }) {
  const t = useT();
  return (
    <ul className={cx('grid gap-3 text-sm', className)}>
      {TIPS.map((tip) => (
        <li key={tip} className="flex gap-2.5">
          <Star className="size-5 shrink-0" />
          {t(tip)}
        </li>
      ))}
    </ul>
  );
}

/** The steps that follow the creation, folded on phones. */
export function AfterCreation() {
  const t = useT();
  const title = t('app.missions.after.title');
  if (usePhone())
    return (
      <div className="rounded-lg bg-card px-4 shadow-card">
        <Fold title={title} heading="h2">
          <Tips className="text-ink-2" />
        </Fold>
      </div>
    );
  return (
    <section aria-label={title} className="relative isolate rounded-lg bg-night p-6 text-on-night">
      <span aria-hidden className="pointer-events-none absolute inset-2 -z-10 rounded-md text-star stitch" />
      <h2 className="text-lg font-extrabold">{title}</h2>
      <Tips className="mt-3.5 text-on-night-2" />
    </section>
  );
}
