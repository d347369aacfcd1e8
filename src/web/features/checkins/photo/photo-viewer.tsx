import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { isMirrored, stepOf } from '#platform/web/lib/direction.ts';
import { exactTime } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { feedQuery } from '#web/features/checkins/feed/list-checkins.ts';

export type PhotoCheckin = Checkin & {
  photo_url: string;
  photo_small_url: string;
  photo_width: number;
  photo_height: number;
  photo_thumbhash: string;
};

export const hasPhoto = (checkin: Checkin): checkin is PhotoCheckin => checkin.photo_url !== null;

const round =
  'grid size-12 cursor-pointer place-items-center rounded-full bg-white/10 text-[#fff3e6] hover:bg-white/20 focus-visible:outline-3 focus-visible:outline-dusk-star aria-disabled:cursor-default aria-disabled:opacity-40';
/** A swipe moves at least this many pixels sideways. */
const SWIPE = 48;

interface PhotoViewerProps {
  start: PhotoCheckin;
  zone: string;
  onClose: () => void;
}

function usePhotos(start: PhotoCheckin) {
  const client = useQueryClient();
  const [id, setId] = useState(start.id);
  const feed = client.getQueryData(feedQuery(start.mission_id).queryKey)?.pages.flat() ?? [];
  const photos = feed.some((row) => row.id === start.id) ? feed.filter(hasPhoto) : [start];
  const found = photos.findIndex((photo) => photo.id === id);
  const at = Math.max(0, found);
  const move = (by: number) => {
    const next = photos[at + by];
    if (next) setId(next.id);
  };
  return {
    photo: photos[at] ?? start,
    several: photos.length > 1,
    isFirst: at === 0,
    isLast: at >= photos.length - 1,
    move,
  };
}

function SwipedImage({ photo, move }: { photo: PhotoCheckin; move: (by: number) => void }) {
  const t = useT();
  const touched = useRef<number | null>(null);
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const from = touched.current;
    touched.current = null;
    if (from === null || Math.abs(event.clientX - from) < SWIPE) return;
    // The photo follows the finger, so a swipe toward the start shows the next photo.
    move(stepOf(event.clientX < from ? 'ArrowRight' : 'ArrowLeft', isMirrored(event.currentTarget)));
  };
  return (
    <img
      src={photo.photo_url}
      width={photo.photo_width}
      height={photo.photo_height}
      alt={photo.content || t('app.checkins.viewer.by', { name: photo.user_name })}
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
  );
}

interface CaptionProps {
  photos: ReturnType<typeof usePhotos>;
  when: string;
}

function Caption({ photos: { photo, several, isFirst, isLast, move }, when }: CaptionProps) {
  const t = useT();
  return (
    <figcaption className="mx-auto flex w-full max-w-3xl items-center justify-between gap-3 text-sm text-[#fff3e6]">
      {several && (
        <button
          type="button"
          aria-label={t('app.checkins.viewer.previous')}
          // Not `disabled`, which would lose the focus at the first photo.
          aria-disabled={isFirst}
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
      {several && (
        <button
          type="button"
          aria-label={t('app.checkins.viewer.next')}
          aria-disabled={isLast}
          onClick={() => move(1)}
          className={round}
        >
          <ChevronRight className="size-6 rtl:rotate-180" aria-hidden />
        </button>
      )}
    </figcaption>
  );
}

export function PhotoViewer({ start, zone, onClose }: PhotoViewerProps) {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const photos = usePhotos(start);
  const { photo, move } = photos;
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    closeButton.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const closeOutside = (event: MouseEvent) => {
    if (event.target instanceof Element && !event.target.closest('img, button')) onClose();
  };
  const when = exactTime(photo.created_at, zone);
  return (
    <dialog
      ref={dialog}
      // A click on the photo focuses the dialog, so arrow keys still reach it.
      tabIndex={-1}
      aria-label={t('app.checkins.viewer.by_at', { name: photo.user_name, when })}
      // The dialog's own close event comes later and would close a viewer that was reopened since.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onClick={closeOutside}
      onKeyDown={(event) => {
        const step = stepOf(event.key, isMirrored(event.currentTarget));
        if (step !== 0) move(step);
      }}
      className="m-0 h-dvh max-h-none w-full max-w-none cursor-zoom-out overflow-hidden bg-dusk p-2 outline-none sm:p-6"
    >
      <figure className="grid h-full grid-rows-[minmax(0,1fr)_auto] gap-3">
        <SwipedImage key={photo.id} photo={photo} move={move} />
        <Caption photos={photos} when={when} />
      </figure>
      <button
        ref={closeButton}
        type="button"
        aria-label={t('start.common.close')}
        onClick={onClose}
        className={`${round} absolute end-3 top-3 sm:end-6 sm:top-6`}
      >
        <X className="size-6" aria-hidden />
      </button>
    </dialog>
  );
}
