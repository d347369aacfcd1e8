import type { ReactionSummary, Reactor } from '#contract/reactions.ts';
import { REACTION_TYPES, type ReactionType } from '#domain/reactions.ts';
import type { OutboxItem } from '#web/lib/outbox/outbox-item.ts';

/** A press on a reaction that the server has not answered yet: what is wanted, so that it can be applied twice. */
export interface Wanted {
  type: ReactionType;
  on: boolean;
}

/** What waits in the outbox: whether the reaction shall stand, whatever is there when it arrives. */
export interface ReactionBody {
  readonly checkin_id: string;
  readonly reaction_type: ReactionType;
  readonly active: boolean;
}
export const bodyOf = ({ body }: OutboxItem): ReactionBody => body as unknown as ReactionBody;

/** What was pressed on a check-in and is on this device alone. */
export const pendingReactions = (items: readonly OutboxItem[], checkinId: string): Wanted[] =>
  items
    .filter((item) => item.kind === 'reaction' && item.state === 'waiting' && bodyOf(item).checkin_id === checkinId)
    .map((item) => ({ type: bodyOf(item).reaction_type, on: bodyOf(item).active }));

/** The summary as it is once the server has done what was pressed. */
export function withReaction(summary: ReactionSummary, { type, on }: Wanted, me: Reactor): ReactionSummary {
  if (summary.user_reactions[type] === on) return summary;
  const { count, users } = summary.reactions[type];
  const others = users.filter((user) => user.user_id !== me.user_id);
  const now = on ? { count: count + 1, users: [me, ...others] } : { count: count - 1, users: others };
  return {
    reactions: { ...summary.reactions, [type]: now },
    user_reactions: { ...summary.user_reactions, [type]: on },
  };
}

export interface PersonReacted extends Reactor {
  types: ReactionType[];
}

/** Each person once, with all that they gave; those of the first types first. */
export function byPerson({ reactions }: Pick<ReactionSummary, 'reactions'>): PersonReacted[] {
  const people = new Map<string, PersonReacted>();
  for (const type of REACTION_TYPES)
    for (const user of reactions[type].users) {
      const known = people.get(user.user_id);
      if (known) known.types.push(type);
      else people.set(user.user_id, { ...user, types: [type] });
    }
  return [...people.values()];
}

export const countAll = ({ reactions }: Pick<ReactionSummary, 'reactions'>): number =>
  REACTION_TYPES.reduce((sum, type) => sum + reactions[type].count, 0);

/** How many reactions are counted whose givers are not named. */
export const countUnnamed = ({ reactions }: Pick<ReactionSummary, 'reactions'>): number =>
  REACTION_TYPES.reduce((sum, type) => sum + reactions[type].count - reactions[type].users.length, 0);
