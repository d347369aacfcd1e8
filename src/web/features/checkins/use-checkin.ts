import { type FormEvent, useRef, useState } from 'react';
import type { CheckinReceipt } from '#contract/checkins.ts';
import { ApiError, detailOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { newClientId } from './client-id.ts';
import { useCreateCheckin } from './queries.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { type CheckinDraft, useDraft } from './use-draft.ts';

interface CheckinOptions {
  missionId: string;
  onRecorded: (receipt: CheckinReceipt) => Promise<void>;
  /** The server knows something about today that this page does not. */
  onOutdated: () => void;
}

const isOutdated = (error: unknown) =>
  error instanceof ApiError &&
  ['already_checked_in', 'mission_not_started', 'mission_ended', 'mission_not_found'].includes(error.code);

export interface CheckinForm {
  draft: CheckinDraft;
  busy: boolean;
  /** The part of the photo that is sent, from 0 to 1; null while none is on its way. */
  progress: number | null;
  /** The answer to the check-in just made on this page. */
  receipt: CheckinReceipt | null;
  onSubmit: (event: FormEvent) => void;
}

/** The state of the daily check-in. It lives above the two layouts, so that turning a tablet loses nothing. */
export function useCheckin({ missionId, onRecorded, onOutdated }: CheckinOptions): CheckinForm {
  const draft = useDraft();
  const { kind, content, photo } = draft;
  const [receipt, setReceipt] = useState<CheckinReceipt | null>(null);
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef(false);
  // Kept until the server has answered: a retry after a lost answer must not become a second check-in.
  const clientId = useRef<string | null>(null);
  const { mutateAsync } = useCreateCheckin();

  const record = async () => {
    clientId.current ??= newClientId();
    const body = {
      mission_id: missionId,
      type: kind,
      content: kind === 'tick' ? '' : content,
      client_id: clientId.current,
    };
    try {
      const sent = kind === 'photo' && photo ? await shrinkPhoto(photo) : null;
      if (sent) setProgress(0);
      const answer = await mutateAsync({ body, photo: sent, onProgress: setProgress });
      clientId.current = null;
      draft.clear();
      setReceipt(answer);
      await onRecorded(answer);
    } catch (error) {
      toast.error(detailOf(error, 'Failed to record check-in'));
      if (!isOutdated(error)) return;
      clientId.current = null;
      onOutdated();
    }
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current || !draft.check()) return;
    sending.current = true;
    setBusy(true);
    await record();
    sending.current = false;
    setBusy(false);
    setProgress(null);
  };

  return { draft, busy, progress, receipt, onSubmit: (event) => void onSubmit(event) };
}
