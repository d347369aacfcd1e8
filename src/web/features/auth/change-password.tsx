import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { changePassword } from '#contract/auth.ts';
import { setMe, useMe } from '#web/data/me.ts';
import { markStale } from '#web/data/stale.ts';
import { Button } from '#web/kit/button.tsx';
import { Dialog } from '#web/kit/dialog.tsx';
import { DialogButtons } from '#web/kit/dialog-buttons.tsx';
import { PasswordField } from '#web/kit/field.tsx';
import { Section } from '#web/kit/section.tsx';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useForm } from '#web/lib/form.ts';
import { toast } from '#web/lib/toast.ts';
import { NewPasswordFields, passwordsMatch } from './new-password-fields.tsx';
import { RecentSignIn } from './recent-sign-in.tsx';

/** The password of the account: changing it, or setting the first one. */
export function Password() {
  const { has_password } = useMe();
  const [open, setOpen] = useState(false);
  const action = has_password === false ? 'Set a password' : 'Change password';
  return (
    <Section
      id="change-password"
      title="Password"
      {...(has_password === false && { lead: "You don't have one yet. With one you can sign in here directly." })}
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
  const [isTooOld, setTooOld] = useState(false);
  const form = useForm({
    schema: changePassword.body,
    initial: { current_password: isFirst ? null : '', new_password: '', confirm: '' },
    check: ({ new_password, confirm }) => passwordsMatch(new_password, confirm),
    submit: async (body) => {
      const user = await call(changePassword, { body }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'sign_in_again') throw error;
        setTooOld(true);
      });
      if (!user) return;
      setMe(client, user);
      void markStale(client, 'sessions');
      void markStale(client, 'api_tokens');
      toast.success(isFirst ? 'Your password is set' : 'Your password is changed');
      onClose();
    },
    failed: "We couldn't change your password. Please try again.",
  });
  return (
    <Dialog title={title} onClose={onClose} locked={form.busy}>
      <p className="mt-2 text-ink-2">
        We'll log you out on your other devices and remove your API tokens and webhooks. You stay logged in here.
      </p>
      <form className="mt-5 grid gap-4.5" onSubmit={form.onSubmit} noValidate>
        {isFirst ? (
          <RecentSignIn isTooOld={isTooOld} />
        ) : (
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            required
            data-autofocus
            {...form.field('current_password')}
          />
        )}
        <NewPasswordFields
          label="New password"
          confirmLabel="Repeat new password"
          password={form.field('new_password')}
          confirm={form.field('confirm')}
        />
        <DialogButtons busy={form.busy} busyLabel="Saving..." disabled={isTooOld} onCancel={onClose}>
          Save
        </DialogButtons>
      </form>
    </Dialog>
  );
}
