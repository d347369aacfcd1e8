import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SentInvitation, withdrawInvitation } from '#contract/invitations.ts';
import { dayOf } from '#domain/days.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmAction } from '#platform/web/kit/confirm-action.tsx';
import { call } from '#platform/web/lib/api/api.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { monthDay, relativeTime } from '#web/data/relative-time.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';
import { sentQuery } from './queries.ts';

interface WithdrawDialogProps {
  invitation: SentInvitation;
  missionId: string;
  onClose: () => void;
}

export function WithdrawDialog({ invitation, missionId, onClose }: WithdrawDialogProps) {
  const t = useT();
  const client = useQueryClient();
  const { queryKey } = sentQuery(missionId);
  const { mutateAsync: withdraw } = useMutation({
    mutationFn: () => call(withdrawInvitation, { params: { id: invitation.id } }),
    onSuccess: async () => {
      await writeCached(client, queryKey, (sent) => sent.filter(({ id }) => id !== invitation.id));
    },
    // Also after a failure: the invitation might have been accepted or have expired.
    onSettled: () => void markStale(client, 'sent_invitations', { mission_id: missionId }),
  });
  return (
    <ConfirmAction
      title={t('app.invitations.sent.withdraw_question')}
      confirm={t('app.invitations.sent.withdraw')}
      danger
      busyLabel={t('app.invitations.sent.withdrawing')}
      action={() => withdraw()}
      done={t('app.invitations.sent.withdrawn')}
      failed={t('app.invitations.sent.not_withdrawn')}
      closes="always"
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {invitation.invitee_name === null
          ? t('app.invitations.sent.address_note', { email: invitation.invitee_email })
          : t('app.invitations.sent.member_note', { name: invitation.invitee_name })}
      </p>
    </ConfirmAction>
  );
}

interface SentListProps {
  sent: readonly SentInvitation[];
  zone: string;
  onWithdraw: (invitation: SentInvitation) => void;
}

export function SentList({ sent, zone, onWithdraw }: SentListProps) {
  const t = useT();
  return (
    <ul className="-me-2 grid grid-cols-1">
      {sent.map((invitation) => (
        <li key={invitation.id} className="flex min-h-11 items-center gap-2 py-1 text-ink-2">
          <p className="min-w-0 grow text-sm leading-tight">
            <span className="block truncate font-semibold text-ink" title={inviteeOf(invitation)}>
              {inviteeOf(invitation)}
            </span>
            <span className="text-xs tabular">
              {t.rich('app.invitations.sent.expires', {
                sent: relativeTime(new Date(invitation.created_at), new Date(), zone),
                day: lastDay(invitation, zone),
                dot: within('span', { 'aria-hidden': true }),
              })}
            </span>
          </p>
          <Button
            kind="bare"
            aria-label={t('app.invitations.sent.withdraw_of', { invitee: inviteeOf(invitation) })}
            onClick={() => onWithdraw(invitation)}
          >
            {t('app.invitations.sent.withdraw')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Names a member of the previous round; for others it returns the address. */
const inviteeOf = ({ invitee_name, invitee_email }: SentInvitation): string => invitee_name ?? invitee_email;

/** Returns the last day on which the link works, as 'Dec 05'. */
const lastDay = ({ expires_at }: SentInvitation, zone: string): string =>
  monthDay(dayOf(new Date(Date.parse(expires_at) - 1), zone));
