import { useState } from 'react';
import { CRESCENT, constellation, FULL_MOON, INK, MOON, stars } from '#domain/fire-paths.ts';
import { type Seat, starsOf } from '#domain/fire-scene.ts';
import { useT } from '#platform/web/lib/language.ts';
import { Shapes } from './scene-parts.tsx';

/** The sky: a constellation when all members are in, otherwise a few stars; the moon shows `+N`. */
export function Sky({
  seats,
  all,
  more,
}: {
  seats: readonly Seat[];
  all: boolean;
  more: { count: number; is_in: number };
}) {
  const t = useT();
  const [wasAll] = useState(all);
  return (
    <>
      {all ? (
        <g className={wasAll ? undefined : 'unroll'}>
          <Shapes of={constellation(starsOf(seats))} />
        </g>
      ) : (
        <Shapes of={[stars()]} />
      )}
      {more.count > 0 ? (
        <g textAnchor="middle" className="font-display font-extrabold" fill={INK}>
          <circle cx={FULL_MOON.x} cy={FULL_MOON.y} r={FULL_MOON.r} fill={MOON} />
          <text x={FULL_MOON.x} y={FULL_MOON.y} fontSize="25">{`+${more.count}`}</text>
          <text x={FULL_MOON.x} y={FULL_MOON.y + 19} fontSize="16">
            {t('app.fire.more_in', { count: more.is_in })}
          </text>
        </g>
      ) : (
        !all && <Shapes of={[CRESCENT]} />
      )}
    </>
  );
}
