import { type ReactNode, useState } from 'react';
import { useForm } from '#web/lib/form.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { loadAuth, signIn, useBeginSession, useLoadSession } from './queries.ts';

/**
 * The current value of the field `id`. The prerendered page can be filled in, by the user or by autofill, before the
 * app replaces it; the app's form starts from what it holds.
 */
const prefilledValue = (id: string): string => {
  if (typeof document === 'undefined') return '';
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement ? field.value : '';
};

/** The sign-in form. `forgot` is shown at the end of the password's label. */
export function LoginForm({ redirect, forgot }: { redirect: string | undefined; forgot: ReactNode }) {
  const beginSession = useBeginSession();
  const loadSession = useLoadSession();
  const loadAhead = () => {
    void loadAuth();
    void loadSession();
  };
  const [initial] = useState(() => ({ email: prefilledValue('email'), password: prefilledValue('password') }));
  const form = useForm({
    schema: async () => (await loadAuth()).login.body,
    initial,
    submit: async (body) => {
      await beginSession(await signIn(body), redirect);
      toast.success('Welcome back!');
    },
    failed: 'Login failed',
  });
  return (
    // Submitted before the script runs, a form without a method would put the password into the URL.
    <form className="grid gap-5" method="post" onFocus={loadAhead} onSubmit={form.onSubmit} noValidate>
      <Field label="Email Address" type="email" autoComplete="email" required {...form.field('email')} />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        aside={forgot}
        {...form.field('password')}
      />
      <Button type="submit" busy={form.busy} busyLabel="Signing In...">
        Sign In
      </Button>
    </form>
  );
}
