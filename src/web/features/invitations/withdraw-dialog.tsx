import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SentInvitation, withdrawInvitation } from '#contract/invitations.ts';
import { call } from '#web/lib/api/api.ts';
import { markStale } from '#web/lib/stale.ts';
import { ConfirmAction } from '#web/ui/confirm-action.tsx';
import { sentQuery } from './queries.ts';

interface WithdrawDialogProps {
  invitation: SentInvitation;
  missionId: string;
  onClose: () => void;
}

/** Asks, then withdraws a pending invitation. */
export function WithdrawDialog({ invitation, missionId, onClose }: WithdrawDialogProps) {
  const client = useQueryClient();
  const { queryKey } = sentQuery(missionId);
  const { mutateAsync: withdraw } = useMutation({
    mutationFn: () => call(withdrawInvitation, { params: { id: invitation.id } }),
    onSuccess: async () => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (sent) => sent?.filter(({ id }) => id !== invitation.id));
    },
    // Also when it failed: it may have been accepted, or have expired.
    onSettled: () => void markStale(client, 'sent_invitations', { mission_id: missionId }),
  });
  return (
    <ConfirmAction
      title="Withdraw this invitation?"
      confirm="Withdraw"
      busyLabel="Withdrawing..."
      action={() => withdraw()}
      done="Invitation withdrawn"
      failed="Failed to withdraw invitation"
      closes="always"
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        The link in the e-mail to {invitation.invitee_email} stops working. You can invite them again.
      </p>
    </ConfirmAction>
  );
}
