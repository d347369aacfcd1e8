import type { ReactionSummary, Reactor } from '#contract/reactions.ts';
import { REACTION_TYPES, type ReactionType } from '#domain/reactions.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';

/** A press without a response. It contains the wanted state, so applying it twice is safe. */
export interface ReactionPress {
  type: ReactionType;
  on: boolean;
}

export const pendingReactions = (items: readonly OutboxItem[], checkinId: string): ReactionPress[] =>
  items.flatMap((item) =>
    item.kind === 'reaction' && item.state === 'waiting' && item.body.checkin_id === checkinId
      ? [{ type: item.body.reaction_type, on: item.body.active }]
      : [],
  );

/** Applies a press to the summary. Safe to repeat. */
export function withReaction(summary: ReactionSummary, { type, on }: ReactionPress, me: Reactor): ReactionSummary {
  if (summary.user_reactions[type] === on) return summary;
  const { count, users } = summary.reactions[type];
  const others = users.filter((user) => user.user_id !== me.user_id);
  const changed = on ? { count: count + 1, users: [me, ...others] } : { count: count - 1, users: others };
  return {
    reactions: { ...summary.reactions, [type]: changed },
    user_reactions: { ...summary.user_reactions, [type]: on },
  };
}

/**
 * Combines the reactions to several check-ins. One is on if the user gave it to all. It counts everyone the feed names.
 */
export function jointSummary(summaries: readonly ReactionSummary[]): ReactionSummary {
  const joint = (type: ReactionType) => {
    const people = new Map(
      summaries.flatMap(({ reactions }) => reactions[type].users.map((user) => [user.user_id, user] as const)),
    );
    const most = Math.max(0, ...summaries.map(({ reactions }) => reactions[type].count));
    return { count: Math.max(most, people.size), users: [...people.values()] };
  };
  const isGiven = (type: ReactionType) => summaries.every(({ user_reactions }) => user_reactions[type]);
  return {
    reactions: Object.fromEntries(REACTION_TYPES.map((type) => [type, joint(type)])) as ReactionSummary['reactions'],
    user_reactions: Object.fromEntries(
      REACTION_TYPES.map((type) => [type, isGiven(type)]),
    ) as ReactionSummary['user_reactions'],
  };
}

export interface ReactorWithTypes extends Reactor {
  types: ReactionType[];
}

/** Lists each person once with all their reactions, in the order of `REACTION_TYPES`. */
export function byPerson({ reactions }: Pick<ReactionSummary, 'reactions'>): ReactorWithTypes[] {
  const people = new Map<string, ReactorWithTypes>();
  for (const type of REACTION_TYPES)
    for (const user of reactions[type].users) {
      const listed = people.get(user.user_id);
      if (listed) listed.types.push(type);
      else people.set(user.user_id, { ...user, types: [type] });
    }
  return [...people.values()];
}

export const countAll = ({ reactions }: Pick<ReactionSummary, 'reactions'>): number =>
  REACTION_TYPES.reduce((sum, type) => sum + reactions[type].count, 0);

/** Counts the reactions whose authors the feed does not name. */
export const countUnnamed = ({ reactions }: Pick<ReactionSummary, 'reactions'>): number =>
  REACTION_TYPES.reduce((sum, type) => sum + reactions[type].count - reactions[type].users.length, 0);
