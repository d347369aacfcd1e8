import { expect, it } from 'vitest';
import { ApiError, isRetryable } from './api-error.ts';

const answered = (status: number) => new ApiError({ code: 'internal', status, detail: '' });

it.each([
  [0, true],
  [400, false],
  [401, false],
  [404, false],
  [422, false],
  [429, true],
  [500, true],
  [503, true],
])('classifies status %i as retryable: %s', (status, expected) => {
  expect(isRetryable(answered(status))).toBe(expected);
});

it('allows a retry after a failure without a response, such as an aborted upload', () => {
  expect(isRetryable(new TypeError('Failed to fetch'))).toBe(true);
});
