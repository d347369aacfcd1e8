import { useId } from 'react';
import type { SeatPosition } from '#domain/fire-scene.ts';

export const CREAM = '#FFF3E6';
export const AMBER = '#FFBC3B';
export const LOG = '#7A4326';

const capsule = (x: number, y: number, half: number, r: number): string =>
  `M${x - half + r} ${y - r}H${x + half - r}a${r} ${r} 0 0 1 0 ${2 * r}H${x - half + r}a${r} ${r} 0 0 1 0 ${-2 * r}Z`;

/** The IDs of a picture's definitions; a page can contain several pictures. */
export interface SceneIds {
  clip: string;
  warm: string;
  glow: string;
}

export function useSceneIds(): SceneIds {
  const id = useId();
  return { clip: `${id}c`, warm: `${id}w`, glow: `${id}g` };
}

/** The circle that clips members' pictures, the light on a figure's side, and the glow on the ground. */
export function SceneDefs({ clip, warm, glow }: SceneIds) {
  return (
    <defs>
      <clipPath id={clip}>
        <circle r="25" />
      </clipPath>
      <linearGradient id={warm}>
        <stop offset=".4" stopColor={AMBER} stopOpacity="0" />
        <stop offset="1" stopColor="#FFD98F" stopOpacity=".6" />
      </linearGradient>
      <radialGradient id={glow}>
        <stop stopColor={AMBER} stopOpacity=".62" />
        <stop offset=".45" stopColor="#F0532B" stopOpacity=".26" />
        <stop offset="1" stopColor="#F0532B" stopOpacity="0" />
      </radialGradient>
    </defs>
  );
}

export function Logs({ positions }: { positions: readonly SeatPosition[] }) {
  return (
    <>
      <path d={positions.map(([x, y, k]) => capsule(x, y, 64 * k, 9.5 * k)).join('')} fill={LOG} />
      <path d={positions.map(([x, y, k]) => capsule(x + 54 * k, y, 6.5 * k, 6.5 * k)).join('')} fill="#C98A5E" />
    </>
  );
}
