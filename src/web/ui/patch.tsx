import { useId } from 'react';
import { type Cloth, clothOf, hash } from './seed.ts';

const RADIUS = 44.5;
/** More stitches than this run into each other; longer missions sew one stitch for several days. */
const STITCHES_MAX = 30;
const RAYS = [-60, -36, -12, 12, 36, 60];

function Motif({ kind, cloth: [a, b, c] }: { kind: number; cloth: Cloth }) {
  switch (kind) {
    case 0:
      return (
        <>
          <path d="M0 70 30 42l16 15 22-27 40 45v40H0Z" fill={b} />
          <path d="M68 30 55 46l8 3 5-4 7 5 6-4Z" fill={c} />
          <circle cx="32" cy="30" r="7" fill={c} />
        </>
      );
    case 1:
      return (
        <>
          <circle cx="50" cy="62" r="22" fill={b} />
          {RAYS.map((d) => (
            <path
              key={d}
              d="M50 34v-13"
              stroke={c}
              strokeWidth="5"
              strokeLinecap="round"
              transform={`rotate(${d} 50 62)`}
            />
          ))}
          <path d="M0 62h100v40H0Z" fill={c} />
          <path d="M14 72h72M24 81h52" stroke={a} strokeWidth="3" strokeLinecap="round" />
        </>
      );
    case 2:
      return (
        <>
          <path d="M50 84V44" stroke={c} strokeWidth="5" strokeLinecap="round" />
          <path d="M50 58C34 58 26 49 26 36c14 0 24 8 24 22Zm0 8c16 0 24-9 24-24-15 0-24 9-24 24Z" fill={b} />
          <circle cx="50" cy="31" r="8" fill={c} />
        </>
      );
    case 3:
      return (
        <>
          <path d="M12 62q12-12 24 0t24 0 24 0 24 0v45H12Z" fill={b} />
          <path d="M0 76q12-12 24 0t24 0 24 0 24 0v30H0Z" fill={c} />
          <circle cx="62" cy="36" r="12" fill={c} />
        </>
      );
    default:
      return (
        <>
          <path d="M50 20 74 50 50 86 26 50Z" fill={b} />
          <path d="M50 20v66M26 50h48" stroke={a} strokeWidth="3" />
          <circle cx="50" cy="50" r="8" fill={c} />
        </>
      );
  }
}

interface PatchProps {
  /** The mission's id: the patch of a mission is drawn for no other. */
  seed: string;
  done: number;
  total: number;
  size?: number;
  label: string;
  /** Sews the newest stitch. */
  fresh?: boolean;
}

/** A round felt badge drawn from the mission's id; stitches round it are the days done. */
export function Patch({ seed, done, total, size = 96, label, fresh = false }: PatchProps) {
  // An id from the hash would be shared by two patches of one mission, and hiding the first would unclip the second.
  const cut = useId();
  const h = hash(seed);
  const cloth = clothOf(h);
  const stitches = Math.max(1, Math.min(total, STITCHES_MAX));
  const lit = Math.round((Math.min(done, total) / Math.max(total, 1)) * stitches);
  const length = Math.max((2 * Math.PI * RADIUS) / stitches - 6.4, 0.5);
  return (
    <svg width={size} height={size} viewBox="0 0 100 100" role="img" aria-label={label} className="shrink-0">
      <circle cx="50" cy="50" r="38.5" fill={cloth[0]} />
      <clipPath id={cut}>
        <circle cx="50" cy="50" r="34" />
      </clipPath>
      <g clipPath={`url(#${cut})`}>
        <Motif kind={(h >>> 5) % 5} cloth={cloth} />
      </g>
      <circle
        cx="50"
        cy="50"
        r="35"
        fill="none"
        stroke="#fff"
        strokeOpacity=".55"
        strokeWidth="1.6"
        strokeDasharray="4 3.3"
        strokeLinecap="round"
      />
      {Array.from({ length: stitches }, (_, i) => -90 + (i * 360) / stitches + 2).map((turn, i) => (
        <circle
          key={turn}
          className={fresh && i === lit - 1 ? 'sew' : undefined}
          cx="50"
          cy="50"
          r={RADIUS}
          fill="none"
          stroke={i < lit ? 'var(--flame-hi)' : 'var(--line)'}
          strokeWidth="6"
          strokeLinecap="round"
          strokeDasharray={`${length} 999`}
          transform={`rotate(${turn} 50 50)`}
        />
      ))}
    </svg>
  );
}
