import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { OWN_HABIT_MAX } from '#domain/limits.ts';
import { described } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { ownLine } from './fields.ts';

export const saveOwnHabit = endpoint(
  {
    method: 'PUT',
    path: '/api/missions/{id}/own-habit',
    body: z.object({
      own_habit: described(ownLine(OWN_HABIT_MAX), 'Your own habit on one line; null or empty clears it.', {
        maxLength: OWN_HABIT_MAX,
      }),
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Say what your own habit is in a mission where each member has their own; the other members see it',
    response: z.object({ own_habit: described(z.nullable(z.string()), 'Your own habit now; null without one.') }),
    errors: ['mission_not_found', 'habit_shared', 'mission_completed'],
    rate: 'edits',
  },
);
