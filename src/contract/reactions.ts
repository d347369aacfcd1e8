import * as z from 'zod/mini';
import { REACTION_TYPES } from '#domain/reactions.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './fields.ts';

const Reactor = z.object({
  user_id: z.string(),
  user_name: z.string(),
  user_avatar_url: z.nullable(z.string()),
});
export type Reactor = z.output<typeof Reactor>;

/** How many gave one type, and who: the newest first, a row of the feed names a few of them. */
const Given = z.object({ count: z.number(), users: z.array(Reactor) });

/** Who reacted to a check-in, by type, and what one gave oneself; every type is there (Spec 3). */
export const ReactionSummary = z.object({
  reactions: z.object({ love: Given, support: Given, laugh: Given, cry: Given, wow: Given }),
  user_reactions: z.object({
    love: z.boolean(),
    support: z.boolean(),
    laugh: z.boolean(),
    cry: z.boolean(),
    wow: z.boolean(),
  }),
});
export type ReactionSummary = z.output<typeof ReactionSummary>;

export const listReactions = endpoint({
  method: 'GET',
  path: '/api/checkins/{id}/reactions',
  access: 'user',
  summary: 'Who reacted to a check-in: the newest 100 of each type, and how many there are',
  params: z.object({ id: Id }),
  response: ReactionSummary,
  errors: ['checkin_not_found'],
});

export const toggleReaction = endpoint({
  method: 'POST',
  path: '/api/checkins/{id}/reactions',
  access: 'user',
  summary:
    'React to a check-in; the same type again takes it back, with `active` it is given or not, however often it is said',
  params: z.object({ id: Id }),
  body: z.object({
    reaction_type: z.enum(REACTION_TYPES, 'Please choose a reaction'),
    /** Whether it stands afterwards; left out, a press changes it (Spec 4). `message` then tells what is true now. */
    active: z.optional(z.boolean('active is true or false')),
  }),
  response: z.object({ message: z.enum(['Reaction added', 'Reaction removed']), ...ReactionSummary.shape }),
  errors: ['checkin_not_found'],
  rate: 'reactions',
});
