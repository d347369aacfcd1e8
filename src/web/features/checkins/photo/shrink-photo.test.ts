import { expect, it } from 'vitest';
import { fitInto } from './shrink-photo.ts';

it('A photo is shrunk to at most 1600 pixels a side, and never enlarged.', () => {
  expect(fitInto(4032, 3024)).toEqual({ width: 1600, height: 1200 });
  expect(fitInto(3024, 4032)).toEqual({ width: 1200, height: 1600 });
  expect(fitInto(40_000, 10)).toEqual({ width: 1600, height: 1 });
  expect(fitInto(1600, 900)).toBeNull();
});
