import { useNavigate } from '@tanstack/react-router';
import type { Mission } from '#contract/missions.ts';
import { ConfirmAction, emphasis } from '#platform/web/kit/confirm-action.tsx';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { useLeaveMission } from './queries.ts';

const returnText = (t: ScreenTranslate, { state }: Mission) =>
  state === 'active' ? t('app.members.leave.running') : t('app.members.leave.over');

export function LeaveMission({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const { mutateAsync: leave } = useLeaveMission(mission.id);
  return (
    <ConfirmAction
      title={t('app.members.leave.title')}
      confirm={t('app.members.leave.confirm')}
      danger
      busyLabel={t('app.members.leave.busy')}
      cancel={t('app.members.leave.stay')}
      action={() => leave()}
      done={t('app.members.leave.done')}
      failed={t('app.members.leave.failed')}
      onDone={() => void navigate({ to: '/dashboard', replace: true })}
      closes="never"
      onClose={onClose}
    >
      <p>
        {t.rich('app.members.leave.text', {
          title: mission.title,
          mission: emphasis,
        })}
      </p>
      <p className="mt-3">{returnText(t, mission)}</p>
    </ConfirmAction>
  );
}
