import { useQueryClient } from '@tanstack/react-query';
import { createInvitation } from '#contract/invitations.ts';
import { call } from '#web/lib/api/api.ts';
import { useForm } from '#web/lib/form.ts';
import { markStale } from '#web/lib/stale.ts';
import { toast } from '#web/lib/toast.ts';
import { sentQuery } from './queries.ts';

/** The owner's form. Its state lives in the page, so that it survives a change of the layout. */
export function useSendInvitation(missionId: string) {
  const client = useQueryClient();
  const { queryKey } = sentQuery(missionId);
  const form = useForm({
    schema: createInvitation.body,
    initial: { mission_id: missionId, invitee_email: '', message: '' },
    submit: async (body) => {
      const invitation = await call(createInvitation, { body });
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (sent) => sent && [invitation, ...sent]);
      void markStale(client, 'sent_invitations', { mission_id: missionId });
      form.reset();
      toast.success('Invitation sent successfully!');
    },
    failed: 'Failed to send invitation',
  });
  return form;
}
