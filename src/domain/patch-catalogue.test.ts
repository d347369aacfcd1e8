import { expect, it } from 'vitest';
import { MOTIFS, OUTLINES, PALETTES, piecesOf } from './patch-catalogue.ts';
import { PATCH_MOTIFS, PATCH_OUTLINES, PATCH_PALETTES } from './patch-names.ts';
import { contrast } from './testing/contrast.ts';

it('Every name has a drawing, of three to five pieces.', () => {
  expect(Object.keys(MOTIFS)).toEqual([...PATCH_MOTIFS]);
  expect(Object.keys(PALETTES)).toEqual([...PATCH_PALETTES]);
  expect(Object.keys(OUTLINES)).toEqual([...PATCH_OUTLINES]);
  for (const motif of PATCH_MOTIFS) {
    const { length } = piecesOf({ motif, palette: 'ember', outline: 'round' }).motif;
    expect([motif, length >= 3 && length <= 5]).toEqual([motif, true]);
  }
});

it.each(PATCH_PALETTES)('Motif and accent stand out from the felt of the palette %s.', (palette) => {
  const [felt, motif, accent] = PALETTES[palette];
  expect(contrast(felt, motif)).toBeGreaterThanOrEqual(3);
  expect(contrast(felt, accent)).toBeGreaterThanOrEqual(3);
});

it('Pieces have no colours but those of the palette, and are drawn as they are.', () => {
  for (const palette of PATCH_PALETTES) {
    const inks = new Set<unknown>(['none', ...PALETTES[palette]]);
    for (const motif of PATCH_MOTIFS)
      for (const piece of piecesOf({ motif, palette, outline: 'shield' }).motif)
        expect([piece.fill, piece.stroke ?? 'none'].every((ink) => inks.has(ink))).toBe(true);
  }
});
