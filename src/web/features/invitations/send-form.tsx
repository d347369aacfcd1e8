import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { createInvitation } from '#contract/invitations.ts';
import { INVITATION_MESSAGE_MAX } from '#domain/limits.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { CountedField } from '#platform/web/kit/counted-field.tsx';
import { Field } from '#platform/web/kit/field.tsx';
import { call } from '#platform/web/lib/api/api.ts';
import { useForm } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';
import { sentQuery } from './queries.ts';

/** Manages the form of a new invitation. The page owns it, so typed text survives closing the sheet. */
export function useSendInvitation(missionId: string) {
  const t = useT();
  const client = useQueryClient();
  const { queryKey } = sentQuery(missionId);
  /** Whether the newest invitation was saved but not emailed. */
  const [unmailed, setUnmailed] = useState(false);
  const form = useForm({
    schema: createInvitation.body,
    initial: { mission_id: missionId, invitee_email: '', message: '' },
    submit: async (body) => {
      setUnmailed(false);
      const { mailed, ...invitation } = await call(createInvitation, { body });
      await writeCached(client, queryKey, (sent) => [invitation, ...sent]);
      void markStale(client, 'sent_invitations', { mission_id: missionId });
      form.reset();
      if (mailed) toast.success(t('app.invitations.send.sent'));
      else setUnmailed(true);
    },
    failed: t('app.invitations.send.not_sent'),
  });
  return { ...form, unmailed };
}

interface SendFormProps {
  form: ReturnType<typeof useSendInvitation>;
  /** Whether the user's own address is proven. Otherwise no invitation is sent. */
  proven: boolean;
}

export function SendForm({ form, proven }: SendFormProps) {
  const t = useT();
  return (
    <form className="grid gap-4" onSubmit={form.onSubmit} noValidate>
      <Field
        label={t('start.fields.email')}
        type="email"
        placeholder={t('app.invitations.send.email_example')}
        autoComplete="off"
        required
        {...form.field('invitee_email')}
      />
      <CountedField
        label={t('app.invitations.send.message')}
        max={INVITATION_MESSAGE_MAX}
        area
        rows={2}
        optional
        {...form.field('message')}
      />
      {proven ? (
        <Button
          type="submit"
          kind="quiet"
          size="sm"
          className="w-full"
          busy={form.busy}
          busyLabel={t('app.invitations.send.sending')}
        >
          <Send className="size-4.5 rtl:-scale-x-100" aria-hidden />
          {t('app.invitations.send.send')}
        </Button>
      ) : (
        <p className="rounded-md bg-star-soft px-4 py-2.5 text-sm text-ink">
          {t('app.invitations.send.confirm_first')}
        </p>
      )}
      {form.unmailed && (
        <p role="status" className="rounded-md bg-sky-soft px-3 py-2.5 text-sm text-ink">
          {t('app.invitations.send.unmailed')}
        </p>
      )}
    </form>
  );
}
