import { useNavigate } from '@tanstack/react-router';
import type { Mission } from '#contract/missions.ts';
import { useDeleteMission } from '#web/features/missions/queries.ts';
import { ConfirmAction } from '#web/ui/confirm-action.tsx';

/** Says what is deleted with the mission, and asks. */
export function DeleteMission({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutateAsync: remove } = useDeleteMission(mission.id);
  return (
    <ConfirmAction
      title="Delete this mission?"
      confirm="Delete Mission"
      busyLabel="Deleting..."
      cancel="Keep it"
      action={() => remove()}
      done="Mission deleted"
      failed="Failed to delete mission"
      onDone={() => void navigate({ to: '/dashboard', replace: true })}
      closes="never"
      onClose={onClose}
    >
      <p>
        <strong className="text-ink wrap-anywhere">{mission.title}</strong> goes with all of its check-ins, for
        everybody in it. This can’t be undone.
      </p>
      <p className="mt-3">The points that were earned stay, and so do the streaks.</p>
    </ConfirmAction>
  );
}
