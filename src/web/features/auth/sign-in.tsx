import { lazy, Suspense, useState } from 'react';
import { useSite } from '#web/data/site.ts';
import { LoginForm } from './login-form.tsx';

const loadForgot = () => import('./forgot-password.tsx');
const ForgotPassword = lazy(async () => ({ default: (await loadForgot()).ForgotPassword }));
const SignOnProblem = lazy(async () => ({ default: (await import('./sign-on-problem.tsx')).SignOnProblem }));
/** Most servers have none, and the first visit is not to pay for it. */
const SignOnButton = lazy(async () => ({ default: (await import('./sign-on-button.tsx')).SignOnButton }));

interface SignInProps {
  redirect: string | undefined;
  /** Why the single sign-on provider sent the user back without a session. */
  sso: string | undefined;
}

/** The ways to sign in, and the one to a new password. */
export function SignIn({ redirect, sso }: SignInProps) {
  const site = useSite();
  const [forgot, setForgot] = useState<string | null>(null);
  return (
    <>
      {sso && (
        <Suspense fallback={null}>
          <SignOnProblem code={sso} />
        </Suspense>
      )}
      <LoginForm redirect={redirect} onForgot={setForgot} onForgotAhead={() => void loadForgot()} />
      {site?.sso && (
        <Suspense>
          <SignOnButton redirect={redirect} />
        </Suspense>
      )}
      {forgot !== null && (
        <Suspense fallback={null}>
          <ForgotPassword email={forgot} onClose={() => setForgot(null)} />
        </Suspense>
      )}
    </>
  );
}
