import { piecesOf } from '#domain/patch-catalogue.ts';
import type { ChosenPatch as Choice } from '#domain/patch-names.ts';
import { Cloth, type PatchProgress, PatchStitches } from './patch-stitches.tsx';

/** In px. Smaller patches have no stitches, which would blur, and give their room to the motif. */
const SMALLEST_STITCHED = 40;

interface ChosenPatchProps extends PatchProgress {
  patch: Choice;
  size: number;
  pale?: boolean;
  /** Empty if the patch only decorates a name next to it. */
  label: string;
}

export function ChosenPatch({ patch, size, pale = false, label, ...progress }: ChosenPatchProps) {
  const { felt, transform, motif, seam } = piecesOf(patch);
  const bare = size < SMALLEST_STITCHED;
  return (
    <svg
      width={size}
      height={size}
      viewBox={bare ? '9 9 82 82' : '0 0 100 100'}
      role="img"
      aria-label={label}
      aria-hidden={label === ''}
      className="shrink-0"
    >
      <Cloth pale={pale}>
        <path {...felt} />
        <g transform={transform}>
          {motif.map((piece) => (
            <path key={`${piece.d} ${piece.stroke}`} {...piece} />
          ))}
        </g>
        <path {...seam} />
      </Cloth>
      {!bare && <PatchStitches {...progress} />}
    </svg>
  );
}
