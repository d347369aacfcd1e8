import { useLocation } from '@tanstack/react-router';
import { useSso } from '#web/data/site.ts';
import { useT } from '#web/lib/language.ts';
import { SignOnButton } from './sign-on-button.tsx';

/**
 * In place of the password, for an account that has none: having signed in a moment ago confirms as much. `isTooOld`: the
 * server asks for another sign-in, which leads back to this page.
 */
export function RecentSignIn({ isTooOld }: { isTooOld: boolean }) {
  const t = useT();
  const here = useLocation({ select: ({ href }) => href });
  const sso = useSso();
  if (!isTooOld) return <p className="text-ink-2">{t('app.auth.recent.may_ask')}</p>;
  return (
    <div role="alert" className="grid gap-3 rounded-md bg-star-soft p-4 text-star-ink">
      <p className="font-semibold">{t('app.auth.recent.sign_in_again')}</p>
      {sso ? <SignOnButton kind="quiet" redirect={here} /> : <p>{t('app.auth.recent.set_one')}</p>}
    </div>
  );
}
