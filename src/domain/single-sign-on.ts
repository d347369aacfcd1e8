import { isEmail, normalizeEmail } from '#platform/lib/email.ts';
import { isVisible, tidyLine } from '#platform/lib/text.ts';
import { NAME_MAX } from './limits.ts';
import { isReservedName } from './reserved-names.ts';

/** What a provider says about somebody, as it came: nothing in it can be relied on to have its type. */
export interface Claims {
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
  readonly preferred_username?: unknown;
}

/** Somebody who signed in at the provider: the address as it is stored, or null, and a name for a new account. */
export interface ProviderUser {
  readonly email: string | null;
  /** Whether the provider vouches for the address. */
  readonly is_verified: boolean;
  readonly name: string;
}

/** For somebody of whom nothing says a name that may be used. The first profile form asks for it. */
const NAMELESS = 'New member';

/** Some providers send the words. */
const isTrue = (claim: unknown) => claim === true || claim === 'true';

/** A name of at most `NAME_MAX` UTF-16 units, without half a character at its end. */
function shorten(name: string): string {
  let short = '';
  for (const character of name) {
    if (short.length + character.length > NAME_MAX) break;
    short += character;
  }
  return tidyLine(short);
}

/** A claim as a name; null for one that shows nothing or may not be used. Of an address only what precedes its '@'. */
function readName(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const tidy = tidyLine(claim);
  const name = shorten(isEmail(normalizeEmail(tidy)) ? tidy.slice(0, tidy.indexOf('@')) : tidy);
  return isVisible(name) && !isReservedName(name) ? name : null;
}

/**
 * Reads the claims of the provider, the sources in the order in which they count. The address and whether it is verified
 * come from one source, since two of them may mean two addresses. `trust` says that an absent `email_verified` counts as
 * true (docs/rules.md#accounts).
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

/** The account that has the provider's address here. */
export interface AddressAccount {
  /** Whether its user has shown that they read the mails to the address. */
  readonly is_proven: boolean;
  readonly is_suspended: boolean;
}

/**
 * What a first sign-in leads to: `link` adds the identity to the account of the address, `take_over` does so after
 * removing everything that signs in whoever made that account, `create` makes a new one; the others are refusals.
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
 * Decides what the first sign-in of an identity leads to. An account whose address nobody has proved may have been made
 * by anybody, and would otherwise open what its rightful user does there later (docs/decisions/0039).
 */
export function decideFirstSignIn(
  { email, is_verified }: Pick<ProviderUser, 'email' | 'is_verified'>,
  account: AddressAccount | null,
  signUp: boolean,
): FirstSignIn {
  if (email === null) return 'sso_no_email';
  if (account === null) return signUp ? 'create' : 'sign_up_closed';
  // Before the suspension, which is nothing for somebody who may have any address.
  if (!is_verified) return 'sso_email_taken';
  if (account.is_suspended) return 'account_suspended';
  return account.is_proven ? 'link' : 'take_over';
}
