import type { Registered } from '#platform/register.ts';

/**
 * The callers that a limit counts as one: an address (IPv6 by /64), its network (IPv4 by /24, IPv6 by /48), all callers
 * together, a user, an API token, an email, an email from one address, or the mission of an invitation from one address.
 */
export type Counted =
  | 'address'
  | 'network'
  | 'everybody'
  | 'user'
  | 'token'
  | 'email'
  | 'email_address'
  | 'invitation_address';

/** So many requests in so many seconds. */
export interface Limit {
  readonly by: Counted;
  readonly points: number;
  readonly seconds: number;
}

/** The limits of one name. */
export interface Rule {
  /** Counted in the database, so that it holds over instances and restarts; otherwise in each process. */
  readonly shared: boolean;
  readonly limits: readonly Limit[];
}

/** The name of a limit. */
export type RateName = Registered<'rates', string>;

/** The limits of a product. */
export interface RateRules {
  readonly named: Readonly<Record<RateName, Rule>>;
  /** What every call counts against: the limit of its API token, of its signed-in user, or else of its address. */
  readonly general: Readonly<Record<'user' | 'token' | 'address', Limit>>;
  /** The names of rules that replace the general one. */
  readonly without_general: ReadonlySet<RateName | undefined>;
}
