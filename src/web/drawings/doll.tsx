import { dusk, figureOf, HEAD } from '#domain/doll.ts';
import type { Look } from '#domain/looks.ts';
import { avatarAddress } from './avatar-address.ts';
import { CREAM, type SceneIds } from './scene-parts.tsx';

const INK = '#2C1838';

interface DollProps {
  look: Look;
  /** The letter on the button; empty for an anonymous doll. */
  letter: string;
  picture: string | null;
  /** Whether it looks to the left. Its parent is then mirrored, so asymmetric parts are mirrored back. */
  mirrored: boolean;
  warm: boolean;
  ids: SceneIds;
}

/**
 * A person made of felt. Nothing in it represents skin, hair or sex. 10 nodes; 11 with the fire's light and a letter.
 */
export function Doll({ look, letter, picture, mirrored, warm, ids }: DollProps) {
  const { body, field, thread, head, hat, hatFill, stitching } = figureOf(look);
  const back = mirrored ? 'scale(-1 1)' : undefined;
  return (
    <>
      <path d={body} fill={field} stroke={CREAM} strokeOpacity=".4" strokeWidth="2.5" strokeLinejoin="round" />
      <path
        d={stitching.d}
        fill="none"
        stroke={thread}
        strokeOpacity={stitching.opacity}
        strokeWidth={stitching.width}
        strokeDasharray={stitching.dashes}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {warm && <path d={body} fill={`url(#${ids.warm})`} />}
      <path d="M20-46q20 6 27-12" fill="none" stroke={field} strokeWidth="16" strokeLinecap="round" />
      {/* The head, and the hand in front of the arm, in one path. */}
      <path d={`${HEAD}M39-62a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z`} fill={head} />
      {picture ? (
        <image
          transform={`translate(0 -98)${back ? ` ${back}` : ''}`}
          href={avatarAddress(picture, 48)}
          x="-25"
          y="-25"
          width="50"
          height="50"
          clipPath={`url(#${ids.clip})`}
          preserveAspectRatio="xMidYMid slice"
        />
      ) : (
        <>
          <path transform="translate(0 -98)" d={hat} fill={hatFill} stroke={field} strokeOpacity=".5" />
          <path d="M1-96v3m15-3v3M4-85.5q5 5 9 0" fill="none" stroke={INK} strokeWidth="3.8" strokeLinecap="round" />
        </>
      )}
      {letter && !picture && (
        <>
          <circle
            cx="-4"
            cy="-36"
            r="14"
            fill={CREAM}
            stroke={INK}
            strokeOpacity=".55"
            strokeWidth="1.5"
            strokeDasharray="3.2 2.7"
          />
          <text
            x={mirrored ? 4 : -4}
            y="-29.5"
            transform={back}
            textAnchor="middle"
            fontSize="19"
            className="font-display font-extrabold"
            fill={INK}
          >
            {letter}
          </text>
        </>
      )}
      {warm && (
        <path d="M11-122.5a27 27 0 0 1 0 49" fill="none" stroke="#FFE3A3" strokeWidth="3" strokeLinecap="round" />
      )}
    </>
  );
}

/** The doll of someone who has not checked in: dark, eyes closed, with a dashed seam. 4 nodes. */
export function SleepingDoll({ look }: { look: Look }) {
  const { body, field, hat, hatFill, head } = figureOf(look);
  const line = { stroke: head, strokeWidth: 2.5, strokeDasharray: '7 7', strokeLinecap: 'round' } as const;
  return (
    <>
      <path d={body} fill={dusk(field, 0.34)} {...line} strokeOpacity=".8" />
      <path d={HEAD} fill={dusk(head, 0.26)} {...line} strokeOpacity=".8" />
      <path transform="translate(0 -98)" d={hat} fill={dusk(hatFill, 0.7)} />
      <path
        d="M-3-94q4 4 8 0m7 0q4 4 8 0M5-85q3.5 3 7 0"
        fill="none"
        stroke={head}
        strokeWidth="3.2"
        strokeLinecap="round"
      />
    </>
  );
}

/** A free seat: a folded blanket on the log and a hot cup. 5 nodes. */
export const EmptySeat = () => (
  <>
    <path d="M-44-10h52a9 9 0 0 0 0-18h-52a9 9 0 0 0 0 18Zm4-18h44a8 8 0 0 0 0-16h-44a8 8 0 0 0 0 16Z" fill="#F29BB2" />
    <path d="M-42-28h46" stroke="#8E1746" strokeOpacity=".5" strokeWidth="2" />
    <path d="M-30-10v-34M-4-10v-34" stroke="#A51C52" strokeWidth="5" />
    <path
      d="M45-27h3a7 7 0 0 1 0 14h-3M30-40q-4-5 1-9m9 9q-4-5 1-9"
      fill="none"
      stroke={CREAM}
      strokeWidth="3.5"
      strokeLinecap="round"
    />
    <path d="M25-33h22v17a7 7 0 0 1-7 7h-8a7 7 0 0 1-7-7Z" fill={CREAM} />
  </>
);
