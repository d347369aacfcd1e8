import { useState } from 'react';
import { type Seat, starsOf } from '#domain/fire-scene.ts';
import { useT } from '#platform/web/lib/language.ts';
import { AMBER } from './scene-parts.tsx';

const sparkle = (x: number, y: number, r: number): string =>
  `M${x} ${y - r}q${r * 0.14} ${r * 0.86} ${r} ${r}q${-r * 0.86} ${r * 0.14} ${-r} ${r}q${-r * 0.14} ${-r * 0.86} ${-r} ${-r}q${r * 0.86} ${-r * 0.14} ${r} ${-r}Z`;
const FEW_STARS: readonly (readonly [x: number, y: number, r: number])[] = [
  [66, 64, 8],
  [148, 30, 6],
  [252, 56, 7],
  [352, 26, 9],
  [438, 70, 6],
];

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
  const stars = starsOf(seats);
  const [wasAll] = useState(all);
  return (
    <>
      {all ? (
        <g fill="none" strokeLinecap="round" className={wasAll ? undefined : 'unroll'}>
          <path
            d={`M${stars.map(([x, y]) => `${x} ${y}`).join(' ')}`}
            stroke={AMBER}
            strokeOpacity=".65"
            strokeWidth="2"
            strokeDasharray="7 7"
          />
          <path d={stars.map(([x, y], at) => sparkle(x, y, at % 2 ? 11 : 14)).join('')} fill={AMBER} />
        </g>
      ) : (
        <path d={FEW_STARS.map((star) => sparkle(...star)).join('')} fill={AMBER} fillOpacity=".7" />
      )}
      {more.count > 0 ? (
        <g textAnchor="middle" className="font-display font-extrabold" fill="#2C1838">
          <circle cx="510" cy="44" r="33" fill="#FFE7C7" />
          <text x="510" y="44" fontSize="25">{`+${more.count}`}</text>
          <text x="510" y="63" fontSize="16">
            {t('app.fire.more_in', { count: more.is_in })}
          </text>
        </g>
      ) : (
        !all && <path d="M502 20a24 24 0 1 0 22 34 20 20 0 0 1-22-34Z" fill="#FFE7C7" />
      )}
    </>
  );
}
