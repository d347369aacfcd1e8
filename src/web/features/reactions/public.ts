export { pendingReactions } from './reaction-summary.ts';
export { Reactions, reactionsLabel, WhoReacted } from './reactions.tsx';
export { registerReactionSender } from './toggle-reaction.ts';
export { useJointReactions, useReactions } from './use-reactions.ts';
