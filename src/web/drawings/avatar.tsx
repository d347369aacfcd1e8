import { useState } from 'react';
import type { Look } from '#domain/looks.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { avatarAddress } from './avatar-address.ts';
import { Face } from './face.tsx';

interface AvatarProps {
  name: string;
  look: Look;
  /** The address of the 512 px picture, `…/512.webp`; small sizes use its 96 px version. */
  url?: string | null | undefined;
  size?: number;
  /** True if the name appears next to it, so screen readers read it only once. */
  decorative?: boolean;
  className?: string;
}

/**
 * A member's picture, or the doll's face.
 *
 * The size is an attribute, because the content security policy forbids inline styles.
 */
export function Avatar({ name, look, url, size = 36, decorative = false, className }: AvatarProps) {
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
  const aria = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span className={cx(frame, 'inline-block align-middle')} {...aria}>
      <Face look={look} name={name} size={size} />
    </span>
  );
}
