import { Suspense } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { lazyPart } from '#platform/web/lib/lazy-part.ts';
import { yieldToMain } from '#platform/web/lib/yield-to-main.ts';
import { useSite } from '#web/data/site.ts';

/** Loads after the first paint. */
const LanguageSelect = lazyPart(async () => {
  await yieldToMain();
  return import('./language-select.tsx');
}, 'LanguageSelect');

const linkTo = (label: string, url: string | null | undefined) =>
  url && (
    <a
      key={label}
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center rounded-sm px-2 text-sm font-semibold text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink"
    >
      {label}
    </a>
  );

interface LegalLinksProps {
  /** The path of the API guide, on public pages. */
  api?: string;
  className?: string;
}

/**
 * Links to the server's API guide, imprint and privacy notice, if they exist.
 *
 * Public pages also have the choice of a language.
 */
export function LegalLinks({ api, className }: LegalLinksProps) {
  const t = useT();
  const site = useSite();
  const links = [
    linkTo(t('start.site.api'), api),
    linkTo(t('start.site.imprint'), site?.imprint_url),
    linkTo(t('start.site.privacy'), site?.privacy_url),
  ];
  const row = cx('flex flex-wrap gap-x-2', className);
  const nav = links.some(Boolean) && (
    <nav aria-label={t('start.site.about')} className={api ? 'contents' : row}>
      {links}
    </nav>
  );
  if (!api) return nav;
  return (
    <div className={row}>
      {nav}
      <Suspense fallback={<span className="h-11" />}>
        <LanguageSelect />
      </Suspense>
    </div>
  );
}
