import { useQueryClient } from '@tanstack/react-query';
import { Eraser, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { canEditCheckin } from '#domain/checkins.ts';
import { useClearCheckin } from '#web/features/checkins/edit-checkin-call.ts';
import { TAKEN_BACK, takeBack, UNDO_FAILED } from '#web/features/checkins/undo-checkin.ts';
import { ConfirmAction } from '#web/kit/confirm-action.tsx';
import type { MenuItem } from '#web/kit/menu.tsx';

interface DialogProps {
  checkin: Checkin;
  onClose: () => void;
}

function TakeBackDialog({ checkin, onClose }: DialogProps) {
  const client = useQueryClient();
  return (
    <ConfirmAction
      title="Take this check-in back?"
      confirm="Take back"
      danger
      busyLabel="Taking back..."
      cancel="Keep it"
      action={() => takeBack(client, checkin)}
      done={TAKEN_BACK}
      failed={UNDO_FAILED}
      onClose={onClose}
    >
      Its points, reactions and comments go with it, and the day is open again.
    </ConfirmAction>
  );
}

function ClearDialog({ checkin, onClose }: DialogProps) {
  const clear = useClearCheckin(checkin);
  return (
    <ConfirmAction
      title="Remove words and photo?"
      confirm="Remove"
      danger
      busyLabel="Removing..."
      cancel="Keep them"
      action={clear}
      done="Words and photo removed"
      failed="We couldn't remove the words and the photo. Please try again."
      onClose={onClose}
    >
      It stays as a tick with its points. This can't be undone.
    </ConfirmAction>
  );
}

/** What the author may do with an own check-in, as items for its menu, and the dialog that one of them opened. */
export function useOwnCheckin(checkin: Checkin): { items: readonly MenuItem[]; dialog: ReactNode } {
  const [open, setOpen] = useState<'take_back' | 'clear' | null>(null);
  const onClose = () => setOpen(null);
  const items: MenuItem[] = [];
  // The page may be older than the hour.
  if (checkin.can.take_back && canEditCheckin(new Date(checkin.created_at), new Date()))
    items.push({ label: 'Take back...', icon: <Undo2 aria-hidden />, onSelect: () => setOpen('take_back') });
  if (checkin.can.clear)
    items.push({ label: 'Remove words and photo...', icon: <Eraser aria-hidden />, onSelect: () => setOpen('clear') });
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
