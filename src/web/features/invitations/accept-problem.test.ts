import { expect, test } from 'vitest';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { getT } from '#platform/web/lib/language.ts';
import { acceptProblem } from './accept-problem.ts';

const refused = (status: number, code: ErrorCode | 'network', detail = '', mission_id?: string) =>
  new ApiError({ status, code, detail, body: { code: 'conflict', detail, ...(mission_id && { mission_id }) } });

test('uses a fixed sentence for an unknown or expired invitation', () => {
  expect(acceptProblem(getT(), refused(404, 'invitation_not_found', 'Not found'))).toEqual({
    text: 'Invitation not found or has expired',
    transient: false,
    missionId: undefined,
  });
});

test("shows the server's sentence for a refusal, or that the invitation was processed", () => {
  expect(acceptProblem(getT(), refused(400, 'mission_full', 'This mission is full')).text).toBe('This mission is full');
  expect(acceptProblem(getT(), refused(400, 'invitation_processed')).text).toBe(
    'This invitation has already been processed',
  );
});

test('links members to their mission', () => {
  expect(acceptProblem(getT(), refused(400, 'already_member', 'You are in', 'm1')).missionId).toBe('m1');
});

test.each([
  refused(0, 'network', 'No connection'),
  refused(500, 'internal', 'Oops'),
  refused(429, 'too_many_requests', 'Slowly'),
  new Error('broken'),
])('allows a retry after %s', (error) => {
  expect(acceptProblem(getT(), error)).toMatchObject({
    text: 'Failed to accept invitation. Please try again.',
    transient: true,
  });
});
