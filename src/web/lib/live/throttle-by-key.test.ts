import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttleByKey } from './throttle-by-key.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('does three at once, then one every three seconds, and the last one asked for always', () => {
  const allowance = throttleByKey(() => Date.now());
  let done = 0;
  const ask = (times: number) => {
    for (let at = 0; at < times; at++) allowance.use('feed', () => done++);
  };
  ask(20);
  expect(done).toBe(3);
  vi.advanceTimersByTime(3000);
  expect(done).toBe(4);
  vi.advanceTimersByTime(60_000);
  expect(done).toBe(4);
  // A busy minute: what was saved up, and twenty more.
  for (let second = 0; second < 60; second++) {
    ask(10);
    vi.advanceTimersByTime(1000);
  }
  expect(done).toBeGreaterThan(4 + 20);
  expect(done).toBeLessThanOrEqual(4 + 3 + 21);
});

it('counts each key for itself, and forgets what waits', () => {
  const allowance = throttleByKey(() => Date.now());
  let [one, other] = [0, 0];
  for (let at = 0; at < 9; at++) allowance.use('one', () => one++);
  allowance.use('other', () => other++);
  expect([one, other]).toEqual([3, 1]);
  allowance.clear();
  vi.advanceTimersByTime(60_000);
  expect(one).toBe(3);
});
