import type { MissionPreview } from '#contract/missions-join.ts';
import { strangerLook } from '#domain/looks.ts';
import { Doll, EmptySeat } from '#web/drawings/doll.tsx';
import { SceneFire } from '#web/drawings/scene-fire.tsx';
import { Logs, SceneDefs, useSceneIds } from '#web/drawings/scene-parts.tsx';

/* Horizontal positions on each side of the fire, by the number of people. */
const PLACES: Readonly<Record<number, readonly number[]>> = { 1: [116], 2: [60, 138], 3: [38, 98, 158] };

/** Shows members as anonymous felt figures around the fire, with a free place for the invited person. */
export function PreviewFire({ faces }: Pick<MissionPreview, 'faces'>) {
  const ids = useSceneIds();
  const people = [...faces, null];
  const onLeft = Math.ceil(people.length / 2);
  const onRight = people.length - onLeft;
  const scale = people.length > 4 ? 0.64 : 0.84;
  const seats = people.map((face, at) => ({
    face,
    at,
    x: at < onLeft ? PLACES[onLeft]![at]! : 420 - PLACES[onRight]![onRight - 1 - (at - onLeft)]!,
  }));
  return (
    <svg viewBox="0 0 420 172" aria-hidden="true" className="block w-full">
      <SceneDefs {...ids} />
      <path d="M0 126q110-50 210-18t210-24v88H0Z" fill="#5F3470" />
      <path d="M0 146Q210 104 420 146v26H0Z" fill="#236B54" />
      <ellipse cx="210" cy="130" rx="190" ry="70" fill={`url(#${ids.glow})`} />
      <Logs positions={seats.map(({ x }) => [x, 152, scale])} />
      {seats.map(({ face, at, x }) => (
        <g key={x} transform={`translate(${x} 152) scale(${x > 210 ? -scale : scale} ${scale})`}>
          {face ? (
            <Doll
              look={strangerLook(at, face.colour)}
              letter=""
              picture={face.avatar_url}
              mirrored={x > 210}
              warm
              ids={ids}
            />
          ) : (
            <EmptySeat />
          )}
        </g>
      ))}
      <g transform="translate(53 -31) scale(.56)">
        <SceneFire share={1} />
      </g>
    </svg>
  );
}
