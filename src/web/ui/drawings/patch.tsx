import { useId } from 'react';
import { CUT_RADIUS, patchOf, type Shape, stitchesOf } from '#domain/patch.ts';

function Piece({ shape: [Tag, attributes] }: { shape: Shape }) {
  return <Tag {...attributes} />;
}

interface PatchProps {
  /** The mission's id: the patch of a mission is drawn for no other. */
  seed: string;
  done: number;
  total: number;
  size?: number;
  label: string;
  /** Sews the newest stitch. */
  justStitched?: boolean;
}

/** A round felt badge drawn from the mission's id; stitches round it are the days done. */
export function Patch({ seed, done, total, size = 96, label, justStitched = false }: PatchProps) {
  // An id from the hash would be shared by two patches of one mission, and hiding the first would unclip the second.
  const cut = useId();
  const { field, motif, seam } = patchOf(seed);
  return (
    <svg width={size} height={size} viewBox="0 0 100 100" role="img" aria-label={label} className="shrink-0">
      <Piece shape={field} />
      <clipPath id={cut}>
        <circle cx="50" cy="50" r={CUT_RADIUS} />
      </clipPath>
      <g clipPath={`url(#${cut})`}>
        {motif.map((shape) => (
          <Piece key={`${shape[1].d} ${shape[1].transform}`} shape={shape} />
        ))}
      </g>
      <Piece shape={seam} />
      {stitchesOf(done, total).map(({ lit, newest, attributes }) => (
        <circle
          key={attributes.transform}
          className={justStitched && newest ? 'sew' : undefined}
          {...attributes}
          stroke={lit ? 'var(--flame-hi)' : 'var(--line)'}
        />
      ))}
    </svg>
  );
}
