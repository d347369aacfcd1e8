import { dusk, figureOf, HEAD } from '#domain/doll.ts';
import { CREAM, FIGURE, FREE_SEAT, INK } from '#domain/fire-paths.ts';
import type { Look } from '#domain/looks.ts';
import { avatarAddress } from './avatar-address.ts';
import { type SceneIds, Shapes } from './scene-parts.tsx';

interface DollProps {
  look: Look;
  /** The letter on the button. An anonymous doll has none. */
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
      <path d={FIGURE.arm} fill="none" stroke={field} strokeWidth="16" strokeLinecap="round" />
      {/* The head, and the hand in front of the arm, in one path. */}
      <path d={`${HEAD}${FIGURE.hand}`} fill={head} />
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
          <path d={FIGURE.face} fill="none" stroke={INK} strokeWidth="3.8" strokeLinecap="round" />
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
      {warm && <path d={FIGURE.light} fill="none" stroke={FIGURE.lightColor} strokeWidth="3" strokeLinecap="round" />}
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
export const EmptySeat = () => <Shapes of={FREE_SEAT} />;
