import { type FormEvent, useRef, useState } from 'react';
import type { CheckinReceipt } from '#contract/checkins.ts';
import { ApiError, detailOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { useRecordCheckin } from './queries.ts';

export type FormKind = 'tick' | 'text';

interface CheckinOptions {
  mission: { id: string; title: string };
  onRecorded: (receipt: CheckinReceipt) => Promise<void>;
  /** The server knows something about today that this page does not. */
  onOutdated: () => void;
}

const isOutdated = (error: unknown) =>
  error instanceof ApiError &&
  ['already_checked_in', 'mission_not_started', 'mission_ended', 'mission_not_found'].includes(error.code);

export interface CheckinForm {
  kind: FormKind;
  content: string;
  busy: boolean;
  /** The answer to the check-in just made on this page. */
  receipt: CheckinReceipt | null;
  setKind: (kind: FormKind) => void;
  setContent: (content: string) => void;
  onSubmit: (event: FormEvent) => void;
}

/** The state of the daily check-in. It lives above the two layouts, so that turning a tablet loses nothing. */
export function useCheckin({ mission, onRecorded, onOutdated }: CheckinOptions): CheckinForm {
  const [kind, setKind] = useState<FormKind>('tick');
  const [content, setContent] = useState('');
  const [receipt, setReceipt] = useState<CheckinReceipt | null>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const recordCheckin = useRecordCheckin();

  const record = async () => {
    try {
      const recorded = await recordCheckin({
        mission,
        type: kind,
        content: kind === 'tick' ? '' : content,
        photo: null,
      });
      setContent('');
      if ('kept' in recorded) {
        toast.info('Kept on this device. It is sent as soon as there is a connection.');
        return;
      }
      setReceipt(recorded.receipt);
      await onRecorded(recorded.receipt);
    } catch (error) {
      toast.error(detailOf(error, 'Failed to record check-in'));
      if (isOutdated(error)) onOutdated();
    }
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    await record();
    sending.current = false;
    setBusy(false);
  };

  return { kind, content, busy, receipt, setKind, setContent, onSubmit: (event) => void onSubmit(event) };
}
