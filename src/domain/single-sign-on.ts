import { isEmail, normalizeEmail } from '#platform/lib/email.ts';
import { isVisible, tidyLine } from '#platform/lib/text.ts';
import { NAME_MAX } from './limits.ts';
import { isReservedName } from './reserved-names.ts';

/** A provider's claims. No field is sure to have its type. */
export interface Claims {
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
  readonly preferred_username?: unknown;
}

/** Someone who signed in at the provider: the address as stored, or null, and a name for a new account. */
export interface ProviderUser {
  readonly email: string | null;
  readonly is_verified: boolean;
  readonly name: string;
}

/** The name if no claim has a usable name. The first profile form asks for it. */
const NAMELESS = 'New member';

/** Some providers send strings. */
const isTrue = (claim: unknown) => claim === true || claim === 'true';

/** Shortens a name to `NAME_MAX` UTF-16 units without splitting a character. */
function shorten(name: string): string {
  let short = '';
  for (const character of name) {
    if (short.length + character.length > NAME_MAX) break;
    short += character;
  }
  return tidyLine(short);
}

/**
 * Reads a claim as a name. Returns null if it is invisible or reserved. From an address it takes the part before the
 * '@'.
 */
function readName(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const tidy = tidyLine(claim);
  const name = shorten(isEmail(normalizeEmail(tidy)) ? tidy.slice(0, tidy.indexOf('@')) : tidy);
  return isVisible(name) && !isReservedName(name) ? name : null;
}

/**
 * Reads the provider's claims, in the order of their sources. The address and its verification come from one source,
 * because two sources might mean two addresses. If `trust` is set, an absent `email_verified` counts as true
 * (docs/rules.md#accounts).
 */
export function readClaims(sources: readonly Claims[], trust: boolean): ProviderUser {
  const source = sources.find(({ email }) => typeof email === 'string' && isEmail(normalizeEmail(email)));
  const email = source ? normalizeEmail(source.email as string) : null;
  const verified = source?.email_verified;
  const names = [...sources.map(({ name }) => name), ...sources.map((claims) => claims.preferred_username), email];
  return {
    email,
    is_verified: source !== undefined && (verified === undefined || verified === null ? trust : isTrue(verified)),
    name: names.map(readName).find((name) => name !== null) ?? NAMELESS,
  };
}

export interface AddressAccount {
  /** Whether its user has shown that they read the address's email. */
  readonly is_proven: boolean;
  readonly is_suspended: boolean;
}

/**
 * The result of a first sign-in. `link` adds the identity to the account of the address. `take_over` does the same
 * after removing every sign-in method of the account's creator. `create` creates an account. All other results are
 * refusals.
 */
export type FirstSignIn =
  | 'link'
  | 'take_over'
  | 'create'
  | 'sso_no_email'
  | 'sso_email_taken'
  | 'sign_up_closed'
  | 'account_suspended';

/**
 * Decides the result of an identity's first sign-in. Anyone can have created an account with an unproven address, and
 * could later read what its rightful user does there (docs/decisions/0039).
 */
export function decideFirstSignIn(
  { email, is_verified }: Pick<ProviderUser, 'email' | 'is_verified'>,
  account: AddressAccount | null,
  signUp: boolean,
): FirstSignIn {
  if (email === null) return 'sso_no_email';
  if (account === null) return signUp ? 'create' : 'sign_up_closed';
  // Before the suspension, so that an unverified address learns nothing about the account.
  if (!is_verified) return 'sso_email_taken';
  if (account.is_suspended) return 'account_suspended';
  return account.is_proven ? 'link' : 'take_over';
}
