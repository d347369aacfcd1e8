import { useNavigate } from '@tanstack/react-router';
import type { Mission } from '#contract/missions.ts';
import { deletionTakesPoints } from '#domain/missions.ts';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { useDeleteMission } from './queries.ts';

/** Asks, and says what is deleted with the mission. */
export function DeleteMission({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutateAsync: remove } = useDeleteMission(mission.id);
  return (
    <ConfirmAction
      title="Delete this mission?"
      confirm="Delete Mission"
      danger
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
        This deletes <strong className="text-ink wrap-anywhere">{mission.title}</strong> and every check-in in it, for
        everyone. It can't be undone.
      </p>
      <p className="mt-3">
        {deletionTakesPoints(new Date(mission.created_at), new Date())
          ? "It's less than a day old, so the points earned in it go too. Streaks stay."
          : 'Everyone keeps their points and streaks.'}
      </p>
    </ConfirmAction>
  );
}
