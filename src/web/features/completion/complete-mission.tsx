import { useNavigate } from '@tanstack/react-router';
import { ApiError, detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useCompleteMission } from './queries.ts';

interface CompleteMissionProps {
  mission: { id: string; title: string };
  onClose: () => void;
}

/** Asks once, completes, and opens the celebration (Spec 4). */
export function CompleteMission({ mission, onClose }: CompleteMissionProps) {
  const navigate = useNavigate();
  const { mutate, isPending } = useCompleteMission(mission.id);
  const celebrate = () => navigate({ to: '/mission/$missionId/completion', params: { missionId: mission.id } });
  const complete = () =>
    mutate(undefined, {
      onSuccess: celebrate,
      onError: (error) => {
        toast.error(detailOf(error, 'Failed to complete mission'));
        if (error instanceof ApiError && error.code === 'mission_completed') void celebrate();
      },
    });
  return (
    <ConfirmDialog
      title="Complete the Mission"
      confirm="Complete it"
      busyLabel="Completing..."
      busy={isPending}
      cancel="Not yet"
      onConfirm={complete}
      onClose={onClose}
    >
      <p>
        <strong className="text-ink wrap-anywhere">{mission.title}</strong> is then finished for everybody in it, and
        the celebration opens. This can’t be undone.
      </p>
      <p className="mt-3">Nobody can check in afterwards, also where the last day still runs.</p>
    </ConfirmDialog>
  );
}
