import { useQueryClient } from '@tanstack/react-query';
import { changeEmail } from '#contract/auth.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { DialogButtons } from '#platform/web/kit/dialog-buttons.tsx';
import { Field } from '#platform/web/kit/field.tsx';
import { call } from '#platform/web/lib/api/api.ts';
import { useForm } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { setMe, useMe } from '#web/data/me.ts';
import { markStale } from '#web/data/stale.ts';
import { ProofField, useRecentSignIn } from './recent-sign-in.tsx';

/** Changes the account's address. The form starts with the current address, which makes typos easy to fix. */
export function ChangeEmail({ email, onClose }: { email: string; onClose: () => void }) {
  const client = useQueryClient();
  const t = useT();
  const { has_password } = useMe();
  const { isTooOld, catchTooOld } = useRecentSignIn();
  const form = useForm({
    schema: changeEmail.body,
    initial: { email, password: has_password === false ? null : '' },
    submit: async (body) => {
      const user = await call(changeEmail, { body }).catch(catchTooOld);
      if (!user) return;
      setMe(client, user);
      void markStale(client, 'own_address');
      if (user.email !== email) toast.success(t('app.auth.change_email.saved', { email: user.email }));
      onClose();
    },
    failed: t('app.auth.change_email.failed'),
  });
  return (
    <Dialog title={t('app.auth.change_email.title')} onClose={onClose} locked={form.busy}>
      <p className="mt-2 text-ink-2">{t('app.auth.change_email.lead')}</p>
      <form className="mt-5 grid gap-4.5" onSubmit={form.onSubmit} noValidate>
        <Field
          label={t('start.fields.email')}
          type="email"
          autoComplete="email"
          required
          data-autofocus
          {...form.field('email')}
          id="change-email"
        />
        <ProofField
          isTooOld={isTooOld}
          label={t('start.fields.password')}
          required
          {...form.field('password')}
          id="change-email-password"
        />
        <DialogButtons busy={form.busy} busyLabel={t('start.common.saving')} disabled={isTooOld} onCancel={onClose}>
          {t('start.common.save')}
        </DialogButtons>
      </form>
    </Dialog>
  );
}
