import { useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import type { PhotoCheckin } from './photo-checkin.ts';
import { PhotoViewer } from './photo-viewer.tsx';

/** What stands in its place until it is there: a few colours out of 30 characters. */
const placeholderOf = (thumbhash: string) =>
  `url(${thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)))})`;

/** In the feed the tallest and the flattest are cut to 4:5 and 3:1; enlarged they are shown whole. */
const shapeOf = ({ photo_width, photo_height }: PhotoCheckin) => Math.min(3, Math.max(0.8, photo_width / photo_height));

const nameOf = ({ user_name, content }: PhotoCheckin) =>
  content ? `Photo by ${user_name}: ${content.slice(0, 120)}` : `Photo by ${user_name}`;

/** The photo of a post. Its place is kept before it comes, so that nothing below it moves. */
export function Photo({ checkin, zone }: { checkin: PhotoCheckin; zone: string }) {
  const [open, setOpen] = useState(false);
  const [placeholder] = useState(() => placeholderOf(checkin.photo_thumbhash));
  const { photo_url, photo_small_url, photo_width, photo_height } = checkin;
  return (
    <>
      <button
        type="button"
        aria-label={`Enlarge: ${nameOf(checkin)}`}
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

/** The width of the version whose longer side has `side` pixels. */
const widthOf = (side: number, { photo_width, photo_height }: PhotoCheckin) =>
  Math.max(1, Math.round(photo_width * Math.min(1, side / Math.max(photo_width, photo_height))));
