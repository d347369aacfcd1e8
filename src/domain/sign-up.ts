export const SIGN_UPS = ['open', 'invited', 'closed'] as const;
/**
 * Who can create an account: everyone, only people with an invitation or a code, or nobody (docs/rules.md#accounts).
 */
export type SignUp = (typeof SIGN_UPS)[number];
