export const REACTION_EMOJI = { love: '❤️', support: '💪', laugh: '😂', cry: '😢', wow: '😮' } as const;
export type ReactionType = keyof typeof REACTION_EMOJI;
export const REACTION_TYPES = Object.keys(REACTION_EMOJI) as ReactionType[];
