export const SIGN_UPS = ['open', 'invited', 'closed'] as const;
/** Who may make an account: everybody, who has an invitation or a code, or nobody. See docs/rules.md#accounts. */
export type SignUp = (typeof SIGN_UPS)[number];
