import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ERRORS } from '#contract/errors.ts';
import type { Mission } from '#contract/missions.ts';
import { dayOf } from '#domain/days.ts';
import { useCreateMission } from '#web/features/missions/queries.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useForm } from '#web/lib/form.ts';
import { useMe } from '#web/lib/session/me.ts';
import { toast } from '#web/lib/toast.ts';
import { clearDraft, DraftInput, draftKey, draftOf, emptyDraft, readDraft } from './mission-draft.ts';

/**
 * The form of a new mission, begun with what was typed before a reload; `source` is the mission that begins again, from
 * today on. Creating it leads to its page.
 */
export function useMissionForm(source: Mission | null) {
  const me = useMe();
  const router = useRouter();
  const create = useCreateMission();
  const [today] = useState(() => dayOf(new Date(), me.timezone));
  const key = draftKey(me.id, source?.id);
  const [initial] = useState(() =>
    readDraft(key, source ? { ...draftOf(source), start_date: today } : emptyDraft(today)),
  );
  const [limited, setLimited] = useState(false);
  const form = useForm({
    schema: DraftInput,
    initial,
    submit: async (body) => {
      setLimited(false);
      try {
        const missionId = await create(body);
        clearDraft(key);
        await router.navigate({ to: '/mission/$missionId', params: { missionId } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 403)) throw error;
        setLimited(true);
        toast.error(ERRORS.plan_limit.detail);
      }
    },
    failed: 'Failed to create mission',
  });
  return { form, today, limited, draftKey: key };
}
