import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { resetPassword } from '#contract/auth.ts';
import { NewPasswordFields, passwordsMatch } from '#web/features/auth/new-password-fields.tsx';
import { call } from '#web/lib/api/api.ts';
import { useForm } from '#web/lib/form.ts';
import { clearToken } from '#web/lib/session/session.ts';
import { useTitle } from '#web/lib/title.ts';
import { toast } from '#web/lib/toast.ts';
import { Button, button, textLink } from '#web/ui/button.tsx';
import { SignpostScene } from '#web/ui/drawings/empty-scenes.tsx';
import { Logo } from '#web/ui/drawings/logo.tsx';

/** Sets a new password, which ends every session, including the one of this browser. */
function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    schema: resetPassword.body,
    initial: { token, new_password: '', confirm: '' },
    check: ({ new_password, confirm }) => passwordsMatch(new_password, confirm),
    submit: async (body) => {
      await call(resetPassword, { body });
      clearToken();
      client.clear();
      toast.success('Password reset successfully!');
      onDone();
    },
    failed: 'Failed to reset password',
  });
  return (
    <form className="grid gap-4.5" method="post" onSubmit={form.onSubmit} noValidate>
      <NewPasswordFields
        label="New Password"
        confirmLabel="Confirm Password"
        password={form.field('new_password')}
        confirm={form.field('confirm')}
      />
      <Button type="submit" busy={form.busy} busyLabel="Resetting..." className="mt-1.5">
        Reset Password
      </Button>
    </form>
  );
}

const route = getRouteApi('/queries/reset-password');
/** How long the success is shown before the login page opens. */
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
