export { pendingReactions } from './reaction-summary.ts';
export { Reactions, reactionsLabel, WhoReacted, WhoReactedToggle } from './reactions.tsx';
export { registerReactionSender } from './toggle-reaction.ts';
export { useJointReactions, useReactions } from './use-reactions.ts';
