import { useSite } from '#web/lib/site.ts';
import { cx } from './cx.ts';

const link =
  'inline-flex min-h-11 items-center rounded-sm px-2 text-sm font-semibold text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink';

/** The imprint and the privacy notice of this server; nothing where there are none. */
export function LegalLinks({ className }: { className?: string }) {
  const site = useSite();
  if (!site?.imprint_url && !site?.privacy_url) return null;
  return (
    <nav aria-label="Legal" className={cx('flex flex-wrap gap-x-2', className)}>
      {site.imprint_url && (
        <a href={site.imprint_url} target="_blank" rel="noopener noreferrer" className={link}>
          Imprint
        </a>
      )}
      {site.privacy_url && (
        <a href={site.privacy_url} target="_blank" rel="noopener noreferrer" className={link}>
          Privacy
        </a>
      )}
    </nav>
  );
}
