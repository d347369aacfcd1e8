import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * What changed, never what it is now: whoever hears it asks for what they show of it. `feed`: a check-in came or went,
 * and with it counters and ranks; `checkin`: one check-in or what hangs on it; `mission`: its fields, members or state;
 * `people`: the name, picture or day of somebody who is or was in it; `everything`: more than hints can name, or they
 * may have been missed.
 */
export const Hint = z.object({
  kind: z.enum(['feed', 'checkin', 'mission', 'people', 'notifications', 'invitations', 'dashboard', 'everything']),
  mission_id: z.optional(z.string()),
  checkin_id: z.optional(z.string()),
});
export type Hint = z.output<typeof Hint>;

/** The last event of a stream. `reconnect` is false for a stream that gave way to a newer one of the same user. */
export const Goodbye = z.object({ kind: z.literal('goodbye'), reconnect: z.boolean() });
export type Goodbye = z.output<typeof Goodbye>;

export const openLive = endpoint({
  method: 'GET',
  path: '/api/live',
  access: 'user',
  summary: 'Hints of what changed, as server-sent events; at most 5 streams a user, each for 15 minutes at most',
  events: z.union([Hint, Goodbye]),
});
