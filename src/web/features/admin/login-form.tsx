import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminLogin } from '#contract/admin.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useForm } from '#web/lib/form.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { signInAsAdmin } from './queries.ts';

/** The operator's sign-in. */
export function AdminLoginForm() {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    schema: adminLogin.body,
    initial: { username: '', password: '' },
    submit: async (body) => {
      setProblem(null);
      try {
        await signInAsAdmin(client, body);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === 422) throw error;
        // The toast only says that the login failed; the reason is shown in the form.
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
      <Field label="Password" type="password" autoComplete="current-password" required {...form.field('password')} />
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
