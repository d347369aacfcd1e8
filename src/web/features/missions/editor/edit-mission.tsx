import { useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { dayOf } from '#domain/days.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmDiscard } from '#platform/web/kit/confirm-action.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { useForm } from '#platform/web/lib/form.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useServerUpdates } from '#platform/web/lib/use-server-updates.ts';
import { useUpdateMission } from '#web/features/missions/queries.ts';
import { checkSchedule, DraftInput, draftOf, hasOptions } from './mission-draft.ts';
import { MissionFields } from './mission-fields.tsx';
import { useSuggestedPatch } from './use-suggested-patch.ts';

export function EditMission({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const t = useT();
  const initial = draftOf(mission);
  const [asking, setAsking] = useState(false);
  const update = useUpdateMission(mission.id);
  const form = useForm({
    schema: DraftInput,
    initial,
    check: checkSchedule,
    submit: async (body) => {
      await update(body);
      toast.success(t('app.missions.edit.done'));
      onClose();
    },
    failed: t('app.missions.edit.failed'),
  });
  // Saving sends every field, so the form picks up a co-host's edits instead of undoing them.
  useServerUpdates(form, initial);
  const suggested = useSuggestedPatch(form.values, mission.id);
  const canClose = () => {
    const changed = JSON.stringify(form.values) !== JSON.stringify(initial);
    setAsking(changed);
    return !changed;
  };
  return (
    <>
      <Dialog title={t('app.missions.edit.title')} wide locked={form.busy} canClose={canClose} onClose={onClose}>
        <form className="mt-2 grid gap-6" onSubmit={form.onSubmit} noValidate>
          <MissionFields
            form={form}
            suggested={suggested}
            today={dayOf(new Date(), mission.timezone)}
            moreOpen={hasOptions(initial)}
            asksHabit
            editing={mission}
          />
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button kind="quiet" disabled={form.busy} onClick={() => canClose() && onClose()} className="sm:min-w-36">
              {t('start.common.cancel')}
            </Button>
            <Button type="submit" busy={form.busy} busyLabel={t('start.common.saving')} className="sm:min-w-52">
              {t('app.missions.edit.submit')}
            </Button>
          </div>
        </form>
      </Dialog>
      {asking && <ConfirmDiscard onConfirm={onClose} onClose={() => setAsking(false)} />}
    </>
  );
}
