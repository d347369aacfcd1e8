import { useNavigate } from '@tanstack/react-router';
import type { Mission } from '#contract/missions.ts';
import { deletionTakesPoints } from '#domain/missions.ts';
import { ConfirmAction, emphasis } from '#platform/web/kit/confirm-action.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useDeleteMission } from './queries.ts';

export function DeleteMission({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const { mutateAsync: remove } = useDeleteMission(mission.id);
  return (
    <ConfirmAction
      title={t('app.missions.delete.title')}
      confirm={t('app.missions.delete.confirm')}
      danger
      busyLabel={t('start.common.deleting')}
      cancel={t('app.missions.delete.keep')}
      action={() => remove()}
      done={t('app.missions.delete.done')}
      failed={t('app.missions.delete.failed')}
      onDone={() => void navigate({ to: '/dashboard', replace: true })}
      closes="never"
      onClose={onClose}
    >
      <p>
        {t.rich('app.missions.delete.text', {
          title: mission.title,
          strong: emphasis,
        })}
      </p>
      <p className="mt-3">
        {deletionTakesPoints(new Date(mission.created_at), new Date())
          ? t('app.missions.delete.takes_points')
          : t('app.missions.delete.keeps_points')}
      </p>
    </ConfirmAction>
  );
}
