import { useNavigate } from '@tanstack/react-router';
import type { Mission } from '#contract/missions.ts';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import { useLeaveMission } from './queries.ts';

/** Says whether the member can come back. */
const returnText = ({ state }: Mission) =>
  state === 'active'
    ? 'With an invitation you can come back while it runs.'
    : 'It is over, so there is no way back to its pages.';

export function LeaveMission({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutateAsync: leave } = useLeaveMission(mission.id);
  return (
    <ConfirmAction
      title="Leave this mission?"
      confirm="Leave mission"
      danger
      busyLabel="Leaving..."
      cancel="Stay"
      action={() => leave()}
      done="You have left the mission"
      failed="We couldn't take you out of the mission. Please try again."
      onDone={() => void navigate({ to: '/dashboard', replace: true })}
      closes="never"
      onClose={onClose}
    >
      <p>
        Your points stay yours, and your check-ins in{' '}
        <strong className="text-ink wrap-anywhere">{mission.title}</strong> stay under your name.
      </p>
      <p className="mt-3">{returnText(mission)}</p>
    </ConfirmAction>
  );
}
