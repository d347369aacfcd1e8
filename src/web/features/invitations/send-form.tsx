import { Send } from 'lucide-react';
import { INVITATION_MESSAGE_MAX } from '#domain/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { CountedField } from '#web/ui/counted-field.tsx';
import { Field } from '#web/ui/field.tsx';
import type { useSendInvitation } from './use-send-invitation.ts';

/** Invite by e-mail (Spec 2, Mission detail). */
export function SendForm({ form }: { form: ReturnType<typeof useSendInvitation> }) {
  return (
    <form className="grid gap-4" onSubmit={form.onSubmit} noValidate>
      <Field
        label="Email Address"
        type="email"
        placeholder="friend@example.com"
        autoComplete="off"
        required
        {...form.field('invitee_email')}
      />
      <CountedField
        label="Personal message"
        max={INVITATION_MESSAGE_MAX}
        area
        rows={2}
        optional
        {...form.field('message')}
      />
      <Button type="submit" kind="night" className="w-full" busy={form.busy} busyLabel="Sending...">
        <Send className="size-4.5" aria-hidden />
        Send Invitation
      </Button>
    </form>
  );
}
