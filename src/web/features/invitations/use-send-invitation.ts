import { useQueryClient } from '@tanstack/react-query';
import { createInvitation } from '#contract/invitations.ts';
import { call } from '#web/lib/api/api.ts';
import { useForm } from '#web/lib/form.ts';
import { toast } from '#web/lib/toast.ts';
import { sentQuery } from './queries.ts';

/** The owner's form (Spec 5 and 8, Invitation). Its state lives in the page, above the layouts. */
export function useSendInvitation(missionId: string) {
  const client = useQueryClient();
  const { queryKey } = sentQuery(missionId);
  const form = useForm({
    schema: createInvitation.body,
    initial: { mission_id: missionId, invitee_email: '', message: '' },
    submit: async (body) => {
      const made = await call(createInvitation, { body });
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (sent) => sent && [made, ...sent]);
      void client.invalidateQueries({ queryKey });
      form.reset();
      toast.success('Invitation sent successfully!');
    },
    failed: 'Failed to send invitation',
  });
  return form;
}
