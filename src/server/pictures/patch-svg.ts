import { CUT_RADIUS, patchOf, type Shape, STITCH, stitchesOf } from '#domain/patch.ts';
import { piecesOf } from '#domain/patch-catalogue.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import { drawing, renderPng, svgElement } from '#platform/images/svg.ts';

/** Colours of the stitches on the dark ground: for past days, and for days to come. */
const LIT = '#F0532B';
const UNLIT = '#6B4D80';

export const shapeSvg = ([tag, attributes]: Shape): string => svgElement(tag, attributes);

export interface PatchDrawing {
  /** The mission's id. */
  readonly seed: string;
  /** The patch chosen for it; null for the one drawn from its id. */
  readonly patch: ChosenPatch | null;
  /** How many of the `total` days have a lit stitch. */
  readonly done: number;
  readonly total: number;
}

/** A mission's patch for a dark ground, in a box of 100 x 100; the web app draws the same lines (domain/patch.ts). */
export function patchSvg({ seed, patch, done, total }: PatchDrawing): string {
  const stitches = stitchesOf(done, total).map(({ lit, d }) =>
    svgElement('path', { d, ...STITCH, stroke: lit ? LIT : UNLIT }),
  );
  return [...(patch ? chosenFelt(patch) : feltOf(seed)), ...stitches].join('');
}

function chosenFelt(patch: ChosenPatch): string[] {
  const { felt, transform, motif, seam } = piecesOf(patch);
  const pieces = motif.map((piece) => svgElement('path', piece));
  const group = svgElement('g', transform === undefined ? {} : { transform }, ...pieces);
  return [svgElement('path', felt), group, svgElement('path', seam)];
}

/** The drawing from the mission's id. */
function feltOf(seed: string): string[] {
  const { field, motif, seam } = patchOf(seed);
  const cut = svgElement('clipPath', { id: 'cut' }, svgElement('circle', { cx: 50, cy: 50, r: CUT_RADIUS }));
  const cloth = svgElement('g', { clipPath: 'url(#cut)' }, ...motif.map(shapeSvg));
  return [cut, shapeSvg(field), cloth, shapeSvg(seam)];
}

/** The patch alone as PNG on a transparent ground, `size` pixels wide. */
export const patchPng = (patch: PatchDrawing, size: number): Promise<Buffer> =>
  renderPng(drawing(100, 100, patchSvg(patch)), size);
