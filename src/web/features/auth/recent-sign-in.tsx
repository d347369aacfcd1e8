import { useLocation } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { PasswordField } from '#platform/web/kit/field.tsx';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { useSso } from '#web/data/site.ts';
import { SignOnButton } from './sign-on-button.tsx';

/**
 * In place of the password, for an account that has none: having signed in a moment ago confirms as much. `isTooOld`: the
 * server asks for another sign-in, which leads back to this page.
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

/** Asks for the proof that the account's owner makes a change: the password, or without one a recent sign-in. */
export function ProofField({ isTooOld, ...field }: ComponentProps<typeof PasswordField> & { isTooOld: boolean }) {
  const { has_password } = useMe();
  if (has_password === false) return <RecentSignIn isTooOld={isTooOld} />;
  return <PasswordField autoComplete="current-password" {...field} />;
}

/** Whether the sign-in is too old for a change; `catchTooOld` takes that refusal of the server, and throws any other error. */
export function useRecentSignIn() {
  const [isTooOld, setTooOld] = useState(false);
  const catchTooOld = (error: unknown): undefined => {
    if (!(error instanceof ApiError) || error.code !== 'sign_in_again') throw error;
    setTooOld(true);
  };
  return { isTooOld, catchTooOld };
}
