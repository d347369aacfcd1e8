import { useT } from '#platform/web/lib/language.ts';
import { Logo } from '#web/drawings/logo.tsx';

/** Appears if a route takes longer than a second to load; before that the previous page stays. */
export function Pending() {
  const t = useT();
  return (
    <main className="grid min-h-dvh place-items-center">
      <Logo />
      <p role="status" className="sr-only">
        {t('start.common.loading')}
      </p>
    </main>
  );
}
