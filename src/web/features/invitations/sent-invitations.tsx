import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { createInvitation, type SentInvitation, withdrawInvitation } from '#contract/invitations.ts';
import { dayOf } from '#domain/days.ts';
import { INVITATION_MESSAGE_MAX } from '#domain/limits.ts';
import { monthDay, relativeTime } from '#domain/relative-time.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';
import { Button } from '#web/kit/button.tsx';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { CountedField } from '#web/kit/counted-field.tsx';
import { Field } from '#web/kit/field.tsx';
import { FailedPart } from '#web/kit/load-part.tsx';
import { useFocusFallback } from '#web/kit/use-focus-fallback.ts';
import { call } from '#web/lib/api/api.ts';
import { useForm } from '#web/lib/form.ts';
import { toast } from '#web/lib/toast.ts';
import { sentQuery, useSentInvitations } from './queries.ts';

/** The form of a new invitation. The page holds its state, so that it survives a change of the layout. */
export function useSendInvitation(missionId: string) {
  const client = useQueryClient();
  const { queryKey } = sentQuery(missionId);
  /** The newest invitation was saved, and no mail went out for it. */
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
      if (mailed) toast.success('Invitation sent successfully!');
      else setUnmailed(true);
    },
    failed: 'Failed to send invitation',
  });
  return { ...form, unmailed };
}

interface SendFormProps {
  form: ReturnType<typeof useSendInvitation>;
  /** Whether the user has proved their own address, without which no invitation goes out. */
  proven: boolean;
}

/** The form that invites by e-mail. */
export function SendForm({ form, proven }: SendFormProps) {
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
      {proven ? (
        <Button type="submit" kind="quiet" size="sm" className="w-full" busy={form.busy} busyLabel="Sending...">
          <Send className="size-4.5" aria-hidden />
          Send Invitation
        </Button>
      ) : (
        <p className="rounded-md bg-star-soft px-4 py-2.5 text-sm text-ink">
          Please confirm your email address first. The link is in the email we sent you.
        </p>
      )}
      {form.unmailed && (
        <p role="status" className="rounded-md bg-sky-soft px-3 py-2.5 text-sm text-ink">
          Saved, but no email was sent: this address has had several lately, or wants none. Share the link instead.
        </p>
      )}
    </form>
  );
}

interface WithdrawDialogProps {
  invitation: SentInvitation;
  missionId: string;
  onClose: () => void;
}

/** Confirms, then withdraws a pending invitation. */
function WithdrawDialog({ invitation, missionId, onClose }: WithdrawDialogProps) {
  const client = useQueryClient();
  const { queryKey } = sentQuery(missionId);
  const { mutateAsync: withdraw } = useMutation({
    mutationFn: () => call(withdrawInvitation, { params: { id: invitation.id } }),
    onSuccess: async () => {
      await writeCached(client, queryKey, (sent) => sent.filter(({ id }) => id !== invitation.id));
    },
    // Also if it failed: the invitation may have been accepted or have expired.
    onSettled: () => void markStale(client, 'sent_invitations', { mission_id: missionId }),
  });
  return (
    <ConfirmAction
      title="Withdraw this invitation?"
      confirm="Withdraw"
      danger
      busyLabel="Withdrawing..."
      action={() => withdraw()}
      done="Invitation withdrawn"
      failed="We couldn't withdraw the invitation. Please try again."
      closes="always"
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {invitation.invitee_name === null
          ? `The link in the email to ${invitation.invitee_email} will stop working. You can invite them again.`
          : `${invitation.invitee_name} can't join with it any more. You can invite them again by email.`}
      </p>
    </ConfirmAction>
  );
}

interface SentListProps {
  missionId: string;
  zone: string;
}

/**
 * The pending invitations by e-mail. Most missions have none, so nothing is shown while the list is loading or empty, and
 * nothing moves on the page.
 */
export function SentList({ missionId, zone }: SentListProps) {
  const query = useSentInvitations(missionId);
  const { data: sent = [], isError } = query;
  const [withdrawing, setWithdrawing] = useState<SentInvitation | null>(null);
  const heading = useFocusFallback(sent.length);
  if (isError && sent.length === 0)
    return (
      <FailedPart
        query={query}
        text="Failed to load invitations"
        button={{ kind: 'bare' }}
        className="mt-5 flex flex-wrap items-center justify-between gap-x-3 pt-3 text-sm text-ink-2 seam"
      />
    );
  if (sent.length === 0) return null;
  return (
    <div className="mt-5 pt-4 text-ink-2 seam">
      <h3 ref={heading} tabIndex={-1} className="text-sm font-bold text-ink">
        Pending invitations
      </h3>
      <ul className="-me-2 mt-1 grid max-h-80 grid-cols-1 overflow-y-auto">
        {sent.map((invitation) => (
          <li key={invitation.id} className="flex min-h-11 items-center gap-2 py-1">
            <p className="min-w-0 grow text-sm leading-tight">
              <span className="block truncate font-semibold text-ink" title={inviteeOf(invitation)}>
                {inviteeOf(invitation)}
              </span>
              <span className="text-xs tabular">
                {relativeTime(new Date(invitation.created_at), new Date(), zone)} <span aria-hidden>·</span> Expires{' '}
                {lastDay(invitation, zone)}
              </span>
            </p>
            <Button
              kind="bare"
              aria-label={`Withdraw the invitation to ${inviteeOf(invitation)}`}
              onClick={() => setWithdrawing(invitation)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
      {withdrawing && (
        <WithdrawDialog invitation={withdrawing} missionId={missionId} onClose={() => setWithdrawing(null)} />
      )}
    </div>
  );
}

/** Whom it invites: a member of the round before by name, anybody else by the address. */
const inviteeOf = ({ invitee_name, invitee_email }: SentInvitation): string => invitee_name ?? invitee_email;

/** The last day on which the link works, as 'Dec 05'. */
const lastDay = ({ expires_at }: SentInvitation, zone: string): string =>
  monthDay(dayOf(new Date(Date.parse(expires_at) - 1), zone));
