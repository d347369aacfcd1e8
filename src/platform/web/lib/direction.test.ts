import { afterEach, describe, expect, it, vi } from 'vitest';
import { scrolledBy, scrollFromStart, stepOf } from './direction.ts';

/** An element that scrolls like in browsers: upward from 0, or downward in text from right to left. */
function scroller(direction: 'ltr' | 'rtl'): Element {
  vi.stubGlobal('getComputedStyle', () => ({ direction }));
  let left = 0;
  return {
    get scrollLeft() {
      return left;
    },
    set scrollLeft(value: number) {
      left = direction === 'rtl' ? Math.min(0, value) : Math.max(0, value);
    },
  } as Element;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(['ltr', 'rtl'] as const)('in text that runs %s', (direction) => {
  it('reads back the distance that it scrolled', () => {
    const element = scroller(direction);
    scrollFromStart(element, 120);
    expect(scrolledBy(element)).toBe(120);
    expect(element.scrollLeft).toBe(direction === 'rtl' ? -120 : 120);
  });

  it('stays at the first column for a distance before it', () => {
    const element = scroller(direction);
    scrollFromStart(element, -40);
    expect(scrolledBy(element)).toBe(0);
  });
});

it('moves in the direction of the arrow key', () => {
  expect(stepOf('ArrowRight', false)).toBe(1);
  expect(stepOf('ArrowLeft', false)).toBe(-1);
  expect(stepOf('ArrowRight', true)).toBe(-1);
  expect(stepOf('ArrowLeft', true)).toBe(1);
});

it('ignores other keys', () => {
  for (const key of ['ArrowUp', 'ArrowDown', 'Home', 'Enter', 't']) expect(stepOf(key, true)).toBe(0);
});
