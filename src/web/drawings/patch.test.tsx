import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { patchOf } from '#domain/patch.ts';
import { type ChosenPatch as Choice, PATCH_MOTIFS, PATCH_OUTLINES } from '#domain/patch-names.ts';
import { Campfire } from './campfire.tsx';
import { ChosenPatch } from './chosen-patch.tsx';
import { Patch } from './patch.tsx';

const nodesOf = (markup: string) => markup.match(/<[a-zA-Z]/g)!.length;
const meanLength = (drawings: readonly string[]) =>
  drawings.reduce((sum, { length }) => sum + length, 0) / drawings.length;

const PROGRESS = { done: 10, total: 30, label: 'Read' };
// All palettes have the same number of characters.
const CHOICES = PATCH_MOTIFS.flatMap((motif) =>
  PATCH_OUTLINES.map((outline): Choice => ({ motif, palette: 'ember', outline })),
);
const drawChosen = (patch: Choice, size: number) =>
  renderToStaticMarkup(<ChosenPatch patch={patch} size={size} {...PROGRESS} />);

/** Renders one patch for each of the 25 drawings from an ID. */
function drawnFromIds(): string[] {
  const seeds = new Map<string, string>();
  for (let at = 0; at < 400; at++) {
    const id = `019aa5b0-0000-7000-8000-${String(at).padStart(12, '0')}`;
    seeds.set(JSON.stringify(patchOf(id)), id);
  }
  return [...seeds.values()].map((seed) => renderToStaticMarkup(<Patch seed={seed} patch={null} {...PROGRESS} />));
}

it('draws a chosen patch with little more markup than one from an ID, and at most 11 nodes', () => {
  const chosen = CHOICES.map((patch) => drawChosen(patch, 96));
  expect(meanLength(chosen)).toBeLessThanOrEqual(1.5 * meanLength(drawnFromIds()));
  expect(Math.max(...chosen.map(nodesOf))).toBeLessThanOrEqual(11);
});

it('leaves out the stitches below 40 px and fills the box with felt', () => {
  const [large, small] = [40, 39].map((size) => drawChosen(CHOICES[0]!, size));
  expect(nodesOf(large!) - nodesOf(small!)).toBe(2);
  expect(large).toContain('viewBox="0 0 100 100"');
  expect(small).toContain('viewBox="9 9 82 82"');
});

it('draws the fire of the first visit with at most 60 nodes', () => {
  expect(nodesOf(renderToStaticMarkup(<Campfire />))).toBeLessThanOrEqual(60);
});
