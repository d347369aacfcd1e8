export const SIGN_UPS = ['open', 'invited', 'closed'] as const;
/** Who may make an account: everybody, who has an invitation or a code, or nobody. See docs/rules.md#sign-up. */
export type SignUp = (typeof SIGN_UPS)[number];

const REFUSALS = { invited: 'Sign-up is by invitation here.', closed: 'Sign-up is closed here.' } as const;
const WAYS_IN = { invited: 'Ask a member, or write to', closed: 'Write to' } as const;

/** Why somebody cannot make an account, and whom to ask where there is an address for that. */
export function signUpRefusal(signUp: Exclude<SignUp, 'open'>, supportEmail: string | null): string {
  return supportEmail === null ? REFUSALS[signUp] : `${REFUSALS[signUp]} ${WAYS_IN[signUp]} ${supportEmail}.`;
}
