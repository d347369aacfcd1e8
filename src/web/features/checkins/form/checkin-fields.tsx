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
  /** Prefix of the field IDs, because a page can have several forms. */
  id: string;
  draft: CheckinDraft;
  busy: boolean;
  /** Uploaded part of the photo, from 0 to 1, or null while no upload runs. */
  progress: number | null;
  /** Whether a photo is dragged over the page. */
  over: boolean;
  legend: string;
}

const photoId = (id: string) => `${id}-photo`;
const contentId = (id: string) => `${id}-content`;

function Kinds({ id, draft, busy, legend }: CheckinFieldsProps) {
  const t = useT();
  // Only presses open the chooser. Arrow keys must pass the second radio to reach the third.
  const onPress = (kind: FormKind, event: MouseEvent<HTMLElement>) => {
    if (kind === 'tick' || busy || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    const form = event.currentTarget.closest('form');
    // The browser opens a chooser only during the press, so the field must exist now.
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
