import { useT } from '#platform/web/lib/language.ts';

/** Renders a link with which keyboard users skip the header. */
export function SkipLink() {
  const t = useT();
  return (
    <a
      href="#main"
      className="sr-only rounded-md bg-card px-4 py-3 font-bold text-ink shadow-card focus:not-sr-only focus:fixed focus:start-4 focus:top-[calc(1rem+env(safe-area-inset-top))] focus:z-50"
    >
      {t('start.kit.skip')}
    </a>
  );
}
