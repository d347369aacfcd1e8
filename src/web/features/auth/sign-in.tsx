import { Suspense, useState } from 'react';
import { lazyPart } from '#platform/web/lib/lazy-part.ts';
import { usePasswords } from '#web/data/site.ts';
import { LoginForm } from './login-form.tsx';
import { SignOnButton } from './sign-on-button.tsx';

const loadForgot = () => import('./forgot-password.tsx');
const ForgotPassword = lazyPart(loadForgot, 'ForgotPassword');
const SignOnProblem = lazyPart(() => import('./sign-on-problem.tsx'), 'SignOnProblem');

interface SignInProps {
  redirect: string | undefined;
  /** The reason why the single sign-on provider returned the user without a session. */
  sso: string | undefined;
}

export function SignIn({ redirect, sso }: SignInProps) {
  const [forgot, setForgot] = useState<string | null>(null);
  return (
    <>
      {sso && (
        <Suspense fallback={null}>
          <SignOnProblem code={sso} />
        </Suspense>
      )}
      <SignOnButton redirect={redirect} />
      {usePasswords() && <LoginForm redirect={redirect} onForgot={setForgot} onForgotAhead={() => void loadForgot()} />}
      {forgot !== null && (
        <Suspense fallback={null}>
          <ForgotPassword email={forgot} onClose={() => setForgot(null)} />
        </Suspense>
      )}
    </>
  );
}
