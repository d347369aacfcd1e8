import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CLOTHS, CUTS, figureOf, HATS, letterOf } from './doll.ts';
import { CLOTH_NAMES, CUT_NAMES, HAT_NAMES, type Look, lookOf, settledLook } from './looks.ts';

/** The cloths that people with these ids wear who sit down one after another. */
const settled = (ids: readonly string[]) => {
  const cloths: Look['cloth'][] = [];
  for (const id of ids) cloths.push(settledLook(id, cloths).cloth);
  return cloths;
};

it('Twelve newcomers wear twelve cloths, and of 500 at most 42 wear each.', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 500, maxLength: 500 }), (ids) => {
      const cloths = settled(ids);
      expect(new Set(cloths.slice(0, 12)).size).toBe(12);
      for (const name of CLOTH_NAMES) expect(cloths.filter((cloth) => cloth === name).length).toBeLessThanOrEqual(42);
    }),
    { numRuns: 10 },
  );
});

it('A look is drawn from the id until there is an own one, and settling changes nothing but the cloth.', () => {
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

it('Every name has a drawing.', () => {
  expect(Object.keys(CLOTHS)).toEqual([...CLOTH_NAMES]);
  expect(Object.keys(HATS)).toEqual([...HAT_NAMES]);
  expect(Object.keys(CUTS)).toEqual([...CUT_NAMES]);
});

it('Names that a newer server may know are drawn as something.', () => {
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
])('The letter of %j is %j.', (name, letter) => {
  expect(letterOf(name)).toBe(letter);
});

/** The luminance of a colour, of WCAG 2. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
const contrast = (one: string, other: string) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
};

it('The thread of every cloth stands out from it, 2.5 : 1 at least, and the letter from its button.', () => {
  for (const { field, thread } of Object.values(CLOTHS)) expect(contrast(field, thread)).toBeGreaterThan(2.5);
  expect(contrast('#2C1838', '#FFF3E6')).toBeGreaterThan(14);
});
