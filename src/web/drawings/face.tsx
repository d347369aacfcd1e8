import { useId } from 'react';
import { figureOf, letterOf } from '#domain/doll.ts';
import { CREAM, INK } from '#domain/fire-paths.ts';
import type { Look } from '#domain/looks.ts';

/** In px. Smaller faces would be unrecognizable. */
const SMALLEST_FACE = 24;

/** The cloth behind a face, in a box of 100. */
const GROUNDS = {
  stripes: 'M-5 12h110M-5 34h110M-5 56h110M-5 78h110M-5 98h110',
  dots: 'M12 16h.1M36 8h.1M64 8h.1M88 16h.1M8 42h.1M92 42h.1M10 68h.1M90 68h.1M26 88h.1M74 88h.1M50 96h.1',
  zigzag:
    'M-4 22l13-9 13 9 13-9 13 9 13-9 13 9 13-9 13 9 13-9M-4 54l13-9 13 9 13-9 13 9 13-9 13 9 13-9 13 9 13-9M-4 90l13-9 13 9 13-9 13 9 13-9 13 9 13-9 13 9 13-9',
} as const;

/** The face of someone without a photo: the doll's head on its cloth. Small ones show only the letter. */
export function Face({ look, name, size }: { look: Look; name: string; size: number }) {
  const { field, thread, head, hat, hatFill, pattern } = figureOf(look);
  const clip = useId();
  const small = size < SMALLEST_FACE;
  return (
    <svg viewBox="0 0 100 100" width={size} height={size} aria-hidden="true" className="block">
      <clipPath id={clip}>
        <circle cx="50" cy="50" r="50" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path d="M0 0h100v100H0Z" fill={field} />
        {pattern !== 'plain' && (
          <path
            d={GROUNDS[pattern]}
            fill="none"
            stroke={thread}
            strokeOpacity=".85"
            strokeWidth={pattern === 'dots' ? 9 : 6}
            strokeLinecap="round"
          />
        )}
        {small ? (
          <>
            <circle cx="50" cy="50" r="31" fill={CREAM} />
            <text x="50" y="65" textAnchor="middle" fontSize="42" className="font-display font-bold" fill={INK}>
              {letterOf(name)}
            </text>
          </>
        ) : (
          <g transform="translate(47 60) scale(1.08)">
            <path d="M-27 0a27 27 0 1 0 54 0a27 27 0 1 0-54 0Z" fill={head} />
            <path d={hat} fill={hatFill} stroke={field} strokeOpacity=".5" />
            <path d="M1 2v3m15-3v3M4 12.5q5 5 9 0" fill="none" stroke={INK} strokeWidth="4" strokeLinecap="round" />
          </g>
        )}
      </g>
    </svg>
  );
}
