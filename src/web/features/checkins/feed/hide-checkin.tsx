import { useQueryClient } from '@tanstack/react-query';
import { hideCheckin, showCheckin } from '#contract/checkins.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { call } from '#platform/web/lib/api/api.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useAction } from '#platform/web/lib/use-action.ts';
import { markStale } from '#web/data/stale.ts';
import { ReasonDialog } from '#web/features/safety/public.ts';

interface HideDialogProps {
  checkinId: string;
  author: string;
  onClose: () => void;
}

export function HideDialog({ checkinId, author, onClose }: HideDialogProps) {
  const t = useT();
  const client = useQueryClient();
  const hide = async (reason: string) => {
    await call(hideCheckin, { params: { id: checkinId }, body: { reason } });
    await markStale(client, 'hidden_posts');
    toast.success(t('app.checkins.hide.done'));
    onClose();
  };
  return (
    <ReasonDialog
      title={t('app.checkins.hide.title')}
      label={t('app.checkins.hide.reason')}
      placeholder={t('app.checkins.hide.placeholder')}
      confirm={t('app.checkins.hide.confirm')}
      busyLabel={t('app.checkins.hide.hiding')}
      failed={t('app.checkins.hide.failed')}
      onSend={hide}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{t('app.checkins.hide.effect', { name: author })}</p>
    </ReasonDialog>
  );
}

export function ShowAgain({ checkinId, author }: { checkinId: string; author: string }) {
  const t = useT();
  const client = useQueryClient();
  const { busy, run } = useAction();
  const show = async () => {
    await call(showCheckin, { params: { id: checkinId } });
    await markStale(client, 'hidden_posts');
  };
  const onShow = () =>
    run(show, {
      done: t('app.checkins.show.done'),
      failed: t('app.checkins.show.failed'),
      // The focused button no longer exists.
      onDone: () => document.getElementById(`checkin-${checkinId}`)?.focus({ preventScroll: true }),
    });
  return (
    <Button
      kind="quiet"
      size="sm"
      busy={busy}
      busyLabel={t('app.checkins.show.showing')}
      aria-label={t('app.checkins.show.again_of', { name: author })}
      onClick={onShow}
    >
      {t('app.checkins.show.again')}
    </Button>
  );
}
