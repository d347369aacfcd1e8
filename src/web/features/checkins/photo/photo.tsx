import { useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import { useT } from '#platform/web/lib/language.ts';
import { type PhotoCheckin, PhotoViewer } from './photo-viewer.tsx';

/** The width of the version whose longer side has `side` pixels. */
const widthOf = (side: number, { photo_width, photo_height }: PhotoCheckin) =>
  Math.max(1, Math.round(photo_width * Math.min(1, side / Math.max(photo_width, photo_height))));

/** A blurred background from the thumbhash, shown until the photo has loaded. */
const placeholderOf = (thumbhash: string) =>
  `url(${thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)))})`;

/** The aspect ratio in the feed: very tall and very wide photos are cropped to 4:5 and 3:1. */
const shapeOf = ({ photo_width, photo_height }: PhotoCheckin) => Math.min(3, Math.max(0.8, photo_width / photo_height));

/** So much of what a check-in says names its photo. */
const NAMED_CHARACTERS = 120;

/** The photo of a check-in. Its space is reserved before it loads, so that nothing below it moves. */
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
