import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { piecesOf } from '#domain/patch-catalogue.ts';
import { PATCH_MOTIFS, PATCH_OUTLINES } from '#domain/patch-names.ts';
import { drawing, renderPng, svgElement } from '#platform/images/svg.ts';
import { patchPng, patchSvg } from './patch-svg.ts';

/** Returns the alpha value of each pixel of a drawing, 200 pixels wide. */
async function opacities(...parts: string[]): Promise<Uint8Array> {
  const png = await renderPng(drawing(100, 100, ...parts), 200);
  const { data } = await sharp(png).extractChannel('alpha').raw().toBuffer({ resolveWithObject: true });
  return data;
}

it.each(PATCH_OUTLINES)('every motif fits within the outline %s', async (outline) => {
  const { felt } = piecesOf({ motif: 'book', palette: 'ember', outline });
  const cloth = await opacities(svgElement('path', { d: felt.d!, fill: '#000' }));
  for (const name of PATCH_MOTIFS) {
    const { transform, motif } = piecesOf({ motif: name, palette: 'ember', outline });
    const pieces = motif.map((piece) => svgElement('path', piece));
    const drawn = await opacities(svgElement('g', transform === undefined ? {} : { transform }, ...pieces));
    const outside = drawn.filter((opacity, at) => opacity > 0 && cloth[at] === 0);
    expect([name, outside.length]).toEqual([name, 0]);
  }
});

it('a chosen patch keeps the ring of stitches and refers to no other element', () => {
  const patch = { motif: 'tent', palette: 'lake', outline: 'shield' } as const;
  const svg = patchSvg({ seed: 'a', patch, done: 3, total: 10 });
  expect(svg.match(/stroke="#F0532B"/g)).toHaveLength(3);
  expect(svg.match(/stroke="#6B4D80"/g)).toHaveLength(7);
  expect(svg).not.toMatch(/url\(|href/);
});

it('without a choice, the drawing is byte for byte the default patch of the ID', async () => {
  const seed = '019aa5b0-0000-7000-8000-000000000003';
  const svg = patchSvg({ seed, patch: null, done: 5, total: 10 });
  expect(createHash('sha256').update(svg).digest('hex')).toBe(
    '39682f964c76476cd27681ae1941ce433d3c82a637cf93af95c339e302acd193',
  );
  expect((await patchPng({ seed, patch: null, done: 5, total: 10 }, 100)).length).toBeGreaterThan(0);
});
