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

describe.each(['ltr', 'rtl'] as const)('scrolling in %s text', (direction) => {
  it('returns the distance from the start of the line', () => {
    const element = scroller(direction);
    scrollFromStart(element, 120);
    expect(scrolledBy(element)).toBe(120);
    expect(element.scrollLeft).toBe(direction === 'rtl' ? -120 : 120);
  });

  it('stops at the start for a negative distance', () => {
    const element = scroller(direction);
    scrollFromStart(element, -40);
    expect(scrolledBy(element)).toBe(0);
  });
});

it('an arrow key moves in its direction on screen', () => {
  expect(stepOf('ArrowRight', false)).toBe(1);
  expect(stepOf('ArrowLeft', false)).toBe(-1);
  expect(stepOf('ArrowRight', true)).toBe(-1);
  expect(stepOf('ArrowLeft', true)).toBe(1);
});

it('other keys do not move', () => {
  for (const key of ['ArrowUp', 'ArrowDown', 'Home', 'Enter', 't']) expect(stepOf(key, true)).toBe(0);
});
