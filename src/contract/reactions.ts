import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { REACTION_TYPES } from '#domain/reactions.ts';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { problem } from '#platform/i18n/problem.ts';
import { look } from './fields.ts';

const Reactor = z.object({
  user_id: described(z.string(), 'The id of the person.'),
  user_name: described(z.string(), 'The name of the person.'),
  user_avatar_url: described(z.nullable(z.string()), 'The path of the picture; null without one.'),
  user_look: look,
});
export type Reactor = z.output<typeof Reactor>;

const TypeSummary = z.object({
  count: described(z.number(), 'How many there are.'),
  users: described(z.array(Reactor), 'Who reacted, newest first; a row of a feed names only a few.'),
});

const ofType = described(TypeSummary, 'The reactions of this type.');
const isMine = described(z.boolean(), 'Whether you reacted this way.');
const byType = z.object({ love: ofType, support: ofType, laugh: ofType, cry: ofType, wow: ofType });
const mine = z.object({ love: isMine, support: isMine, laugh: isMine, cry: isMine, wow: isMine });

export const ReactionSummary = namedObject('Reactions', 'The reactions to a check-in by type.', {
  reactions: described(byType, 'The reactions by type; every type is there.'),
  user_reactions: described(mine, 'Which of them are yours.'),
});
export type ReactionSummary = z.output<typeof ReactionSummary>;

export const listReactions = endpoint(
  { method: 'GET', path: '/api/checkins/{id}/reactions' },
  ON_SERVER && {
    access: 'user',
    summary: 'List who reacted to a check-in: the newest 100 people of each type, and the number of all',
    response: ReactionSummary,
    errors: ['checkin_not_found'],
  },
);

export const toggleReaction = endpoint(
  {
    method: 'POST',
    path: '/api/checkins/{id}/reactions',
    body: z.object({
      reaction_type: described(z.enum(REACTION_TYPES, problem('problems.reaction')), 'The type of the reaction.'),
      active: described(z.optional(z.boolean()), 'Whether it should be there; left out, it is toggled.'),
    }),
  },
  ON_SERVER && {
    repeated_by: 'reactions_by_active',
    access: 'user',
    summary: 'Add a reaction, or remove it if it is there; with `active` the request says which, and can be repeated',
    response: z.object({
      message: described(z.enum(['Reaction added', 'Reaction removed']), 'Which of the two is true now.'),
      ...ReactionSummary.shape,
    }),
    errors: ['checkin_not_found'],
    rate: 'reactions',
  },
);
