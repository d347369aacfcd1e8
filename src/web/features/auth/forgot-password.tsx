import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { forgotPassword } from '#contract/auth.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { Field } from '#platform/web/kit/field.tsx';
import { call } from '#platform/web/lib/api/api.ts';
import { useForm } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';

interface ForgotPasswordProps {
  email?: string;
  onClose: () => void;
}

/** Requests a link to reset the password. It mounts when opened, so closing it resets it. */
export function ForgotPassword({ email = '', onClose }: ForgotPasswordProps) {
  const [sentTo, setSentTo] = useState('');
  if (sentTo) return <Sent email={sentTo} onClose={onClose} />;
  return <Ask email={email} onSent={setSentTo} onClose={onClose} />;
}

function Ask({ email, onSent, onClose }: { email: string; onSent: (email: string) => void; onClose: () => void }) {
  const t = useT();
  const form = useForm({
    schema: forgotPassword.body,
    initial: { email },
    submit: async (body) => {
      await call(forgotPassword, { body });
      toast.success(t('start.forgot.done'));
      onSent(body.email);
    },
    failed: t('start.forgot.failed'),
  });
  return (
    <Dialog title={t('start.forgot.title')} onClose={onClose} locked={form.busy}>
      <p className="mt-2 text-ink-2">{t('start.forgot.lead')}</p>
      <form className="mt-5 grid gap-6" onSubmit={form.onSubmit} noValidate>
        <Field
          label={t('start.fields.email')}
          type="email"
          autoComplete="email"
          required
          data-autofocus
          {...form.field('email')}
          id="forgot-email"
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button kind="quiet" onClick={onClose} disabled={form.busy}>
            {t('start.common.cancel')}
          </Button>
          <Button type="submit" busy={form.busy} busyLabel={t('start.common.sending')} className="sm:min-w-44">
            {t('start.forgot.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Sent({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog title={t('start.forgot.sent')} onClose={onClose}>
      <div className="mt-5 flex gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-pine-soft text-pine">
          <MailCheck className="size-6" aria-hidden />
        </span>
        <div className="min-w-0">
          <p className="font-semibold break-words">{t('start.forgot.sent_to', { email })}</p>
          <p className="mt-1.5 text-ink-2">{t('start.forgot.check')}</p>
        </div>
      </div>
      <div className="mt-7 grid sm:justify-end">
        {/* The cross above has the same name, Close, because it does the same. */}
        <Button onClick={onClose} className="sm:min-w-32">
          {t('start.common.close')}
        </Button>
      </div>
    </Dialog>
  );
}
