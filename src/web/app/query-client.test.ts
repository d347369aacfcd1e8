import { expect, it } from 'vitest';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { makeQueryClient } from './query-client.tsx';

const answered = (status: number) => new ApiError({ code: 'internal', status, detail: '' });
const retry = makeQueryClient().getDefaultOptions().queries?.retry as (failures: number, error: Error) => boolean;

it.each([
  [0, true],
  [404, false],
  [429, false],
  [500, false],
  [502, true],
  [503, true],
])('automatically retries status %i, at most twice: %s', (status, expected) => {
  expect([0, 1, 2].map((failures) => retry(failures, answered(status)))).toEqual([expected, expected, false]);
});

it('does not retry an error that is not a response of the API, such as a missing chunk', () => {
  expect(retry(0, new TypeError('chunk'))).toBe(false);
});
