import { useLocation } from '@tanstack/react-router';
import { useSso } from '#web/data/site.ts';
import { SignOnButton } from './sign-on-button.tsx';

/**
 * In place of the password, for an account that has none: having signed in a moment ago confirms as much. `isTooOld`: the
 * server asks for another sign-in, which leads back to this page.
 */
export function RecentSignIn({ isTooOld }: { isTooOld: boolean }) {
  const here = useLocation({ select: ({ href }) => href });
  const sso = useSso();
  if (!isTooOld) return <p className="text-ink-2">Your account has no password, so you may have to sign in again.</p>;
  return (
    <div role="alert" className="grid gap-3 rounded-md bg-star-soft p-4 text-star-ink">
      <p className="font-semibold">Please sign in again first.</p>
      {sso ? (
        <SignOnButton kind="quiet" redirect={here} />
      ) : (
        <p>Log out, and set a password with "Forgot password?" on the sign-in page.</p>
      )}
    </div>
  );
}
