import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CLOTHS, CUTS, figureOf, HATS, letterOf, squareClothOf } from './doll.ts';
import { CLOTH_NAMES, CUT_NAMES, HAT_NAMES, type Look, lookOf, settledLook } from './looks.ts';
import { leastDifference, SIGHTS } from './testing/colour-difference.ts';
import { contrast } from './testing/contrast.ts';

const settled = (ids: readonly string[]) => {
  const cloths: Look['cloth'][] = [];
  for (const id of ids) cloths.push(settledLook(id, cloths).cloth);
  return cloths;
};

it('gives twelve newcomers twelve cloths, and each cloth to at most 42 of 500', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 500, maxLength: 500 }), (ids) => {
      const cloths = settled(ids);
      expect(new Set(cloths.slice(0, 12)).size).toBe(12);
      for (const name of CLOTH_NAMES) expect(cloths.filter((cloth) => cloth === name).length).toBeLessThanOrEqual(42);
    }),
    { numRuns: 10 },
  );
});

it('is drawn from the ID until chosen, and settling changes only the cloth', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.array(fc.constantFrom(...CLOTH_NAMES)), (id, worn) => {
      const drawn = lookOf(id);
      expect(lookOf(id, null)).toEqual(drawn);
      const { cloth, ...rest } = settledLook(id, worn);
      expect({ cloth: drawn.cloth, ...rest }).toEqual(drawn);
      expect(lookOf(id, { cloth, ...rest })).toEqual({ cloth, ...rest });
    }),
  );
});

it('every name of a look has a drawing', () => {
  expect(Object.keys(CLOTHS)).toEqual([...CLOTH_NAMES]);
  expect(Object.keys(HATS)).toEqual([...HAT_NAMES]);
  expect(Object.keys(CUTS)).toEqual([...CUT_NAMES]);
});

it('unknown names from a newer server get a drawing', () => {
  const newer = { cloth: 'tartan', hat: 'crown', cut: 'kilt' } as unknown as Look;
  expect(figureOf(newer)).toEqual(figureOf({ cloth: 'ember', hat: 'bobble', cut: 'poncho' }));
});

it.each([
  ['Tariq', 'T'],
  ['+', ''],
  ['✝ Tom', 'T'],
  ['李', '李'],
  ['7 Sevens', '7'],
  ['   ', ''],
  ['éva', 'É'],
  ['e\u0301va', 'E\u0301'],
  ['\u0645\u064F\u062D\u0645\u062F', '\u0645\u064F'],
  ['किरण', 'कि'],
])('the letter of %j is %j', (name, letter) => {
  expect(letterOf(name)).toBe(letter);
});

it('threads contrast with their cloth by at least 2.5 : 1, and letters with their button', () => {
  for (const { field, thread } of Object.values(CLOTHS)) expect(contrast(field, thread)).toBeGreaterThan(2.5);
  expect(contrast('#2C1838', '#FFF3E6')).toBeGreaterThan(14);
});

it.each(SIGHTS)('the six hues of cloth are distinct with %s sight', (sight) => {
  const hues = [...new Set(Object.values(CLOTHS).map(({ field }) => field))];
  expect(hues).toHaveLength(6);
  expect(leastDifference(hues, sight)).toBeGreaterThanOrEqual(20);
});

it('a mark on a pale cloth is dark enough for a light card', () => {
  for (const cloth of CLOTH_NAMES) {
    const { field, thread } = squareClothOf({ cloth, hat: 'band', cut: 'cape' });
    if (contrast(field, '#fffbf7') < 3) expect(contrast(field, thread), cloth).toBeGreaterThanOrEqual(3);
  }
});
