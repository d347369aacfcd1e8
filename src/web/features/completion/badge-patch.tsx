import type { ReactNode } from 'react';
import { STAR_PATH } from '#web/drawings/star.tsx';

const RAYS = [0, 45, 90, 135, 180, 225, 270, 315];
const CREAM = '#FFE7C7';
const GOLD = '#FFBC3B';
const MINT = '#8FD3B0';

interface Motif {
  field: string;
  art: ReactNode;
}

const star = (field: string, fill: string): Motif => ({
  field,
  art: <path d={STAR_PATH} fill={fill} transform="translate(24 25) scale(1.08)" />,
});

/** Keyed by the badge's icon, which is the same in every language. */
const MOTIFS: Readonly<Record<string, Motif>> = {
  '🏆': {
    field: '#5B2A73',
    art: (
      <>
        <circle cx="50" cy="50" r="13" fill={GOLD} />
        {RAYS.map((turn) => (
          <path key={turn} d="M50 31v-8" stroke={GOLD} strokeWidth="5" transform={`rotate(${turn} 50 50)`} />
        ))}
      </>
    ),
  },
  '🔥': {
    field: '#0F6B57',
    art: (
      <>
        <circle cx="50" cy="50" r="22" fill={MINT} />
        <path d="m39 51 8 8 15-17" stroke="#0F6B57" strokeWidth="7" />
      </>
    ),
  },
  '⚡': {
    // Lighter than the usual night color, which has no visible edge on a dark card.
    field: '#4A2A5C',
    art: (
      <g transform="translate(27 20) scale(.96)">
        <path
          d="M25 2c4 15 21 22 21 39 0 11-9 18-22 18S2 51 2 40C2 31 8 25 13 20c1 6 4 9 8 11C23 20 20 12 25 2Z"
          fill="#F0532B"
        />
        <path d="M25 31c2 8 10 11 10 19 0 5-5 9-11 9s-11-4-11-9c0-5 3-8 6-11 1 3 2 4 4 5 1-5 0-8 2-13Z" fill={GOLD} />
      </g>
    ),
  },
  '🎯': {
    field: '#2C6FA8',
    art: (
      <>
        <path d="M20 72 40 42l11 14 9-11 20 27Z" fill="#DDF0FF" />
        <path d="M40 42V24l14 5-14 6" fill={GOLD} stroke={GOLD} strokeWidth="3" strokeLinecap="butt" />
      </>
    ),
  },
  '🥇': {
    field: '#B84A00',
    art: (
      <>
        <path d={STAR_PATH} fill={GOLD} transform="translate(24 29) scale(1.08)" />
        <path d="M37 27V16l7 5 6-8 6 8 7-5v11Z" fill={CREAM} stroke={CREAM} strokeWidth="3" />
      </>
    ),
  },
  '🥈': star('#64506B', '#E4DFEC'),
  '🥉': star('#5A3322', '#E0A071'),
  '📖': {
    field: '#B3225B',
    art: (
      <>
        <path d="M50 36c-8-6-18-7-26-5v35c8-2 18-1 26 5 8-6 18-7 26-5V31c-8-2-18-1-26 5Z" fill={CREAM} />
        <path
          d="M50 36v35M31 41q7-1 12 2M31 51q7-1 12 2M57 43q5-3 12-2M57 53q5-3 12-2"
          stroke="#B3225B"
          strokeWidth="2.6"
        />
      </>
    ),
  },
  '📣': {
    field: '#1F6F8B',
    art: (
      <>
        <path
          d="M24 46h13l24-16c2-1 4 0 4 2v38c0 2-2 3-4 2L37 58H24c-2 0-3-1-3-3v-6c0-2 1-3 3-3Z"
          fill={CREAM}
          stroke={CREAM}
          strokeWidth="2"
        />
        <path d="m32 59 4 15h8l-5-14Z" fill={GOLD} stroke={GOLD} strokeWidth="2" />
        <path d="M72 51h8M71 39l6-5M71 63l6 5" stroke="#FF9FB8" strokeWidth="5" />
      </>
    ),
  },
  '🌱': {
    field: '#2B5A3C',
    art: (
      <>
        <path d="M24 74q26-14 52 0Z" fill="#B0703C" stroke="#B0703C" strokeWidth="3" />
        <path d="M50 68V42" stroke={CREAM} strokeWidth="5" />
        <path d="M50 50C36 52 28 44 27 32c13-1 22 5 23 18Z" fill={MINT} />
        <path d="M50 43c0-13 8-20 22-20 0 13-8 21-22 20Z" fill={GOLD} />
      </>
    ),
  },
  '🏁': {
    field: '#C7511F',
    art: (
      <>
        <circle cx="32" cy="44" r="9" fill={CREAM} />
        <circle cx="68" cy="44" r="9" fill={MINT} />
        <circle cx="50" cy="38" r="11" fill={GOLD} />
        <path d="M17 72q0-17 15-17 9 0 12 5M83 72q0-17-15-17-9 0-12 5" stroke={CREAM} strokeWidth="6" />
        <path d="M32 74q0-22 18-22t18 22Z" fill={GOLD} />
      </>
    ),
  },
};

/** For badges that only a newer server has. */
const PLAIN = star('#5B2A73', CREAM);

/** An earned badge. Its six sides distinguish it from a mission's round patch. */
export function BadgePatch({ icon }: { icon: string }) {
  const { field, art } = MOTIFS[icon] ?? PLAIN;
  return (
    <svg
      width="84"
      height="84"
      viewBox="0 0 100 100"
      aria-hidden="true"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0 drop-shadow-sm"
    >
      <path d="M50 9 85 29v42L50 91 15 71V29Z" fill={field} stroke={field} strokeWidth="12" />
      {art}
      <path
        d="M50 10 84 29.5v41L50 90 16 70.5v-41Z"
        stroke="#fff"
        strokeOpacity=".6"
        strokeWidth="1.8"
        strokeDasharray="4.5 3.5"
      />
    </svg>
  );
}
