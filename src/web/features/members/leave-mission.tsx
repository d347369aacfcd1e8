import { useNavigate } from '@tanstack/react-router';
import type { Mission } from '#contract/missions.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useLeaveMission } from './queries.ts';

/** What stays, and whether there is a way back. */
const afterwards = ({ state }: Mission) =>
  state === 'active'
    ? 'With an invitation you can come back while it runs.'
    : 'It is over, so there is no way back to its pages.';

export function LeaveMission({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending } = useLeaveMission(mission.id);
  const leave = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success('You have left the mission');
        void navigate({ to: '/dashboard', replace: true });
      },
      onError: (error) => toast.error(detailOf(error, 'Failed to leave mission')),
    });
  return (
    <ConfirmDialog
      title="Leave this mission?"
      confirm="Leave mission"
      busyLabel="Leaving..."
      busy={isPending}
      cancel="Stay"
      onConfirm={leave}
      onClose={onClose}
    >
      <p>
        Your points stay yours, and your check-ins in{' '}
        <strong className="text-ink wrap-anywhere">{mission.title}</strong> stay under your name.
      </p>
      <p className="mt-3">{afterwards(mission)}</p>
    </ConfirmDialog>
  );
}
