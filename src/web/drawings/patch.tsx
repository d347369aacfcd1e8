import { useId } from 'react';
import { CUT_RADIUS, patchOf, type Shape, STITCH, stitchesOf } from '#domain/patch.ts';

function Piece({ shape: [Tag, attributes] }: { shape: Shape }) {
  return <Tag {...attributes} />;
}

interface PatchProps {
  /** The mission's id, which decides what the patch looks like. */
  seed: string;
  done: number;
  total: number;
  size?: number;
  label: string;
  /** Plays the stitching of the newest stitch once. */
  animateNewest?: boolean;
}

/** A mission's round badge. The stitches around it are the days done. */
export function Patch({ seed, done, total, size = 96, label, animateNewest = false }: PatchProps) {
  // Two patches of one mission need two ids: hiding the element that has a shared one would unclip the other patch.
  const clipId = useId();
  const { field, motif, seam } = patchOf(seed);
  const stitches = stitchesOf(done, total);
  const newest = animateNewest ? stitches.find((stitch) => stitch.newest) : undefined;
  const lineOf = (lit: boolean) => stitches.map((one) => (one.lit === lit && one !== newest ? one.d : '')).join('');
  return (
    <svg width={size} height={size} viewBox="0 0 100 100" role="img" aria-label={label} className="shrink-0">
      <Piece shape={field} />
      <clipPath id={clipId}>
        <circle cx="50" cy="50" r={CUT_RADIUS} />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        {motif.map((shape) => (
          <Piece key={`${shape[1].d} ${shape[1].transform}`} shape={shape} />
        ))}
      </g>
      <Piece shape={seam} />
      <path d={lineOf(true)} {...STITCH} stroke="var(--flame-hi)" />
      <path d={lineOf(false)} {...STITCH} stroke="var(--line)" />
      {newest && (
        <path
          className="sew"
          d={newest.d}
          {...STITCH}
          stroke="var(--flame-hi)"
          strokeDasharray={`${newest.length} 999`}
        />
      )}
    </svg>
  );
}
