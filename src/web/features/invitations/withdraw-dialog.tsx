import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SentInvitation, withdrawInvitation } from '#contract/invitations.ts';
import { call } from '#web/lib/api/api.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { markStale } from '#web/lib/stale.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { sentQuery } from './queries.ts';

interface WithdrawDialogProps {
  invitation: SentInvitation;
  missionId: string;
  onClose: () => void;
}

/** Asks, then takes a pending invitation back. */
export function WithdrawDialog({ invitation, missionId, onClose }: WithdrawDialogProps) {
  const client = useQueryClient();
  const { queryKey } = sentQuery(missionId);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(withdrawInvitation, { params: { id: invitation.id } }),
    onSuccess: async () => {
      toast.success('Invitation withdrawn');
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (sent) => sent?.filter(({ id }) => id !== invitation.id));
    },
    onError: (error) => toast.error(detailOf(error, 'Failed to withdraw invitation')),
    // Accepted meanwhile, or over: the list knows.
    onSettled: () => {
      void markStale(client, 'sent_invitations', { mission_id: missionId });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Withdraw this invitation?"
      confirm="Withdraw"
      busyLabel="Withdrawing..."
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        The link in the e-mail to {invitation.invitee_email} stops working. You can invite them again.
      </p>
    </ConfirmDialog>
  );
}
