import { Camera, Check, MessageSquareText } from 'lucide-react';
import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { CHECKIN_CONTENT_MAX } from '#domain/limits.ts';
import { galleryId, PhotoField } from '#web/features/checkins/photo/photo-field.tsx';
import { CountedField } from '#web/kit/counted-field.tsx';
import { ProgressThread } from '#web/kit/pill.tsx';
import { cx } from '#web/lib/cx.ts';
import type { CheckinDraft, FormKind } from './use-draft.ts';

const KINDS: readonly [FormKind, string, typeof Check][] = [
  ['tick', 'Check In Only', Check],
  ['text', 'Check In with Text', MessageSquareText],
  ['photo', 'Check In with Photo', Camera],
];

interface CheckinFieldsProps {
  /** The prefix of the fields' ids, since a page may hold more than one form. */
  id: string;
  draft: CheckinDraft;
  busy: boolean;
  /** The part of the photo that was sent, from 0 to 1; null while none is being sent. */
  progress: number | null;
  /** A photo is being dragged over the page. */
  over: boolean;
  legend: string;
}

/** The fields of the photo, by the prefix that they give their ids. */
const photoId = (id: string) => `${id}-photo`;

function Kinds({ id, draft, busy, legend }: CheckinFieldsProps) {
  const onPress = (kind: FormKind, event: MouseEvent) => {
    // A press on the card, not the click that it passes on to its radio, nor one by the arrow keys.
    if (kind !== 'photo' || busy || event.target instanceof HTMLInputElement || draft.preview || draft.photo) return;
    // The chooser has to be there while this press still allows it to open.
    flushSync(() => draft.setKind('photo'));
    document.getElementById(galleryId(photoId(id)))?.click();
  };
  return (
    <fieldset disabled={busy}>
      <legend className="sr-only">{legend}</legend>
      <div className="grid grid-cols-3 gap-2 sm:gap-3">
        {KINDS.map(([kind, label, Icon]) => {
          const on = draft.kind === kind;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: The click is a shortcut to the photo chooser, which the keyboard reaches by the radio and the field after it.
            <label
              key={kind}
              onClick={(event) => onPress(kind, event)}
              className={cx(
                'flex cursor-pointer flex-col items-center gap-2 rounded-md border-2 px-1.5 py-3 text-center text-xs leading-tight font-semibold transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-sky sm:flex-row sm:justify-center sm:px-3 sm:text-sm',
                on ? 'border-flame bg-star-soft text-ink' : 'border-line-strong text-ink-2 hover:bg-sunk',
              )}
            >
              <input
                type="radio"
                name={`${id}-kind`}
                value={kind}
                checked={on}
                onChange={() => draft.setKind(kind)}
                className="sr-only"
              />
              <span
                className={cx(
                  'grid size-9 shrink-0 place-items-center rounded-full',
                  on ? 'bg-flame text-on-flame' : 'bg-sunk',
                )}
              >
                <Icon className="size-5" strokeWidth={2.5} aria-hidden />
              </span>
              {label}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function Sending({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100);
  return (
    <div className="grid gap-1.5 text-ink">
      <p className="text-sm text-ink-2 tabular">
        {percent < 100 ? `Uploading your photo: ${percent}%` : 'Photo uploaded. Getting it ready...'}
      </p>
      <ProgressThread value={percent} label="Upload of your photo" />
    </div>
  );
}

/** The type, text and photo of a check-in, for making one and for editing it. */
export function CheckinFields(props: CheckinFieldsProps) {
  const { id, draft, busy, progress, over } = props;
  const photo = draft.kind === 'photo';
  return (
    <>
      <Kinds {...props} />
      {draft.kind !== 'tick' && (
        <div className={cx('grid grid-cols-1 items-start gap-4 text-ink', photo && 'sm:grid-cols-2')}>
          {photo && <PhotoField id={photoId(id)} draft={draft} disabled={busy} over={over} />}
          <CountedField
            id={`${id}-content`}
            label={photo ? 'Photo Description' : 'Your Update'}
            optional
            area
            rows={photo ? 5 : 3}
            max={CHECKIN_CONTENT_MAX}
            placeholder="What went well, what got in the way?"
            value={draft.content}
            disabled={busy}
            onChange={(event) => draft.setContent(event.target.value)}
          />
        </div>
      )}
      {progress !== null && <Sending progress={progress} />}
    </>
  );
}
