import { useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import { useT } from '#platform/web/lib/language.ts';
import { type PhotoCheckin, PhotoViewer } from './photo-viewer.tsx';

/** Returns the width of the version whose longer side is `side` pixels. */
const widthOf = (side: number, { photo_width, photo_height }: PhotoCheckin) =>
  Math.max(1, Math.round(photo_width * Math.min(1, side / Math.max(photo_width, photo_height))));

/** Decodes the thumbhash into a blurred background, shown until the photo has loaded. */
const placeholderOf = (thumbhash: string) =>
  `url(${thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)))})`;

/** Returns the aspect ratio in the feed, which crops very tall photos to 4:5 and very wide ones to 3:1. */
const shapeOf = ({ photo_width, photo_height }: PhotoCheckin) => Math.min(3, Math.max(0.8, photo_width / photo_height));

/** The maximum length of the check-in's text in the photo's label. */
const NAMED_CHARACTERS = 120;

/** Its space is reserved before it loads, so nothing below moves. */
export function Photo({ checkin, zone }: { checkin: PhotoCheckin; zone: string }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [placeholder] = useState(() => placeholderOf(checkin.photo_thumbhash));
  const { photo_url, photo_small_url, photo_width, photo_height, user_name: name, content } = checkin;
  const label = content
    ? t('app.checkins.viewer.enlarge_with', { name, text: content.slice(0, NAMED_CHARACTERS) })
    : t('app.checkins.viewer.enlarge', { name });
  return (
    <>
      <button
        type="button"
        aria-label={label}
        onClick={() => setOpen(true)}
        className="block cursor-zoom-in overflow-hidden rounded-md"
      >
        <img
          src={photo_small_url}
          srcSet={`${photo_small_url} ${widthOf(400, checkin)}w, ${photo_url} ${photo_width}w`}
          sizes="(width >= 64rem) 42rem, (width >= 40rem) 36rem, 90vw"
          width={photo_width}
          height={photo_height}
          alt=""
          loading="lazy"
          decoding="async"
          className="h-auto max-h-136 w-full bg-cover bg-center object-cover"
          style={{ aspectRatio: shapeOf(checkin), backgroundImage: placeholder }}
        />
      </button>
      {open && <PhotoViewer start={checkin} zone={zone} onClose={() => setOpen(false)} />}
    </>
  );
}
