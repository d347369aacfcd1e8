import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ResetForm } from '#web/features/auth/reset-form.tsx';
import { textLink } from '#web/features/auth/text-link.ts';
import { useTitle } from '#web/lib/title.ts';
import { button } from '#web/ui/button.tsx';
import { SignpostScene } from '#web/ui/drawings/empty-scenes.tsx';
import { Logo } from '#web/ui/drawings/logo.tsx';

const route = getRouteApi('/reset-password');
/** Spec 9: 3 s after a password reset. */
const DONE_MS = 3000;

function Frame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  useTitle(title);
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 px-5 py-8">
      <Logo />
      <div>
        <h1 className="text-2xl font-extrabold">{title}</h1>
        <p className="mt-2.5 text-ink-2">{lead}</p>
      </div>
      {children}
    </main>
  );
}

function Done() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: '/login' }), DONE_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Frame title="New password set" lead="Sign in with it now. We take you there in 3 seconds.">
      <Link to="/login" className={button()}>
        Go to Login
      </Link>
    </Frame>
  );
}

export function ResetPasswordPage() {
  const { token } = route.useSearch();
  const [done, setDone] = useState(false);
  if (done) return <Done />;
  if (!token)
    return (
      <Frame title="Invalid Reset Link" lead="Invalid reset link. Please request a new password reset.">
        <SignpostScene className="w-full" />
        <Link to="/login" className={button()}>
          Back to Login
        </Link>
      </Frame>
    );
  return (
    <Frame title="Reset Password" lead="Choose a new password. You will be signed out everywhere else.">
      <ResetForm token={token} onDone={() => setDone(true)} />
      <p className="text-ink-2">
        Remembered it?{' '}
        <Link to="/login" className={textLink}>
          Sign in
        </Link>
      </p>
    </Frame>
  );
}
