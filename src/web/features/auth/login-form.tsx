import { useState } from 'react';
import { Button, button } from '#platform/web/kit/button.tsx';
import { Field, PasswordField } from '#platform/web/kit/field.tsx';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { useForm } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useSso } from '#web/data/site.ts';
import { invitedBy } from './invited-by.ts';
import { loadAuth, signIn, useBeginSession, useLoadSession } from './queries.ts';

/**
 * Returns the current value of the field `id`.
 *
 * The user or autofill can fill in the prerendered page before the app replaces it. The app's form starts from these
 * values.
 */
const prefilledValue = (id: string): string => {
  if (typeof document === 'undefined') return '';
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement ? field.value : '';
};

interface LoginFormProps {
  redirect: string | undefined;
  onForgot: (email: string) => void;
  /** The user will probably press it soon. */
  onForgotAhead: () => void;
}

export function LoginForm({ redirect, onForgot, onForgotAhead }: LoginFormProps) {
  const t = useT();
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
      try {
        await beginSession(await signIn(body), redirect);
      } catch (error) {
        // The toast disappears; the error under the password stays.
        if (error instanceof ApiError && error.code === 'wrong_credentials') form.setErrors({ password: error.detail });
        throw error;
      }
      // The page of an invitation welcomes the user to its mission instead.
      if (!invitedBy(redirect)) toast.success(t('start.login.welcome_back'));
    },
    failed: t('start.login.failed'),
  });
  return (
    // Before the script runs, a form without a method would submit the password in the URL.
    <form className="grid gap-5" method="post" onFocus={loadAhead} onSubmit={form.onSubmit} noValidate>
      <Field label={t('start.fields.email')} type="email" autoComplete="email" required {...form.field('email')} />
      <PasswordField
        label={t('start.fields.password')}
        autoComplete="current-password"
        required
        aside={
          <button
            type="button"
            className={button({ kind: 'bare', className: '-my-3 -me-2' })}
            onClick={() => onForgot(form.values.email)}
            onPointerEnter={onForgotAhead}
          >
            {t('start.login.forgot')}
          </button>
        }
        {...form.field('password')}
      />
      <Button
        type="submit"
        kind={useSso() ? 'quiet' : 'flame'}
        busy={form.busy}
        busyLabel={t('start.login.signing_in')}
      >
        {t('start.login.sign_in')}
      </Button>
    </form>
  );
}
