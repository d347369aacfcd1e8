import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { described } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { Instant, person, Reason } from './fields.ts';

export const reportCheckin = endpoint(
  { method: 'POST', path: '/api/checkins/{id}/report', body: Reason },
  ON_SERVER && {
    access: 'user',
    summary: 'Report a check-in to the operator, once; the report stores its current text',
    idempotent: true,
    errors: ['checkin_not_found', 'already_reported', 'report_own'],
  },
);

export const reportComment = endpoint(
  { method: 'POST', path: '/api/comments/{id}/report', body: Reason },
  ON_SERVER && {
    access: 'user',
    summary: 'Report a comment to the operator, once; the report stores its current text',
    idempotent: true,
    errors: ['comment_not_found', 'already_reported', 'report_own'],
  },
);

/** A person whose check-ins and notifications the requesting user does not see. */
const BlockedPerson = z.object({
  ...person,
  blocked_at: described(Instant, 'When you blocked them.'),
});
export type BlockedPerson = z.output<typeof BlockedPerson>;

export const listBlocks = endpoint(
  { method: 'GET', path: '/api/users/blocks' },
  ON_SERVER && {
    access: 'user',
    summary: 'List the people you blocked: the newest 100, newest first',
    response: z.array(BlockedPerson),
  },
);

export const blockUser = endpoint(
  { method: 'PUT', path: '/api/users/{id}/block' },
  ON_SERVER && {
    access: 'user',
    summary:
      'Block a person you share a mission with, or did lately: their posts and notifications are hidden from you alone',
    errors: ['user_not_found', 'block_self'],
  },
);

export const unblockUser = endpoint(
  { method: 'DELETE', path: '/api/users/{id}/block' },
  ON_SERVER && {
    access: 'user',
    summary: 'Unblock a person',
    errors: ['user_not_found'],
  },
);
