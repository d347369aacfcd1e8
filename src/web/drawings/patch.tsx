import { Suspense, useId } from 'react';
import { CUT_RADIUS, patchOf, type Shape } from '#domain/patch.ts';
import {
  type ChosenPatch as Choice,
  PATCH_MOTIFS,
  PATCH_OUTLINES,
  PATCH_PALETTES,
  type PatchMotif,
  type PatchOutline,
  type PatchPalette,
} from '#domain/patch-names.ts';
import { lazyPart } from '#platform/web/lib/lazy-part.ts';
import { BlankPatch } from './blank-patch.tsx';
import { Cloth, type PatchProgress, PatchStitches } from './patch-stitches.tsx';

// The catalog of drawings is a separate script that loads after the first paint.
const ChosenPatch = lazyPart(() => import('./chosen-patch.tsx'), 'ChosenPatch');

/** A patch from a response: a newer server can send names that this app lacks. */
type AnsweredPatch = { motif: string; palette: string; outline: string } | null | undefined;

const knownPatch = (patch: AnsweredPatch): Choice | null =>
  patch &&
  PATCH_MOTIFS.includes(patch.motif as PatchMotif) &&
  PATCH_PALETTES.includes(patch.palette as PatchPalette) &&
  PATCH_OUTLINES.includes(patch.outline as PatchOutline)
    ? (patch as Choice)
    : null;

function Piece({ shape: [Tag, attributes] }: { shape: Shape }) {
  return <Tag {...attributes} />;
}

interface PatchProps extends PatchProgress {
  /** The mission's ID, which determines the patch if none was chosen. */
  seed: string;
  patch: AnsweredPatch;
  size?: number;
  pale?: boolean;
  /** Empty if the patch only decorates a name next to it. */
  label: string;
}

/** A mission's patch. The stitches around it are the days done. */
export function Patch({ seed, patch, size = 96, pale = false, label, ...progress }: PatchProps) {
  const choice = knownPatch(patch);
  if (!choice) return <DrawnPatch {...{ seed, size, pale, label, ...progress }} />;
  return (
    <Suspense fallback={<BlankPatch size={size} />}>
      <ChosenPatch patch={choice} {...{ size, pale, label, ...progress }} />
    </Suspense>
  );
}

function DrawnPatch({
  seed,
  size,
  pale = false,
  label,
  ...progress
}: Omit<PatchProps, 'patch' | 'size'> & { size: number }) {
  // Each patch needs its own ID. If two patches shared an ID, hiding one would unclip the other.
  const clipId = useId();
  const { field, motif, seam } = patchOf(seed);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 100 100"
      role="img"
      aria-label={label}
      aria-hidden={label === ''}
      className="shrink-0"
    >
      <clipPath id={clipId}>
        <circle cx="50" cy="50" r={CUT_RADIUS} />
      </clipPath>
      <Cloth pale={pale}>
        <Piece shape={field} />
        <g clipPath={`url(#${clipId})`}>
          {motif.map((shape) => (
            <Piece key={`${shape[1].d} ${shape[1].transform}`} shape={shape} />
          ))}
        </g>
        <Piece shape={seam} />
      </Cloth>
      <PatchStitches {...progress} />
    </svg>
  );
}
