import { useId } from 'react';
import { figureOf, GHOST, type Look, type SeatPosition } from '#domain/fire-scene.ts';
import { avatarAddress } from './avatar.tsx';

export const CREAM = '#FFF3E6';
export const AMBER = '#FFBC3B';
export const LOG = '#7A4326';

const capsule = (x: number, y: number, half: number, r: number): string =>
  `M${x - half + r} ${y - r}H${x + half - r}a${r} ${r} 0 0 1 0 ${2 * r}H${x - half + r}a${r} ${r} 0 0 1 0 ${-2 * r}Z`;

/** The ids of a picture's definitions; several pictures may stand on one page. */
export interface SceneIds {
  clip: string;
  warm: string;
  glow: string;
}

export function useSceneIds(): SceneIds {
  const id = useId();
  return { clip: `${id}c`, warm: `${id}w`, glow: `${id}g` };
}

/** The circle that cuts pictures of members, the light on a figure's side, and the glow on the ground. */
export function SceneDefs({ clip, warm, glow }: SceneIds) {
  return (
    <defs>
      <clipPath id={clip}>
        <circle r="25" />
      </clipPath>
      <linearGradient id={warm}>
        <stop offset=".35" stopColor={AMBER} stopOpacity="0" />
        <stop offset="1" stopColor="#FFD98F" stopOpacity=".72" />
      </linearGradient>
      <radialGradient id={glow}>
        <stop stopColor={AMBER} stopOpacity=".62" />
        <stop offset=".45" stopColor="#F0532B" stopOpacity=".26" />
        <stop offset="1" stopColor="#F0532B" stopOpacity="0" />
      </radialGradient>
    </defs>
  );
}

interface FireFigureProps {
  look: Look;
  /** On the chest; empty where nobody may know it. */
  initial: string;
  picture: string | null;
  /** Whether it looks to the left; its parent then is mirrored, so what has a side is mirrored back. */
  mirrored: boolean;
  /** False without the fire's light on it. */
  warm: boolean;
  ids: SceneIds;
}

/** Somebody made of felt. Nothing in it stands for skin, hair or sex. */
export function FireFigure({ look, initial, picture, mirrored, warm, ids }: FireFigureProps) {
  const { body, seam, hat, field, head, hatFill, ink } = figureOf(look);
  const back = mirrored ? 'scale(-1 1)' : undefined;
  return (
    <>
      <path d="M18-44q19 6 27-13" fill="none" stroke={field} strokeWidth="17" strokeLinecap="round" />
      <path d={body} fill={field} stroke={CREAM} strokeOpacity=".35" strokeWidth="2.5" strokeLinejoin="round" />
      {warm && <path d={body} fill={`url(#${ids.warm})`} />}
      <path d={seam} fill="none" stroke="#fff" strokeOpacity=".6" strokeWidth="2" strokeDasharray="5 4.5" />
      <circle cx="46" cy="-60" r="9" fill={head} />
      {picture ? (
        <>
          <circle cy="-98" r="27" fill={field} stroke={CREAM} strokeOpacity=".8" strokeWidth="2.5" />
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
        </>
      ) : (
        <>
          <circle cy="-98" r="27" fill={head} />
          <path transform="translate(0 -98)" d={hat} fill={hatFill} stroke={field} strokeOpacity=".5" />
          <path
            d="M1-96v3m15-3v3M4-85.5q5 5 9 0"
            fill="none"
            stroke="#2C1838"
            strokeWidth="3.8"
            strokeLinecap="round"
          />
          {initial && (
            <text
              x={mirrored ? 3 : -3}
              y="-30"
              transform={back}
              textAnchor="middle"
              fontSize="25"
              className="font-display font-extrabold"
              fill={ink}
            >
              {initial}
            </text>
          )}
        </>
      )}
      {warm && (
        <path d="M11-122.5a27 27 0 0 1 0 49" fill="none" stroke="#FFE3A3" strokeWidth="3" strokeLinecap="round" />
      )}
    </>
  );
}

/** A place that is not taken yet. `plus` invites somebody to it. */
export function Ghost({ plus = false }: { plus?: boolean }) {
  return (
    <>
      <path
        d={GHOST}
        fill="#4A2A5C"
        fillOpacity=".95"
        stroke={CREAM}
        strokeOpacity=".7"
        strokeWidth="2.5"
        strokeDasharray="7 7"
        strokeLinecap="round"
      />
      {plus && <path d="M0-58v24m-12-12h24" stroke={AMBER} strokeWidth="5" strokeLinecap="round" />}
    </>
  );
}

/** The logs of these places, in two paths. */
export function Logs({ positions }: { positions: readonly SeatPosition[] }) {
  return (
    <>
      <path d={positions.map(([x, y, k]) => capsule(x, y, 64 * k, 9.5 * k)).join('')} fill={LOG} />
      <path d={positions.map(([x, y, k]) => capsule(x + 54 * k, y, 6.5 * k, 6.5 * k)).join('')} fill="#C98A5E" />
    </>
  );
}
