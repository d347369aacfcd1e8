import type { ReactNode } from 'react';
import type { ReactionType } from '#domain/reactions.ts';

const face = <circle cx="16" cy="16" r="14" fill="#FFBC3B" />;
const line = { fill: 'none', stroke: '#2C1838', strokeWidth: 2.6, strokeLinecap: 'round' } as const;

const art: Record<ReactionType, ReactNode> = {
  love: (
    <path
      d="M16 28C4 20 2 14 4 9.500 6.500 4.500 13 4 16 10c3-6 9.500-5.500 12-.5 2 4.500 0 10.500-12 18.500Z"
      fill="#E0406F"
    />
  ),
  support: (
    <path
      d="M5 27c-2-6 0-12 2-17l1-4c.5-2 2-3 4-3h3c2 0 3 1.500 2.500 3.200-.4 1.600-1.600 2.300-3.500 2.300l-1 .2c-.4 2.800-.6 5 0 7.500 4-4 11-4.500 14.500 0 2.500 3.500 1.500 8-2 10.300-5 3.200-14 3.500-20.500.5Z"
      fill="#F2A65A"
      stroke="#8A4B32"
      strokeWidth="1.6"
      strokeLinejoin="round"
    />
  ),
  laugh: (
    <>
      {face}
      <path d="m8.500 12 3-2 3 2M17.500 12l3-2 3 2" {...line} strokeLinejoin="round" />
      <path d="M8.500 17h15q-1 8-7.500 8t-7.500-8Z" fill="#2C1838" />
    </>
  ),
  cry: (
    <>
      {face}
      <path d="M11 12.500v1M21 12.500v1M11.500 23q4.500-4.500 9 0" {...line} />
      <path d="M22 16c3.500 4.500 4 6 4 7.500a3.500 3.500 0 0 1-7 0c0-1.500 1-3.500 3-7.500Z" fill="#4E9BDB" />
    </>
  ),
  wow: (
    <>
      {face}
      <circle cx="11" cy="13" r="1.9" fill="#2C1838" />
      <circle cx="21" cy="13" r="1.9" fill="#2C1838" />
      <ellipse cx="16" cy="22" rx="3.6" ry="4.4" fill="#2C1838" />
    </>
  ),
};

const outline = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2.2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
const ring = <circle cx="16" cy="16" r="12.5" />;

const outlines: Record<ReactionType, ReactNode> = {
  love: <path d="M16 27C5 20 3 14 5 10c2.500-4.500 8-4.500 11 1 3-5.500 8.500-5.500 11-1 2 4 0 10-11 17Z" />,
  support: (
    <path d="M6 26c-2-6 0-12 2-17 .6-3 2-4 5-4h2.500c2 0 3 1.500 2.500 3.200-.4 1.600-1.600 2.300-4.500 2.500-.4 2.800-.6 5 0 7.500 4-4 11-4.500 14.500 0 2.500 3.500 1.500 7-2 9.300-5 3.200-14 3-20-1.500Z" />
  ),
  laugh: (
    <>
      {ring}
      <path d="M10 12.500l2-1.500 2 1.500M18 12.500l2-1.500 2 1.500M10 18h12q-1 5.500-6 5.500T10 18Z" />
    </>
  ),
  cry: (
    <>
      {ring}
      <path d="M11.500 13v.5M20.500 13v.5M12 22q4-3.500 8 0M22 17v3" />
    </>
  ),
  wow: (
    <>
      {ring}
      <path d="M11.500 13v.5M20.500 13v.5" />
      <ellipse cx="16" cy="20.5" rx="2.6" ry="3.2" />
    </>
  ),
};

interface ReactionArtProps {
  type: ReactionType;
  /** Whether nobody has given it, so it is drawn in the text's color. */
  outlined?: boolean;
  className?: string | undefined;
}

/** Draws the five reactions, which look the same on every system. The API sends emoji. */
export function ReactionArt({ type, outlined = false, className }: ReactionArtProps) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className} {...(outlined && outline)}>
      {outlined ? outlines[type] : art[type]}
    </svg>
  );
}
