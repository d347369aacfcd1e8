import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';

export const Hint = namedObject('Hint', 'What changed: fetch again what you show of it.', {
  kind: described(
    z.enum(['feed', 'checkin', 'mission', 'people', 'notifications', 'invitations', 'dashboard', 'everything']),
    'What changed. `feed`: a check-in came or went, and with it counts and ranks. `checkin`: one check-in, its comments or its reactions. `mission`: its fields, members or state. `people`: the name, picture or day of someone in its feed. `everything`: more than hints can name, or hints may have been missed.',
  ),
  mission_id: described(z.optional(z.string()), 'The id of the mission in which it changed.'),
  checkin_id: described(z.optional(z.string()), 'The id of the check-in that changed.'),
});
export type Hint = z.output<typeof Hint>;

/** Recipients of a hint: the members of a mission, the person an invitation is for, or these users. */
export type Audience =
  | { readonly mission_id: string; readonly checkin_id?: string }
  | { readonly invitation_id: string }
  | { readonly user_ids: readonly string[]; readonly mission_id?: string };

export const Goodbye = namedObject('Goodbye', 'The last event of a stream.', {
  kind: described(z.literal('goodbye'), 'Always `goodbye`.'),
  reconnect: described(z.boolean(), 'False if a newer stream of yours replaced this one.'),
});
export type Goodbye = z.output<typeof Goodbye>;

export const openLive = endpoint(
  { method: 'GET', path: '/api/live' },
  ON_SERVER && {
    access: 'user',
    summary:
      'Receive hints of what changed as server-sent events; at most 5 streams for you and 5 for your API tokens, each for at most 15 minutes',
    events: z.union([Hint, Goodbye]),
  },
);
