import { describe, expect, it } from 'vitest';
import { PULL_AT, readPull, stretch } from './pull-gesture.ts';

const start = { x: 100, y: 100 };
const at = (x: number, y: number) => ({ x: start.x + x, y: start.y + y });

describe('the pull gesture', () => {
  it('pulls with growing resistance when a finger moves down from the top of the page', () => {
    expect(readPull(start, at(0, 4), true)).toBeNull();
    const [little, more, most] = [40, 160, 2000].map((y) => readPull(start, at(5, y), true) as number);
    expect([little! < PULL_AT, more! > PULL_AT, most! <= 96]).toEqual([true, true, true]);
    expect(stretch(20) - stretch(0)).toBeGreaterThan(stretch(120) - stretch(100));
    expect(stretch(-5)).toBe(0);
  });

  it('ignores a finger that moves up or sideways, or on a scrolled page', () => {
    for (const [x, y, atTop] of [
      [0, -20, true],
      [60, 20, true],
      [-60, 20, true],
      [0, 100, false],
    ] as const)
      expect(readPull(start, at(x, y), atTop)).toBe('other');
  });
});
