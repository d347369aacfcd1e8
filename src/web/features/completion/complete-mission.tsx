import { useNavigate } from '@tanstack/react-router';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useCompleteMission } from './queries.ts';

interface CompleteMissionProps {
  mission: { id: string; title: string };
  onClose: () => void;
}

/** Confirms, completes the mission and opens the celebration. */
export function CompleteMission({ mission, onClose }: CompleteMissionProps) {
  const navigate = useNavigate();
  const { mutateAsync: complete } = useCompleteMission(mission.id);
  const celebrate = () => navigate({ to: '/mission/$missionId/completion', params: { missionId: mission.id } });
  return (
    <ConfirmAction
      title="Complete the Mission"
      confirm="Complete it"
      busyLabel="Completing..."
      cancel="Not yet"
      action={complete}
      failed="Failed to complete mission"
      onDone={() => void celebrate()}
      onFailed={(error) => {
        if (error instanceof ApiError && error.code === 'mission_completed') void celebrate();
      }}
      closes="never"
      onClose={onClose}
    >
      <p>
        This finishes <strong className="text-ink wrap-anywhere">{mission.title}</strong> for everyone and opens the
        celebration. It can't be undone.
      </p>
      <p className="mt-3">After this nobody can check in, even if it's still the last day where they are.</p>
    </ConfirmAction>
  );
}
