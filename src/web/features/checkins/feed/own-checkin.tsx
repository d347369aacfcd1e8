import { useQueryClient } from '@tanstack/react-query';
import { Eraser, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { canEditCheckin } from '#domain/checkins.ts';
import { ConfirmAction } from '#platform/web/kit/confirm-action.tsx';
import type { MenuItem } from '#platform/web/kit/menu.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useClearCheckin } from '#web/features/checkins/edit-checkin-call.ts';
import { takeBack, toUndoneText } from '#web/features/checkins/undo-checkin.ts';

interface DialogProps {
  checkin: Checkin;
  onClose: () => void;
}

function TakeBackDialog({ checkin, onClose }: DialogProps) {
  const t = useT();
  const client = useQueryClient();
  return (
    <ConfirmAction
      title={t('app.checkins.take_back.title')}
      confirm={t('app.checkins.take_back.confirm')}
      danger
      busyLabel={t('app.checkins.take_back.busy')}
      cancel={t('app.checkins.take_back.keep')}
      action={() => takeBack(client, checkin)}
      done={toUndoneText(t, client, checkin.local_day)}
      failed={t('app.checkins.undo.failed')}
      onClose={onClose}
    >
      {t('app.checkins.take_back.effect')}
    </ConfirmAction>
  );
}

function ClearDialog({ checkin, onClose }: DialogProps) {
  const t = useT();
  const clear = useClearCheckin(checkin);
  return (
    <ConfirmAction
      title={t('app.checkins.clear.title')}
      confirm={t('start.common.remove')}
      danger
      busyLabel={t('start.common.removing')}
      cancel={t('app.checkins.clear.keep')}
      action={clear}
      done={t('app.checkins.clear.done')}
      failed={t('app.checkins.clear.failed')}
      onClose={onClose}
    >
      {t('app.checkins.clear.effect')}
    </ConfirmAction>
  );
}

export function useOwnCheckin(checkin: Checkin): { items: readonly MenuItem[]; dialog: ReactNode } {
  const t = useT();
  const [open, setOpen] = useState<'take_back' | 'clear' | null>(null);
  const onClose = () => setOpen(null);
  const items: MenuItem[] = [];
  // The page can be older than the hour.
  if (checkin.can.take_back && canEditCheckin(new Date(checkin.created_at), new Date()))
    items.push({
      label: t('app.checkins.take_back.menu'),
      icon: <Undo2 className="rtl:-scale-x-100" aria-hidden />,
      onSelect: () => setOpen('take_back'),
    });
  if (checkin.can.clear)
    items.push({ label: t('app.checkins.clear.menu'), icon: <Eraser aria-hidden />, onSelect: () => setOpen('clear') });
  return {
    items,
    dialog: (
      <>
        {open === 'take_back' && <TakeBackDialog checkin={checkin} onClose={onClose} />}
        {open === 'clear' && <ClearDialog checkin={checkin} onClose={onClose} />}
      </>
    ),
  };
}
