import { useState } from 'react';
import { useHide } from '#web/features/checkins/hide-checkin-call.ts';
import { ReasonDialog } from '#web/features/safety/public.ts';
import { Button } from '#web/kit/button.tsx';
import { detailOf } from '#web/lib/api/api-error.ts';
import { useT } from '#web/lib/language.ts';
import { toast } from '#web/lib/toast.ts';

interface HideDialogProps {
  checkinId: string;
  author: string;
  onClose: () => void;
}

/** The owner of the mission hides a check-in from the other members. */
export function HideDialog({ checkinId, author, onClose }: HideDialogProps) {
  const t = useT();
  const { hide } = useHide();
  const send = async (reason: string) => {
    await hide(checkinId, reason);
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
      onSend={send}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{t('app.checkins.hide.effect', { name: author })}</p>
    </ReasonDialog>
  );
}

/** Shows a hidden check-in to the other members again. */
export function ShowAgain({ checkinId, author }: { checkinId: string; author: string }) {
  const t = useT();
  const { show } = useHide();
  const [busy, setBusy] = useState(false);
  const onShow = async () => {
    setBusy(true);
    try {
      await show(checkinId);
      toast.success(t('app.checkins.show.done'));
      // The button that had the focus is gone.
      document.getElementById(`checkin-${checkinId}`)?.focus({ preventScroll: true });
    } catch (error) {
      toast.error(detailOf(error, t('app.checkins.show.failed')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      kind="quiet"
      size="sm"
      busy={busy}
      busyLabel={t('app.checkins.show.showing')}
      aria-label={t('app.checkins.show.again_of', { name: author })}
      onClick={() => void onShow()}
    >
      {t('app.checkins.show.again')}
    </Button>
  );
}
