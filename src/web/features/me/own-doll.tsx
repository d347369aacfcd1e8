import type { User } from '#contract/auth.ts';
import { letterOf } from '#domain/doll.ts';
import { levelRange } from '#domain/points.ts';
import { useT } from '#platform/web/lib/language.ts';
import { Doll } from '#web/drawings/doll.tsx';
import { SceneDefs, useSceneIds } from '#web/drawings/scene-parts.tsx';

const RADIUS = 92;
const STITCHES = 48;
/* A stitch and its gap go round a whole number of times. */
const DASHES = `${(2 * Math.PI * RADIUS) / STITCHES - 8} 8`;
const RING = { fill: 'none', strokeWidth: 7, strokeLinecap: 'round', strokeDasharray: DASHES } as const;

/** The user's own doll in a ring of stitches, which is sewn as far as the way to the next level. */
export function OwnDoll({ me }: { me: User }) {
  const t = useT();
  const ids = useSceneIds();
  const { level, from, to } = levelRange(me.points);
  // In whole stitches, and at least one is open.
  const share = Math.floor(((me.points - from) / (to - from)) * STITCHES) / STITCHES;
  const angle = 2 * Math.PI * share;
  const end = `${RADIUS * Math.sin(angle)} ${-RADIUS * Math.cos(angle)}`;
  return (
    <svg
      viewBox="-100 -100 200 200"
      role="img"
      aria-label={t('app.me.doll', { level })}
      className="size-40 shrink-0 sm:size-48"
    >
      <SceneDefs {...ids} />
      <circle r={RADIUS} transform="rotate(-90)" stroke="#6b4d80" {...RING} />
      {share > 0 && (
        <path d={`M0-${RADIUS}A${RADIUS} ${RADIUS} 0 ${share > 0.5 ? 1 : 0} 1 ${end}`} stroke="#FFBC3B" {...RING} />
      )}
      <g transform="translate(0 68) scale(1.06)">
        <Doll look={me.look} letter={letterOf(me.name)} picture={me.avatar_url} mirrored={false} warm ids={ids} />
      </g>
    </svg>
  );
}
