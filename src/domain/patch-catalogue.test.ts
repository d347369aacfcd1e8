import { expect, it } from 'vitest';
import { MOTIFS, OUTLINES, PALETTES, piecesOf } from './patch-catalogue.ts';
import { PATCH_MOTIFS, PATCH_OUTLINES, PATCH_PALETTES } from './patch-names.ts';
import { colourDifference, leastDifference, SIGHTS } from './testing/colour-difference.ts';
import { blend, contrast } from './testing/contrast.ts';

it('every motif has a drawing of three to five pieces', () => {
  expect(Object.keys(MOTIFS)).toEqual([...PATCH_MOTIFS]);
  expect(Object.keys(PALETTES)).toEqual([...PATCH_PALETTES]);
  expect(Object.keys(OUTLINES)).toEqual([...PATCH_OUTLINES]);
  for (const motif of PATCH_MOTIFS) {
    const { length } = piecesOf({ motif, palette: 'ember', outline: 'round' }).motif;
    expect([motif, length >= 3 && length <= 5]).toEqual([motif, true]);
  }
});

it.each(PATCH_PALETTES)('motif and accent contrast with the felt of the palette %s', (palette) => {
  const [felt, motif, accent] = PALETTES[palette];
  expect(contrast(felt, motif)).toBeGreaterThanOrEqual(3);
  expect(contrast(felt, accent)).toBeGreaterThanOrEqual(3);
});

it.each(PATCH_PALETTES)('the felt or the rim of the palette %s contrasts with a card in both themes', (palette) => {
  const [felt, , , thread] = PALETTES[palette];
  const { strokeOpacity } = piecesOf({ motif: 'book', palette, outline: 'round' }).felt;
  for (const card of ['#fffbf7', '#261832']) {
    // The rim lies half on the felt and half on the card.
    const seen = [felt, blend(thread, felt, Number(strokeOpacity)), blend(thread, card, Number(strokeOpacity))];
    expect(Math.max(...seen.map((colour) => contrast(colour, card))), card).toBeGreaterThanOrEqual(3);
  }
});

it.each(SIGHTS)('palettes and their inks are distinct with %s sight', (sight) => {
  const felts = PATCH_PALETTES.map((palette) => PALETTES[palette][0]);
  expect(leastDifference(felts, sight)).toBeGreaterThanOrEqual(10);
  for (const palette of PATCH_PALETTES) {
    const [, motif, accent] = PALETTES[palette];
    expect(colourDifference(motif, accent, sight), palette).toBeGreaterThanOrEqual(15);
  }
});

it('pieces use only colors of the palette and are drawn unchanged', () => {
  for (const palette of PATCH_PALETTES) {
    const inks = new Set<unknown>(['none', ...PALETTES[palette]]);
    for (const motif of PATCH_MOTIFS)
      for (const piece of piecesOf({ motif, palette, outline: 'shield' }).motif)
        expect([piece.fill, piece.stroke ?? 'none'].every((ink) => inks.has(ink))).toBe(true);
  }
});
