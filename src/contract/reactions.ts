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

/** The number of reactions of one type, and who gave them, newest first; a row of the feed names only a few people. */
const TypeSummary = z.object({ count: z.number(), users: z.array(Reactor) });

/** The reactions to a check-in by type, and which of them are the requesting member's; every type is present. */
export const ReactionSummary = z.object({
  reactions: z.object({
    love: TypeSummary,
    support: TypeSummary,
    laugh: TypeSummary,
    cry: TypeSummary,
    wow: TypeSummary,
  }),
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
  summary: 'List who reacted to a check-in: the newest 100 people of each type, and the number of all',
  params: z.object({ id: Id }),
  response: ReactionSummary,
  errors: ['checkin_not_found'],
});

export const toggleReaction = endpoint({
  method: 'POST',
  path: '/api/checkins/{id}/reactions',
  access: 'user',
  summary: 'Add a reaction, or remove it if it is there; with `active` the request says which, and can be repeated',
  params: z.object({ id: Id }),
  body: z.object({
    reaction_type: z.enum(REACTION_TYPES, 'Please choose a reaction'),
    /**
     * Whether the reaction should exist afterwards; if left out, it is toggled. `message` says which of the two is
     * true.
     */
    active: z.optional(z.boolean('active must be true or false')),
  }),
  response: z.object({ message: z.enum(['Reaction added', 'Reaction removed']), ...ReactionSummary.shape }),
  errors: ['checkin_not_found'],
  rate: 'reactions',
});
