import { useState } from 'react';
import { type AdminMission, adminDeleteMission } from '#contract/admin.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmAction } from '#platform/web/kit/confirm-action.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { count, shortDay } from '#platform/web/lib/format.ts';
import { DetailList } from './data-table.tsx';
import { callAsAdmin, useAdminAction } from './queries.ts';

const STATES = { active: 'Active', ended: 'Ended', completed: 'Completed' } as const;

export function MissionDialog({ mission, onClose }: { mission: AdminMission; onClose: () => void }) {
  const [deleting, setDeleting] = useState(false);
  if (deleting) return <DeleteDialog mission={mission} onClose={onClose} />;
  return (
    <Dialog title={mission.title} onClose={onClose}>
      <DetailList
        facts={[
          ['Owner', mission.owner_name],
          ['Email Address', mission.owner_email ?? '–'],
          ['Status', STATES[mission.state]],
          ['Duration (days)', count(mission.duration_days)],
          ['First day', shortDay(mission.first_day)],
          ['Last day', shortDay(mission.last_day)],
          ['Members', count(mission.member_count)],
          ['Check-ins', count(mission.checkins_count)],
          ['Created', shortDay(mission.created_at.slice(0, 10))],
          ['Id', mission.id],
        ]}
      />
      <div className="mt-6 pt-5 seam">
        <Button kind="quiet" onClick={() => setDeleting(true)}>
          Delete Mission
        </Button>
      </div>
    </Dialog>
  );
}

function DeleteDialog({ mission, onClose }: { mission: AdminMission; onClose: () => void }) {
  const { mutateAsync: remove } = useAdminAction(() => callAsAdmin(adminDeleteMission, { params: { id: mission.id } }));
  return (
    <ConfirmAction
      title="Delete this mission?"
      confirm="Delete Mission"
      danger
      busyLabel="Deleting..."
      cancel="Keep it"
      action={() => remove(undefined)}
      done="Mission deleted"
      failed={() => 'Failed to delete mission'}
      closes="always"
      onClose={onClose}
    >
      <p>
        <strong className="text-ink wrap-anywhere">{mission.title}</strong> will be deleted for everyone in it, with all
        of its check-ins. This can't be undone.
      </p>
    </ConfirmAction>
  );
}
