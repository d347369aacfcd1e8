import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttleByKey } from './throttle-by-key.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('runs three calls immediately, then one every three seconds, and always the last one', () => {
  const throttle = throttleByKey(() => Date.now());
  let done = 0;
  const request = (times: number) => {
    for (let at = 0; at < times; at++) throttle.use('feed', () => done++);
  };
  request(20);
  expect(done).toBe(3);
  vi.advanceTimersByTime(3000);
  expect(done).toBe(4);
  vi.advanceTimersByTime(60_000);
  expect(done).toBe(4);
  // A busy minute uses the saved runs and 20 more.
  for (let second = 0; second < 60; second++) {
    request(10);
    vi.advanceTimersByTime(1000);
  }
  expect(done).toBeGreaterThan(4 + 20);
  expect(done).toBeLessThanOrEqual(4 + 3 + 21);
});

it('throttles each key separately, and drops pending calls when cleared', () => {
  const throttle = throttleByKey(() => Date.now());
  let [one, other] = [0, 0];
  for (let at = 0; at < 9; at++) throttle.use('one', () => one++);
  throttle.use('other', () => other++);
  expect([one, other]).toEqual([3, 1]);
  throttle.clear();
  vi.advanceTimersByTime(60_000);
  expect(one).toBe(3);
});
