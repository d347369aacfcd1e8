import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { changePassword } from '#contract/auth.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { DialogButtons } from '#platform/web/kit/dialog-buttons.tsx';
import { Section } from '#platform/web/kit/section.tsx';
import { call } from '#platform/web/lib/api/api.ts';
import { useForm } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { setMe, useMe } from '#web/data/me.ts';
import { usePasswords } from '#web/data/site.ts';
import { markStale } from '#web/data/stale.ts';
import { NewPasswordFields, passwordsMatch } from './new-password-fields.tsx';
import { ProofField, useRecentSignIn } from './recent-sign-in.tsx';

export function Password() {
  const t = useT();
  const { has_password } = useMe();
  const [open, setOpen] = useState(false);
  if (!usePasswords()) return null;
  const action = t(has_password === false ? 'app.auth.password.set' : 'app.auth.password.change');
  return (
    <Section
      id="change-password"
      title={t('start.fields.password')}
      {...(has_password === false && { lead: t('app.auth.password.none') })}
    >
      <div className="grid">
        <Button kind="quiet" onClick={() => setOpen(true)}>
          <KeyRound className="size-4.5" aria-hidden />
          {action}
        </Button>
      </div>
      {open && <PasswordForm title={action} isFirst={has_password === false} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function PasswordForm({ title, isFirst, onClose }: { title: string; isFirst: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const t = useT();
  const { isTooOld, catchTooOld } = useRecentSignIn();
  const form = useForm({
    schema: changePassword.body,
    initial: { current_password: isFirst ? null : '', new_password: '', confirm: '' },
    check: ({ new_password, confirm }) => passwordsMatch(t, new_password, confirm),
    submit: async (body) => {
      const user = await call(changePassword, { body }).catch(catchTooOld);
      if (!user) return;
      setMe(client, user);
      void markStale(client, 'sessions');
      void markStale(client, 'api_tokens');
      toast.success(t(isFirst ? 'app.auth.password.is_set' : 'app.auth.password.is_changed'));
      onClose();
    },
    failed: t('app.auth.password.failed'),
  });
  return (
    <Dialog title={title} onClose={onClose} locked={form.busy}>
      <p className="mt-2 text-ink-2">{t('app.auth.password.effect')}</p>
      <form className="mt-5 grid gap-4.5" onSubmit={form.onSubmit} noValidate>
        <ProofField
          isTooOld={isTooOld}
          label={t('app.auth.password.current')}
          required
          data-autofocus
          {...form.field('current_password')}
        />
        <NewPasswordFields
          label={t('app.auth.password.new')}
          confirmLabel={t('app.auth.password.repeat')}
          password={form.field('new_password')}
          confirm={form.field('confirm')}
        />
        <DialogButtons busy={form.busy} busyLabel={t('start.common.saving')} disabled={isTooOld} onCancel={onClose}>
          {t('start.common.save')}
        </DialogButtons>
      </form>
    </Dialog>
  );
}
