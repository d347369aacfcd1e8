import { Camera, ImageIcon, ImagePlus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CheckinDraft } from '#web/features/checkins/form/use-draft.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { cx } from '#web/ui/cx.ts';
import { PHOTO_ACCEPT } from './photo-file.ts';

interface PhotoFieldProps {
  id: string;
  draft: CheckinDraft;
  disabled: boolean;
  /** A photo is being dragged over the page. */
  over: boolean;
}

const ring =
  'has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-sky has-disabled:opacity-60';

function Preview({ draft, disabled }: PhotoFieldProps) {
  const [shown, setShown] = useState(true);
  // Another file gets another chance.
  useEffect(() => setShown(draft.preview !== null), [draft.preview]);
  return (
    <figure className="relative overflow-hidden rounded-md bg-sunk">
      {shown && draft.preview ? (
        <img
          src={draft.preview}
          alt="Your choice"
          className="aspect-[16/10] w-full object-cover"
          onError={() => setShown(false)}
        />
      ) : (
        <span className="grid aspect-[16/10] place-content-center justify-items-center gap-2 p-4 text-center text-sm text-ink-2">
          <ImageIcon className="size-8" aria-hidden />
          <span className="line-clamp-2 wrap-anywhere">{draft.photo?.name ?? 'Your photo'}</span>
        </span>
      )}
      <button
        type="button"
        aria-label="Remove photo"
        disabled={disabled}
        onClick={draft.removePhoto}
        className="absolute end-2 top-2 grid size-11 cursor-pointer place-items-center rounded-full bg-night text-on-night disabled:opacity-60"
      >
        <X className="size-5" aria-hidden />
      </button>
    </figure>
  );
}

/** The photo of a check-in: chosen from the gallery, taken with the camera of a phone, dropped or pasted. */
export function PhotoField(props: PhotoFieldProps) {
  const { id, draft, disabled, over } = props;
  const touch = useMedia('(pointer: coarse)');
  const chooser = useRef<HTMLInputElement>(null);
  const { photo, preview, photoError } = draft;
  const has = photo !== null || preview !== null;
  const had = useRef(has);
  useEffect(() => {
    // The button that removed it is gone.
    if (had.current && !has) chooser.current?.focus();
    had.current = has;
  }, [has]);
  useEffect(() => {
    if (photoError) chooser.current?.focus();
  }, [photoError]);
  if (has) return <Preview {...props} />;
  const input = (kind: string, capture: boolean) => (
    <input
      id={`${id}-${kind}`}
      ref={capture ? undefined : chooser}
      type="file"
      accept={capture ? 'image/*' : PHOTO_ACCEPT}
      {...(capture && { capture: 'environment' as const })}
      disabled={disabled}
      aria-invalid={(!capture && !!photoError) || undefined}
      aria-describedby={photoError ? `${id}-error` : undefined}
      className="sr-only"
      onChange={(event) => {
        draft.choosePhoto(event.target.files?.[0]);
        // The same file may be chosen again after it was removed.
        event.target.value = '';
      }}
    />
  );
  return (
    <div className="grid content-start gap-2">
      <label
        htmlFor={`${id}-gallery`}
        className={cx(
          'grid min-h-32 cursor-pointer place-items-center rounded-md p-4 text-center text-sm text-ink-2 stitch hover:bg-sunk',
          ring,
          over && 'bg-star-soft',
        )}
      >
        <span>
          <ImagePlus className="mx-auto mb-1.5 size-7 text-flame" aria-hidden />
          <strong className="block text-ink">Choose a photo</strong>
          JPEG, PNG, WebP or HEIC, up to 15 MB
          {!touch && <span className="mt-1 block text-xs">You can drop or paste one, too.</span>}
        </span>
        {input('gallery', false)}
      </label>
      {touch && (
        <label
          htmlFor={`${id}-camera`}
          className={cx(
            'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md border-2 border-line bg-card px-4 text-sm font-bold text-ink hover:bg-sunk',
            ring,
          )}
        >
          <Camera className="size-5" aria-hidden />
          Take a photo
          {input('camera', true)}
        </label>
      )}
      {photoError && (
        <p id={`${id}-error`} className="text-sm font-medium text-rose">
          {photoError}
        </p>
      )}
    </div>
  );
}
