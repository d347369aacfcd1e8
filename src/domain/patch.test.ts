import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patchOf, stitchesOf } from './patch.ts';

describe('the patch of a mission', () => {
  it('follows from the ID and takes all 25 combinations of colors and motifs', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(patchOf(id)).toEqual(patchOf(id));
      }),
    );
    const ids = Array.from({ length: 400 }, (_, i) => `019aa5b0-0000-7000-8000-${String(i).padStart(12, '0')}`);
    const drawn = new Set(ids.map((id) => JSON.stringify(patchOf(id))));
    expect(drawn.size).toBe(25);
  });

  it('has one stitch per day up to thirty, lit in proportion to the days done', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 365 }), fc.integer({ min: 0, max: 400 }), (total, done) => {
        const stitches = stitchesOf(done, total);
        const lit = stitches.filter((stitch) => stitch.lit).length;
        expect(stitches).toHaveLength(Math.min(total, 30));
        // At most half a stitch from the true share. Whole numbers, because a half is not an exact fraction.
        const share = stitches.length * Math.min(done, total);
        expect(2 * Math.abs(lit * total - share)).toBeLessThanOrEqual(total);
        expect(stitches.slice(0, lit).every((stitch) => stitch.lit)).toBe(true);
        expect(stitches.filter((stitch) => stitch.newest)).toHaveLength(lit > 0 ? 1 : 0);
      }),
    );
    expect(stitchesOf(30, 30).every((stitch) => stitch.lit)).toBe(true);
    expect(stitchesOf(0, 0)).toHaveLength(1);
  });
});
