import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { liveState, pollInterval } from './use-poll-interval.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  liveState.lost();
  vi.useRealTimers();
});

it('is up while heartbeats arrive, and down after a longer silence', () => {
  const seen: boolean[] = [];
  const stop = liveState.subscribe(() => seen.push(liveState.isUp()));
  expect(liveState.isUp()).toBe(false);
  for (let beat = 0; beat < 5; beat++) {
    liveState.alive();
    vi.advanceTimersByTime(20_000);
    expect(liveState.isUp()).toBe(true);
  }
  vi.advanceTimersByTime(5000);
  expect(liveState.isUp()).toBe(false);
  liveState.alive();
  liveState.lost();
  vi.advanceTimersByTime(60_000);
  expect(seen).toEqual([true, false, true, false]);
  stop();
});

it('polls while the stream is down, and retries failed queries if that might succeed', () => {
  const failed = (status: number) => new ApiError({ code: 'internal', status, detail: '' });
  const intervals = (error: unknown) => {
    const query = { state: { status: error ? 'error' : 'success', error } };
    return [pollInterval(query, 30_000, false), pollInterval(query, 30_000, true)];
  };
  expect(intervals(null)).toEqual([30_000, false]);
  expect(intervals(failed(503))).toEqual([30_000, 30_000]);
  expect(intervals(failed(0))).toEqual([30_000, 30_000]);
  expect(intervals(failed(404))).toEqual([false, false]);
});
