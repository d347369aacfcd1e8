import { useNavigate } from '@tanstack/react-router';
import { ConfirmAction, emphasis } from '#platform/web/kit/confirm-action.tsx';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useCompleteMission } from './queries.ts';

interface CompleteMissionProps {
  mission: { id: string; title: string };
  onClose: () => void;
}

export function CompleteMission({ mission, onClose }: CompleteMissionProps) {
  const t = useT();
  const navigate = useNavigate();
  const { mutateAsync: complete } = useCompleteMission(mission.id);
  const celebrate = () => navigate({ to: '/mission/$missionId/completion', params: { missionId: mission.id } });
  return (
    <ConfirmAction
      title={t('app.completion.complete.title')}
      confirm={t('app.completion.complete.confirm')}
      busyLabel={t('app.completion.complete.busy')}
      cancel={t('app.completion.complete.later')}
      action={complete}
      failed={t('app.completion.complete.failed')}
      onDone={() => void celebrate()}
      onFailed={(error) => {
        if (error instanceof ApiError && error.code === 'mission_completed') void celebrate();
      }}
      closes="never"
      onClose={onClose}
    >
      <p>
        {t.rich('app.completion.complete.text', {
          title: mission.title,
          mission: emphasis,
        })}
      </p>
      <p className="mt-3">{t('app.completion.complete.note')}</p>
    </ConfirmAction>
  );
}
