import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCountUp } from './use-count-up.ts';

let reduced = false;
beforeEach(() => {
  reduced = false;
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('requestAnimationFrame', (step: (now: number) => void) =>
    setTimeout(() => step(performance.now()), 16),
  );
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  vi.stubGlobal('window', { matchMedia: () => ({ matches: reduced }) });
  vi.stubGlobal('document', { visibilityState: 'visible' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function counting() {
  const shown: number[] = [];
  return { shown, counter: createCountUp(0, (n) => shown.push(n)) };
}

it('counts up to the number within 600 ms, and never backward', () => {
  const { shown, counter } = counting();
  counter.to(15);
  vi.advanceTimersByTime(700);
  expect(shown.at(-1)).toBe(15);
  expect(shown).toEqual(shown.toSorted((one, other) => one - other));
});

it('continues from the shown number without a jump if the target rises', () => {
  const { shown, counter } = counting();
  counter.to(100);
  vi.advanceTimersByTime(100);
  const reached = shown.at(-1)!;
  expect(reached).toBeGreaterThan(0);
  expect(reached).toBeLessThan(100);
  counter.to(120);
  vi.advanceTimersByTime(17);
  const next = shown.at(-1)!;
  expect(next).toBeGreaterThanOrEqual(reached);
  expect(next).toBeLessThan(100);
  vi.advanceTimersByTime(700);
  expect(shown.at(-1)).toBe(120);
});

it('shows a lower number immediately, as it does with reduced motion, and stops where it is', () => {
  const { shown, counter } = counting();
  counter.to(50);
  vi.advanceTimersByTime(700);
  counter.to(20);
  expect(shown.at(-1)).toBe(20);
  counter.to(90);
  vi.advanceTimersByTime(50);
  counter.stop();
  const stopped = shown.length;
  vi.advanceTimersByTime(700);
  expect(shown.length).toBe(stopped);
  reduced = true;
  counter.to(91);
  expect(shown.at(-1)).toBe(91);
});
