import { Pencil } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useId, useReducer, useRef, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { canEditCheckin } from '#domain/checkins.ts';
import { CHECKIN_EDIT_MINUTES } from '#domain/limits.ts';
import { MINUTE_MS } from '#platform/lib/durations.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { ConfirmDiscard } from '#platform/web/kit/confirm-action.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useUpdateCheckin } from '#web/features/checkins/edit-checkin-call.ts';
import { CheckinFields } from '#web/features/checkins/form/checkin-fields.tsx';
import { useDraft } from '#web/features/checkins/form/use-draft.ts';
import { usePhotoDrop } from '#web/features/checkins/photo/photo-field.tsx';
import { shrinkPhoto } from '#web/features/checkins/photo/photo-file.ts';

export const editItem = (t: ScreenTranslate) => ({
  label: t('start.common.edit'),
  title: t('app.checkins.edit.within'),
  icon: <Pencil aria-hidden />,
});

/** On closing, the element `after` takes the focus if the button that opened the form no longer exists. */
export function useEditing() {
  const [open, setOpen] = useState<{ checkin: Checkin; after: string } | null>(null);
  const was = useRef(open);
  useEffect(() => {
    if (was.current && !open && document.activeElement === document.body)
      document.getElementById(was.current.after)?.focus({ preventScroll: true });
    was.current = open;
  }, [open]);
  const edit = useCallback((checkin: Checkin, after: string) => setOpen({ checkin, after }), []);
  return { edit, form: open && <EditCheckin checkin={open.checkin} onClose={() => setOpen(null)} /> };
}

/** Rerenders when the hour for edits ends. */
export function useCanEdit({ can, created_at }: Pick<Checkin, 'can' | 'created_at'>): boolean {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  const canEdit = can.edit && canEditCheckin(new Date(created_at), new Date());
  useEffect(() => {
    if (!canEdit) return;
    const over = Date.parse(created_at) + CHECKIN_EDIT_MINUTES * MINUTE_MS;
    const timer = setTimeout(rerender, over - Date.now());
    return () => clearTimeout(timer);
  }, [canEdit, created_at]);
  return canEdit;
}

interface EditCheckinProps {
  checkin: Checkin;
  onClose: () => void;
}

/** Edits type, text and photo of an own check-in (docs/rules.md#check-ins). */
function EditCheckin({ checkin, onClose }: EditCheckinProps) {
  const t = useT();
  const id = useId();
  const draft = useDraft(checkin);
  const { mutateAsync, isPending } = useUpdateCheckin(checkin);
  const [progress, setProgress] = useState<number | null>(null);
  const [confirming, setConfirming] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), []);
  const over = usePhotoDrop(form, draft.choosePhoto, isPending);

  const save = async () => {
    const { kind, content, photo } = draft;
    const sent = kind === 'photo' && photo ? await shrinkPhoto(photo) : null;
    const body = { type: kind, content: kind === 'tick' ? '' : content };
    if (sent) setProgress(0);
    try {
      await mutateAsync({ body, photo: sent, onProgress: setProgress });
      onClose();
    } catch (error) {
      toast.failure(error, t('app.checkins.edit.failed'));
    } finally {
      setProgress(null);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && draft.check()) void save();
  };
  const canClose = () => {
    const changed = draft.content !== checkin.content || draft.photo !== null;
    setConfirming(changed);
    return !changed;
  };

  return (
    <>
      <Dialog title={t('app.checkins.edit.title')} locked={isPending} canClose={canClose} onClose={onClose}>
        <form
          ref={form}
          noValidate
          aria-label={t('app.checkins.edit.title')}
          className="mt-4 grid gap-5"
          onSubmit={onSubmit}
        >
          <CheckinFields
            id={id}
            draft={draft}
            busy={isPending}
            progress={progress}
            over={over}
            legend={t('app.checkins.edit.legend')}
          />
          <div className="grid grid-cols-2 gap-2.5 sm:flex sm:justify-end">
            <Button kind="quiet" disabled={isPending} onClick={() => canClose() && onClose()}>
              {t('start.common.cancel')}
            </Button>
            <Button type="submit" busy={isPending} busyLabel={t('start.common.saving')}>
              {t('app.checkins.edit.save')}
            </Button>
          </div>
        </form>
      </Dialog>
      {confirming && <ConfirmDiscard onConfirm={onClose} onClose={() => setConfirming(false)} />}
    </>
  );
}
