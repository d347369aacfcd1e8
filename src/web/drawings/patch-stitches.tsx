import type { ReactNode } from 'react';
import { STITCH, stitchesOf } from '#domain/patch.ts';

/** The inside of a patch's ring, dimmed while the patch is unfinished. */
export const Cloth = ({ pale, children }: { pale: boolean; children: ReactNode }) =>
  pale ? <g opacity=".45">{children}</g> : children;

/** A mission's progress, as the stitches around its patch. */
export interface PatchProgress {
  done: number;
  total: number;
  animateNewest?: boolean;
}

export function PatchStitches({ done, total, animateNewest = false }: PatchProgress) {
  const stitches = stitchesOf(done, total);
  const newest = animateNewest ? stitches.find((stitch) => stitch.newest) : undefined;
  const lineOf = (lit: boolean) => stitches.map((one) => (one.lit === lit && one !== newest ? one.d : '')).join('');
  return (
    <>
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
    </>
  );
}
