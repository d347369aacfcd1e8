import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminLogin } from '#contract/admin.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Field, PasswordField } from '#platform/web/kit/field.tsx';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { useForm } from '#platform/web/lib/form.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useSite } from '#web/data/site.ts';
import { Logo } from '#web/drawings/logo.tsx';
import { LegalLinks } from '#web/features/site/public.ts';
import { signInAsAdmin } from './queries.ts';

export function Login() {
  const asksCode = useSite()?.admin_totp === true;
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-md content-center gap-6 px-5 py-8">
      <Logo />
      <div>
        <h1 className="text-2xl font-extrabold">Admin</h1>
        <p className="mt-2.5 text-ink-2">For the people who run this server.</p>
      </div>
      {/* Mounts a new form if the server requires a code. */}
      <AdminLoginForm key={`${asksCode}`} asksCode={asksCode} />
      <LegalLinks className="-ms-2" />
    </main>
  );
}

function AdminLoginForm({ asksCode }: { asksCode: boolean }) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    schema: adminLogin.body,
    initial: { username: '', password: '', ...(asksCode && { code: '' }) },
    submit: async (body) => {
      setProblem(null);
      try {
        await signInAsAdmin(client, body);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === 422) throw error;
        // The toast only says that the login failed; the form shows the reason.
        setProblem(error.detail);
        throw new Error('refused');
      }
      toast.success('Admin login successful!');
    },
    failed: 'Admin login failed',
  });
  return (
    <form className="grid gap-5" method="post" onSubmit={form.onSubmit} noValidate>
      <Field label="Username" autoComplete="username" autoCapitalize="none" required {...form.field('username')} />
      <PasswordField label="Password" autoComplete="current-password" required {...form.field('password')} />
      {asksCode && (
        <Field
          label="Code"
          note="Six digits from your authenticator app."
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          {...form.field('code')}
        />
      )}
      {problem && (
        <p role="alert" className="text-sm font-medium text-rose">
          {problem}
        </p>
      )}
      <Button type="submit" busy={form.busy} busyLabel="Signing In...">
        Sign In
      </Button>
    </form>
  );
}
