import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { CheckinReceipt } from '#contract/checkins.ts';
import { CHECKIN_CONTENT_MAX } from '#domain/limits.ts';
import { useSubmitCheckin } from '#web/features/checkins/outbox.ts';
import { shrinkPhoto } from '#web/features/checkins/photo/photo-file.ts';
import { ApiError, detailOf } from '#web/lib/api/api-error.ts';
import { takeSharedFile } from '#web/lib/offline/shared-photo.ts';
import { SAVED_OFFLINE } from '#web/lib/outbox/outbox.ts';
import { toast } from '#web/lib/toast.ts';
import { type CheckinDraft, useDraft } from './use-draft.ts';

interface CheckinOptions {
  mission: { id: string; title: string };
  /** Another app has shared a photo, which is on this device: it goes into the form. */
  shared: boolean;
  /** Called when the server refused a check-in that this page believed to be possible. */
  onOutdated: () => void;
}

const isOutdated = (error: unknown) =>
  error instanceof ApiError &&
  ['already_checked_in', 'mission_not_started', 'mission_ended', 'mission_not_found'].includes(error.code);

export interface CheckinForm {
  draft: CheckinDraft;
  busy: boolean;
  /** The part of the photo that was sent, from 0 to 1; null while none is being sent. */
  progress: number | null;
  /** The answer to the check-in that this page has just submitted. */
  receipt: CheckinReceipt | null;
  /** Whether the check-in that this page has just submitted is pending. */
  pending: boolean;
  onSubmit: (event: FormEvent) => void;
}

/** Puts what another app has shared into the draft, once. */
function useSharedPhoto(shared: boolean, { choosePhoto, setContent }: CheckinDraft): void {
  const taken = useRef(false);
  useEffect(() => {
    if (!shared || taken.current) return;
    taken.current = true;
    void takeSharedFile().then(
      (found) => {
        if (found?.photo) choosePhoto(found.photo);
        if (found?.text) setContent(found.text.slice(0, CHECKIN_CONTENT_MAX));
      },
      () => undefined,
    );
  }, [shared, choosePhoto, setContent]);
}

/** The state of the daily check-in. The page holds it above its two layouts, so that rotating a tablet loses nothing. */
export function useCheckin({ mission, shared, onOutdated }: CheckinOptions): CheckinForm {
  const draft = useDraft();
  const { kind, content, photo } = draft;
  const [receipt, setReceipt] = useState<CheckinReceipt | null>(null);
  const [pending, setPending] = useState(false);
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef(false);
  const submit = useSubmitCheckin();
  useSharedPhoto(shared, draft);

  const send = async () => {
    try {
      const sent = kind === 'photo' && photo ? await shrinkPhoto(photo) : null;
      if (sent) setProgress(0);
      const words = kind === 'tick' ? '' : content;
      const submitted = await submit({ mission, type: kind, content: words, photo: sent }, setProgress);
      draft.clear();
      if ('answer' in submitted) return setReceipt(submitted.answer);
      setPending(true);
      toast.info(SAVED_OFFLINE);
    } catch (error) {
      toast.error(detailOf(error, 'Failed to record check-in'));
      if (isOutdated(error)) onOutdated();
    }
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current || !draft.check()) return;
    sending.current = true;
    setBusy(true);
    await send();
    sending.current = false;
    setBusy(false);
    setProgress(null);
  };

  return { draft, busy, progress, receipt, pending, onSubmit: (event) => void onSubmit(event) };
}
