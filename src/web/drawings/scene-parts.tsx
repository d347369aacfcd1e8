import { useId } from 'react';
import { AMBER, EMBER, logsAt, type Shape } from '#domain/fire-paths.ts';
import type { SeatPosition } from '#domain/fire-scene.ts';

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
        <stop offset=".45" stopColor={EMBER} stopOpacity=".26" />
        <stop offset="1" stopColor={EMBER} stopOpacity="0" />
      </radialGradient>
    </defs>
  );
}

export const Shapes = ({ of }: { of: readonly Shape[] }) =>
  of.map(({ d, fill = 'none', stroke, width, dashes, opacity }) => (
    <path
      key={d}
      d={d}
      fill={fill}
      stroke={stroke}
      strokeWidth={width}
      strokeDasharray={dashes?.join(' ')}
      strokeLinecap={stroke ? 'round' : undefined}
      opacity={opacity}
    />
  ));

export const Logs = ({ positions }: { positions: readonly SeatPosition[] }) => <Shapes of={logsAt(positions)} />;
