import { Camera, Check, MessageSquareText } from 'lucide-react';
import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { CHECKIN_CONTENT_MAX } from '#domain/limits.ts';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { CountedField } from '#platform/web/kit/counted-field.tsx';
import { UploadProgress } from '#platform/web/kit/upload-progress.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { galleryId, PhotoField } from '#web/features/checkins/photo/photo-field.tsx';
import type { CheckinDraft, FormKind } from './use-draft.ts';

export const KINDS: readonly [FormKind, PlainKey, typeof Check][] = [
  ['tick', 'app.checkins.fields.tick', Check],
  ['text', 'app.checkins.fields.text', MessageSquareText],
  ['photo', 'app.checkins.fields.photo', Camera],
];

export const KINDS_GRID = 'grid grid-cols-[repeat(auto-fit,minmax(5.2rem,1fr))] gap-2';
export const KIND_CARD =
  'grid min-h-21 justify-items-center gap-1.5 rounded-md border-2 px-1 py-2.5 text-center text-xs leading-tight font-bold sm:text-sm';

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
const contentId = (id: string) => `${id}-content`;

function Kinds({ id, draft, busy, legend }: CheckinFieldsProps) {
  const t = useT();
  // A press on the card, not one by the arrow keys: these have to reach the third kind past the second.
  const onPress = (kind: FormKind, event: MouseEvent<HTMLElement>) => {
    if (kind === 'tick' || busy || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    const form = event.currentTarget.closest('form');
    // The field has to be there while this press still allows a chooser to open.
    flushSync(() => draft.setKind(kind));
    const field = document.getElementById(kind === 'text' ? contentId(id) : galleryId(photoId(id)));
    if (kind === 'photo' && !draft.preview && !draft.photo) field?.click();
    field?.focus({ preventScroll: true });
    form?.querySelector('[type="submit"]')?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <fieldset disabled={busy} className="text-ink">
      <legend className="sr-only">{legend}</legend>
      <div className={KINDS_GRID}>
        {KINDS.map(([kind, label, Icon]) => {
          const on = draft.kind === kind;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: The click is a shortcut to the photo chooser, which the keyboard reaches by the radio and the field after it.
            <label
              key={kind}
              onClick={(event) => onPress(kind, event)}
              className={cx(
                KIND_CARD,
                'cursor-pointer transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-sky',
                on
                  ? 'border-star-ink bg-star-soft forced-colors:outline-4 forced-colors:-outline-offset-8'
                  : 'border-line-strong hover:bg-sunk',
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
                  'grid size-8 place-items-center rounded-full',
                  on ? 'bg-flame text-on-flame' : 'bg-sunk text-ink',
                )}
              >
                <Icon className="size-4.5" strokeWidth={2.5} aria-hidden />
              </span>
              {t(label)}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** The type, text and photo of a check-in, for making one and for editing it. */
export function CheckinFields(props: CheckinFieldsProps) {
  const t = useT();
  const { id, draft, busy, progress, over } = props;
  const photo = draft.kind === 'photo';
  return (
    <>
      <Kinds {...props} />
      {draft.kind !== 'tick' && (
        <div className={cx('grid grid-cols-1 items-start gap-4 text-ink', photo && 'sm:grid-cols-2')}>
          {photo && <PhotoField id={photoId(id)} draft={draft} disabled={busy} over={over} />}
          <CountedField
            id={contentId(id)}
            label={photo ? t('app.checkins.fields.description') : t('app.checkins.fields.update')}
            optional
            area
            rows={photo ? 5 : 3}
            max={CHECKIN_CONTENT_MAX}
            placeholder={t('app.checkins.fields.placeholder')}
            value={draft.content}
            disabled={busy}
            onChange={(event) => draft.setContent(event.target.value)}
          />
        </div>
      )}
      {progress !== null && <UploadProgress part={progress} />}
    </>
  );
}
