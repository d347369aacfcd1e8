import { CUT_RADIUS, patchOf, type Shape, STITCH, stitchesOf } from '#domain/patch.ts';
import { piecesOf } from '#domain/patch-catalogue.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import { drawing, renderPng, svgElement } from '#platform/images/svg.ts';

/** Colors of the stitches on a dark background, for past and future days. */
const LIT = '#F0532B';
const UNLIT = '#6B4D80';

export const shapeSvg = ([tag, attributes]: Shape): string => svgElement(tag, attributes);

export interface PatchDrawing {
  /** The mission's ID. */
  readonly seed: string;
  /** The chosen patch, or null to draw the default patch from the ID. */
  readonly patch: ChosenPatch | null;
  /** How many of the `total` days have a lit stitch. */
  readonly done: number;
  readonly total: number;
}

/**
 * Draws a mission's patch for a dark background, in a box of 100 x 100. The web app draws the same lines
 * (domain/patch.ts).
 */
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

/** Draws the default patch of a mission's ID. */
function feltOf(seed: string): string[] {
  const { field, motif, seam } = patchOf(seed);
  const cut = svgElement('clipPath', { id: 'cut' }, svgElement('circle', { cx: 50, cy: 50, r: CUT_RADIUS }));
  const cloth = svgElement('g', { clipPath: 'url(#cut)' }, ...motif.map(shapeSvg));
  return [cut, shapeSvg(field), cloth, shapeSvg(seam)];
}

/** Renders the patch as PNG on a transparent background, `size` pixels wide. */
export const patchPng = (patch: PatchDrawing, size: number): Promise<Buffer> =>
  renderPng(drawing(100, 100, patchSvg(patch)), size);
