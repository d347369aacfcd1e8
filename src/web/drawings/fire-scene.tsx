import { useState } from 'react';
import { letterOf } from '#domain/doll.ts';
import { CREAM, GLOW, GROUND, glowScale } from '#domain/fire-paths.ts';
import {
  EMPTY_SEAT,
  LABEL_SIZE,
  type Label,
  labelsOf,
  type SceneMember,
  type Seat,
  type SeatPosition,
  seatsOf,
} from '#domain/fire-scene.ts';
import type { Look } from '#domain/looks.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { listOf } from '#platform/web/lib/list.ts';
import { Doll, EmptySeat, SleepingDoll } from './doll.tsx';
import { SceneFire } from './scene-fire.tsx';
import { Logs, SceneDefs, type SceneIds, Shapes, useSceneIds } from './scene-parts.tsx';
import { Sky } from './scene-sky.tsx';

/** Hills and ground, wider than the picture, with the fire's glow. */
const Ground = ({ share, ids }: { share: number; ids: SceneIds }) => (
  <>
    <Shapes of={GROUND} />
    {share > 0 && (
      <ellipse
        rx={GLOW.rx}
        ry={GLOW.ry}
        fill={`url(#${ids.glow})`}
        className="transition-transform duration-600 ease-out"
        style={{ transform: `translate(${GLOW.x}px, ${GLOW.y}px) scale(${glowScale(share)})` }}
      />
    )}
  </>
);

const Labels = ({ labels, freeSeat }: { labels: readonly Label[]; freeSeat: string | null }) => (
  <g textAnchor="middle" fontSize={LABEL_SIZE} className="font-sans font-bold" fill={CREAM}>
    {labels.map(({ user_id, text, x, y, is_own }) => (
      <text key={user_id} x={x} y={y} fill={is_own ? '#FFD98F' : undefined}>
        {text}
      </text>
    ))}
    {freeSeat && (
      <text x={EMPTY_SEAT[0]} y={EMPTY_SEAT[1] + 29}>
        {freeSeat}
      </text>
    )}
  </g>
);

interface SittingProps {
  seat: Seat;
  look: Look;
  picture: string | null;
  /** Whether they arrived while the picture was visible. They are then filled from the hem up. */
  isNew: boolean;
  ids: SceneIds;
}

/** The person at a seat. Never put an animated class on the element whose attribute positions it. */
function Sitting({ seat: { user_id, name, x, y, scale, state }, look, picture, isNew, ids }: SittingProps) {
  const mirrored = x > 280;
  return (
    <g
      transform={`translate(${x} ${y}) scale(${mirrored ? -scale : scale} ${scale})`}
      data-seat={state}
      data-user={user_id}
    >
      {state === 'out' ? (
        <SleepingDoll look={look} />
      ) : (
        <g className={cx(isNew && 'fill-up')}>
          <Doll
            look={look}
            letter={letterOf(name)}
            picture={picture}
            mirrored={mirrored}
            warm={state === 'in'}
            ids={ids}
          />
        </g>
      )}
    </g>
  );
}

function sceneText(t: ScreenTranslate, seats: readonly Seat[], more: number, meId: string): string {
  const named = (state: Seat['state']) => {
    const names = seats
      .filter((seat) => seat.state === state)
      .map(({ user_id, name }) => (user_id === meId ? t('app.common.you') : name));
    return { any: names.length > 0 ? 'yes' : 'no', names: listOf(t, names) };
  };
  const [inside, out, free] = [named('in'), named('out'), named('free')];
  return t('app.fire.scene', {
    any_in: inside.any,
    in_names: inside.names,
    any_out: out.any,
    out_names: out.names,
    any_free: free.any,
    free_names: free.names,
    any_more: more > 0 ? 'yes' : 'no',
    more,
  });
}

interface FireSceneProps {
  /** In the order of joining. */
  members: readonly SceneMember[];
  meId: string;
  /** Whether everyone is in, so nobody else can arrive today. */
  all: boolean;
  className?: string;
}

/** The mission's people around its fire (docs/rules.md#members). */
export function FireScene({ members, meId, all, className }: FireSceneProps) {
  const t = useT();
  const ids = useSceneIds();
  const { seats, more } = seatsOf(members, meId);
  const [inAtFirst] = useState(() => new Set(members.filter(({ is_in }) => is_in).map(({ user_id }) => user_id)));
  const inside = members.filter(({ is_in }) => is_in).length;
  const out = members.filter(({ is_in, is_due }) => !is_in && is_due).length;
  const share = inside / Math.max(inside + out, 1);
  const alone = members.length === 1;
  const positions = [...seats.map(({ x, y, scale }): SeatPosition => [x, y, scale]), ...(alone ? [EMPTY_SEAT] : [])];
  return (
    <svg
      viewBox="0 0 560 380"
      role="img"
      aria-label={sceneText(t, seats, more.count, meId)}
      data-scene="fire"
      className={cx('block', className)}
      preserveAspectRatio="xMidYMax meet"
    >
      <SceneDefs {...ids} />
      <Sky seats={seats} all={all} more={more} />
      <Ground share={share} ids={ids} />
      <Logs positions={positions} />
      {[...seats]
        .sort((a, b) => a.y - b.y)
        .map((seat) => {
          const { look, avatar_url } = members.find(({ user_id }) => user_id === seat.user_id)!;
          return (
            <Sitting
              key={`${seat.user_id} ${seat.state}`}
              seat={seat}
              look={look}
              picture={avatar_url}
              isNew={seat.state === 'in' && !inAtFirst.has(seat.user_id)}
              ids={ids}
            />
          );
        })}
      {alone && (
        <g transform={`translate(${EMPTY_SEAT[0]} ${EMPTY_SEAT[1]}) scale(${EMPTY_SEAT[2]})`}>
          <EmptySeat />
        </g>
      )}
      <SceneFire share={share} sparks={all} />
      <Labels labels={labelsOf(seats, meId, t('app.common.you'))} freeSeat={alone ? t('app.fire.free_seat') : null} />
    </svg>
  );
}
