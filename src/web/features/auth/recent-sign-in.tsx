import { useLocation } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { PasswordField } from '#platform/web/kit/field.tsx';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { useSso } from '#web/data/site.ts';
import { SignOnButton } from './sign-on-button.tsx';

/**
 * Replaces the password for accounts without one: a recent sign-in confirms the same.
 *
 * `isTooOld`: the server requires another sign-in, which returns to this page.
 */
function RecentSignIn({ isTooOld }: { isTooOld: boolean }) {
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

/**
 * Asks the user to prove that the account is theirs.
 *
 * The proof is the password, or a recent sign-in if the account has no password.
 */
export function ProofField({ isTooOld, ...field }: ComponentProps<typeof PasswordField> & { isTooOld: boolean }) {
  const { has_password } = useMe();
  if (has_password === false) return <RecentSignIn isTooOld={isTooOld} />;
  return <PasswordField autoComplete="current-password" {...field} />;
}

/**
 * Tracks whether the sign-in is too old for a change.
 *
 * `catchTooOld` handles this error of the server and throws any other error.
 */
export function useRecentSignIn() {
  const [isTooOld, setTooOld] = useState(false);
  const catchTooOld = (error: unknown): undefined => {
    if (!(error instanceof ApiError) || error.code !== 'sign_in_again') throw error;
    setTooOld(true);
  };
  return { isTooOld, catchTooOld };
}
