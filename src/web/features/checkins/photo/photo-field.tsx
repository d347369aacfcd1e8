import { Camera, ImageIcon, ImagePlus, X } from 'lucide-react';
import { type Ref, type RefObject, useEffect, useRef, useState } from 'react';
import { FieldError } from '#platform/web/kit/field.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { PICTURE_ACCEPT } from '#platform/web/lib/picture-file.ts';
import { useMedia } from '#platform/web/lib/use-media.ts';
import type { CheckinDraft } from '#web/features/checkins/form/use-draft.ts';

const fileOf = (data: DataTransfer | null): File | undefined =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/')) ?? data?.files[0];

const carriesFiles = (event: DragEvent) => !!event.dataTransfer?.types.includes('Files');

/** Returns true if the target is in another form or dialog, which handles its own paste or drop. */
const isElsewhere = (form: HTMLElement | null, target: EventTarget | null) =>
  target instanceof Element && !form?.contains(target) && target.closest('form, dialog, [contenteditable]') !== null;

/**
 * Accepts photos dropped or pasted outside other forms. An unhandled drop would leave the page and lose the input.
 * Returns true during a drag.
 */
export function usePhotoDrop(
  form: RefObject<HTMLFormElement | null>,
  choose: (file: File | undefined) => void,
  disabled: boolean,
): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(choose);
  latest.current = choose;
  useEffect(() => {
    if (disabled) return;
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(!isElsewhere(form.current, event.target));
    };
    const onDragLeave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (!isElsewhere(form.current, event.target)) latest.current(fileOf(event.dataTransfer));
    };
    const onPaste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (!file || isElsewhere(form.current, event.target)) return;
      event.preventDefault();
      latest.current(file);
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('dragover', onDragOver, { signal });
    document.addEventListener('dragleave', onDragLeave, { signal });
    document.addEventListener('drop', onDrop, { signal });
    document.addEventListener('paste', onPaste, { signal });
    return () => listening.abort();
  }, [form, disabled]);
  return over;
}

export const galleryId = (id: string): string => `${id}-gallery`;

interface PhotoFieldProps {
  id: string;
  draft: CheckinDraft;
  disabled: boolean;
  over: boolean;
}

const ring =
  'has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-sky has-disabled:opacity-60';

function Preview({ draft, disabled }: PhotoFieldProps) {
  const t = useT();
  const [shown, setShown] = useState(true);
  // A new file can load even if the previous one failed.
  useEffect(() => setShown(draft.preview !== null), [draft.preview]);
  return (
    <figure className="relative overflow-hidden rounded-md bg-sunk">
      {shown && draft.preview ? (
        <img
          src={draft.preview}
          alt={t('app.checkins.photo.chosen')}
          className="max-h-[50vh] min-h-40 w-full object-contain sm:max-h-96"
          onError={() => setShown(false)}
        />
      ) : (
        <span className="grid aspect-[16/10] place-content-center justify-items-center gap-2 p-4 text-center text-sm text-ink-2">
          <ImageIcon className="size-8" aria-hidden />
          <span className="line-clamp-2 wrap-anywhere">{draft.photo?.name ?? t('app.checkins.photo.yours')}</span>
        </span>
      )}
      <button
        type="button"
        aria-label={t('app.checkins.photo.remove')}
        disabled={disabled}
        onClick={draft.removePhoto}
        className="absolute end-2 top-2 grid size-11 cursor-pointer place-items-center rounded-full bg-night text-on-night disabled:opacity-60"
      >
        <X className="size-5" aria-hidden />
      </button>
    </figure>
  );
}

interface FileInputProps extends Omit<PhotoFieldProps, 'over'> {
  kind: 'gallery' | 'camera';
  ref?: Ref<HTMLInputElement>;
}

function FileInput({ id, draft, disabled, kind, ref }: FileInputProps) {
  const camera = kind === 'camera';
  const { photoError, choosePhoto } = draft;
  return (
    <input
      id={camera ? `${id}-camera` : galleryId(id)}
      ref={ref}
      type="file"
      accept={camera ? 'image/*' : PICTURE_ACCEPT}
      {...(camera && { capture: 'environment' as const })}
      disabled={disabled}
      aria-invalid={(!camera && !!photoError) || undefined}
      aria-describedby={photoError ? `${id}-error` : undefined}
      className="sr-only"
      onChange={(event) => {
        choosePhoto(event.target.files?.[0]);
        // Allows choosing a removed file again.
        event.target.value = '';
      }}
    />
  );
}

export function PhotoField(props: PhotoFieldProps) {
  const t = useT();
  const { id, draft, over } = props;
  const touch = useMedia('(pointer: coarse)');
  const chooser = useRef<HTMLInputElement>(null);
  const { photo, preview, photoError } = draft;
  const has = photo !== null || preview !== null;
  const had = useRef(has);
  useEffect(() => {
    // The focused button no longer exists.
    if (had.current && !has) chooser.current?.focus();
    had.current = has;
  }, [has]);
  useEffect(() => {
    if (photoError) chooser.current?.focus();
  }, [photoError]);
  if (has) return <Preview {...props} />;
  return (
    <div className="grid content-start gap-2">
      <label
        htmlFor={galleryId(id)}
        className={cx(
          'grid min-h-32 cursor-pointer place-items-center rounded-md p-4 text-center text-sm text-ink-2 stitch hover:bg-sunk',
          ring,
          over && 'bg-star-soft',
        )}
      >
        <span>
          <ImagePlus className="mx-auto mb-1.5 size-7 text-flame" aria-hidden />
          <strong className="block text-ink">{t('app.checkins.photo.choose')}</strong>
          <span>{t('app.checkins.photo.formats')}</span>
          {!touch && <span className="mt-1 block text-xs">{t('app.checkins.photo.drop')}</span>}
        </span>
        <FileInput {...props} kind="gallery" ref={chooser} />
      </label>
      {touch && (
        <label
          htmlFor={`${id}-camera`}
          className={cx(
            'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md border-2 border-line-strong bg-card px-4 text-sm font-bold text-ink hover:bg-sunk',
            ring,
          )}
        >
          <Camera className="size-5" aria-hidden />
          {t('app.checkins.photo.take')}
          <FileInput {...props} kind="camera" />
        </label>
      )}
      <FieldError id={id} error={photoError} />
    </div>
  );
}
