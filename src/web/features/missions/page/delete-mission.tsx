import { useNavigate } from '@tanstack/react-router';
import type { Mission } from '#contract/missions.ts';
import { useDeleteMission } from '#web/features/missions/queries.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Says what goes before it goes (Spec 2, Mission detail). */
export function DeleteMission({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending } = useDeleteMission(mission.id);
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success('Mission deleted');
        void navigate({ to: '/dashboard', replace: true });
      },
      onError: (error) => toast.error(detailOf(error, 'Failed to delete mission')),
    });
  return (
    <ConfirmDialog
      title="Delete this mission?"
      confirm="Delete Mission"
      busyLabel="Deleting..."
      busy={isPending}
      cancel="Keep it"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        <strong className="text-ink wrap-anywhere">{mission.title}</strong> goes with all of its check-ins, for
        everybody in it. This can’t be undone.
      </p>
      <p className="mt-3">The points that were earned stay, and so do the streaks.</p>
    </ConfirmDialog>
  );
}
