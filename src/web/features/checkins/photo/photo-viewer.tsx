import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { feedQuery } from '#web/features/checkins/queries.ts';
import { exactTime } from '#web/lib/format.ts';
import { hasPhoto, type PhotoCheckin } from './photo-checkin.ts';

const round =
  'grid size-12 cursor-pointer place-items-center rounded-full bg-white/10 text-[#fff3e6] hover:bg-white/20 focus-visible:outline-3 focus-visible:outline-dusk-star aria-disabled:cursor-default aria-disabled:opacity-40';
/** How far a finger has to travel to mean the next one, in pixels. */
const SWIPE = 48;

interface PhotoViewerProps {
  start: PhotoCheckin;
  zone: string;
  onClose: () => void;
}

/** One photo as large as the screen, with the others of the feed before and after it. A click beside it closes. */
export function PhotoViewer({ start, zone, onClose }: PhotoViewerProps) {
  const client = useQueryClient();
  const ref = useRef<HTMLDialogElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const [id, setId] = useState(start.id);
  const touched = useRef<number | null>(null);
  const feed = client.getQueryData(feedQuery(start.mission_id).queryKey)?.pages.flat() ?? [];
  const photos = feed.some((row) => row.id === start.id) ? feed.filter(hasPhoto) : [start];
  const at = Math.max(
    0,
    photos.findIndex((photo) => photo.id === id),
  );
  const photo = photos[at] ?? start;
  const move = (by: number) => {
    const next = photos[at + by];
    if (next) setId(next.id);
  };

  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    closeButton.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const closeOutside = (event: MouseEvent) => {
    if (event.target instanceof Element && !event.target.closest('img, button')) ref.current?.close();
  };
  const onPointerUp = (event: PointerEvent) => {
    const from = touched.current;
    touched.current = null;
    if (from === null || Math.abs(event.clientX - from) < SWIPE) return;
    move(event.clientX < from ? 1 : -1);
  };

  const when = exactTime(photo.created_at, zone);
  return (
    <dialog
      ref={ref}
      // A click on the photo takes the focus here, where the arrow keys are heard.
      tabIndex={-1}
      aria-label={`Photo by ${photo.user_name}, ${when}`}
      onClose={onClose}
      onClick={closeOutside}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1);
        if (event.key === 'ArrowLeft') move(-1);
      }}
      className="m-0 h-dvh max-h-none w-full max-w-none cursor-zoom-out overflow-hidden bg-dusk p-2 outline-none sm:p-6"
    >
      <figure className="grid h-full grid-rows-[minmax(0,1fr)_auto] gap-3">
        <img
          key={photo.id}
          src={photo.photo_url}
          width={photo.photo_width}
          height={photo.photo_height}
          alt={photo.content || `Photo by ${photo.user_name}`}
          draggable={false}
          onPointerDown={(event) => {
            touched.current = event.pointerType === 'touch' ? event.clientX : null;
          }}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            touched.current = null;
          }}
          className="m-auto h-auto max-h-full w-auto max-w-full touch-pan-y touch-pinch-zoom cursor-default rounded-md object-contain"
        />
        <figcaption className="mx-auto flex w-full max-w-3xl items-center justify-between gap-3 text-sm text-[#fff3e6]">
          {photos.length > 1 && (
            <button
              type="button"
              aria-label="Previous photo"
              // Not disabled: that would take the focus away from whoever came to the end with it.
              aria-disabled={at === 0}
              onClick={() => move(-1)}
              className={round}
            >
              <ChevronLeft className="size-6 rtl:rotate-180" aria-hidden />
            </button>
          )}
          <span className="min-w-0 grow text-center" aria-live="polite">
            <strong className="block truncate">{photo.user_name}</strong>
            {when}
          </span>
          {photos.length > 1 && (
            <button
              type="button"
              aria-label="Next photo"
              aria-disabled={at >= photos.length - 1}
              onClick={() => move(1)}
              className={round}
            >
              <ChevronRight className="size-6 rtl:rotate-180" aria-hidden />
            </button>
          )}
        </figcaption>
      </figure>
      <button
        ref={closeButton}
        type="button"
        aria-label="Close"
        onClick={() => ref.current?.close()}
        className={`${round} absolute end-3 top-3 sm:end-6 sm:top-6`}
      >
        <X className="size-6" aria-hidden />
      </button>
    </dialog>
  );
}
