import { useState } from 'react';
import { hash, patchColoursOf } from '#domain/patch.ts';
import { cx } from '#web/lib/cx.ts';

interface AvatarProps {
  name: string;
  /** Address of the 512 px picture, `…/512.webp`; small sizes use the 96 px one beside it. */
  url?: string | null | undefined;
  size?: number;
  /** True where the name is shown beside it, so that screen readers say it once. */
  decorative?: boolean;
  className?: string;
}

const SMALL = 48;
/** The address of a picture for `size` CSS pixels: of the small one where that is enough. */
export const avatarAddress = (url: string, size: number): string =>
  size <= SMALL ? url.replace(/\/512\.webp(?=$|\?)/, '/96.webp') : url;
const initial = (name: string): string => ([...name.trim()][0] ?? '?').toUpperCase();

/** The field and the letter of a picture that is drawn from the name; a member's other drawings have the same. */
export interface AvatarColours {
  readonly field: string;
  readonly ink: string;
}

export function avatarColoursOf(name: string): AvatarColours {
  const [field, , accent] = patchColoursOf(hash(name));
  return { field, ink: field === '#F0532B' ? '#2C1838' : accent === '#FFBC3B' ? '#FFF3E6' : accent };
}

/**
 * A member's picture, or the initial on colours drawn from the name. The size is an attribute, because the content
 * security policy forbids inline styles.
 */
export function Avatar({ name, url, size = 36, decorative = false, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const frame = cx('shrink-0 rounded-full ring-2 ring-card select-none', className);
  if (url && url !== broken)
    return (
      <img
        src={avatarAddress(url, size)}
        width={size}
        height={size}
        alt={decorative ? '' : name}
        onError={() => setBroken(url)}
        className={cx(frame, 'aspect-square object-cover')}
      />
    );
  const { field, ink } = avatarColoursOf(name);
  const aria = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span className={cx(frame, 'inline-block align-middle')} {...aria}>
      <svg viewBox="0 0 100 100" width={size} height={size} aria-hidden="true" className="block">
        <circle cx="50" cy="50" r="50" fill={field} />
        <text x="50" y="65" textAnchor="middle" fontSize="42" className="font-display font-bold" fill={ink}>
          {initial(name)}
        </text>
      </svg>
    </span>
  );
}
