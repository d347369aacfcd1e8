import { signOnPath } from '#domain/sign-on-path.ts';
import { button } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useSso } from '#web/data/site.ts';

interface SignOnButtonProps {
  kind?: 'flame' | 'quiet';
  /** The path that opens after signing in; by default the user's first page. */
  redirect?: string | undefined;
}

/**
 * Links to the single sign-on provider, if the server has one. It is a plain link because the server responds to it and
 * the browser leaves the app.
 */
export function SignOnButton({ kind = 'flame', redirect }: SignOnButtonProps) {
  const t = useT();
  const sso = useSso();
  if (!sso) return null;
  return (
    <a href={signOnPath(redirect)} className={button({ kind })}>
      <span className="min-w-0 py-2 text-center wrap-anywhere">{t('start.sso.continue', { name: sso })}</span>
    </a>
  );
}
