import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { CheckinReceipt } from '#contract/checkins.ts';
import type { Mission } from '#contract/missions.ts';
import { CHECKIN_CONTENT_MAX } from '#domain/limits.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useSlow } from '#platform/web/lib/use-slow.ts';
import { deleteShared, findSharedPhoto, type SharedPhoto } from '#web/data/offline/shared-photo.ts';
import { shrinkPhoto } from '#web/features/checkins/photo/photo-file.ts';
import { useSubmitCheckin } from '#web/features/checkins/submit-checkin.ts';
import { type CheckinDraft, useDraft } from './use-draft.ts';

interface CheckinOptions {
  mission: Pick<Mission, 'id' | 'title' | 'extra_today'>;
  /** Whether this device has content from another app or site for the form to offer. */
  shared: boolean;
}

/** Content from another app or site. Either call removes it from the device. */
export interface SharedOffer extends SharedPhoto {
  use: () => void;
  discard: () => void;
}

export interface CheckinForm {
  draft: CheckinDraft;
  shared: SharedOffer | null;
  busy: boolean;
  isSlow: boolean;
  /** Whether the server rejected the last attempt; the form keeps the input. */
  isRefused: boolean;
  /** Uploaded part of the photo, from 0 to 1, or null while no upload runs. */
  progress: number | null;
  receipt: CheckinReceipt | null;
  pending: boolean;
  /** Whether the card after it still has to play its animation. */
  isNew: boolean;
  /** Whether the check-in is beyond the schedule, as known at the press; it adds no stitch. */
  isExtra: boolean;
  onPlayed: () => void;
  onSubmit: (event: FormEvent) => void;
}

/** Offers shared content. Nothing fills the form before the user accepts it. */
function useShared(shared: boolean, { content, choosePhoto, setContent, setKind }: CheckinDraft): SharedOffer | null {
  const [found, setFound] = useState<SharedPhoto | null>(null);
  useEffect(() => {
    if (shared) findSharedPhoto().then(setFound, () => undefined);
  }, [shared]);
  if (!found) return null;
  const discard = () => {
    setFound(null);
    deleteShared().catch(() => undefined);
  };
  const use = () => {
    if (found.photo) choosePhoto(found.photo);
    else setKind('text');
    const words = [content, found.text].filter((part) => part !== '');
    setContent(words.join('\n').slice(0, CHECKIN_CONTENT_MAX));
    discard();
  };
  return { ...found, use, discard };
}

/** Holds the state of the daily check-in. It is above the page's parts, so a draft survives a change of part. */
export function useCheckin({ mission, shared }: CheckinOptions): CheckinForm {
  const draft = useDraft();
  const { kind, content, photo } = draft;
  const [receipt, setReceipt] = useState<CheckinReceipt | null>(null);
  const [pending, setPending] = useState(false);
  const [isNew, setNew] = useState(false);
  const [isExtra, setExtra] = useState(false);
  const onPlayed = useCallback(() => setNew(false), []);
  const [busy, setBusy] = useState(false);
  const isSlow = useSlow(busy);
  const [isRefused, setRefused] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef(false);
  const t = useT();
  const submit = useSubmitCheckin();
  const offer = useShared(shared, draft);

  const send = async () => {
    // Forgets an undone check-in and its receipt.
    setReceipt(null);
    setPending(false);
    setRefused(false);
    // The animation starts with the press: from then on the check-in is stored on this device and counts.
    setNew(true);
    setExtra(mission.extra_today);
    try {
      const sent = kind === 'photo' && photo ? await shrinkPhoto(photo) : null;
      if (sent) setProgress(0);
      const words = kind === 'tick' ? '' : content;
      const created = { mission, type: kind, content: words, photo: sent };
      // The card that replaces the form has an undo button.
      const submitted = await submit(created, { onProgress: setProgress, undo: 'screen' });
      draft.clear();
      if ('answer' in submitted) return setReceipt(submitted.answer);
      setPending(true);
    } catch (error) {
      setNew(false);
      setRefused(true);
      toast.failure(error, t('app.checkins.act.failed'));
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

  const state = { draft, shared: offer, busy, isSlow, isRefused, progress, receipt, pending, isNew, isExtra };
  return { ...state, onPlayed, onSubmit: (event) => void onSubmit(event) };
}
