import type { Registered } from '#platform/register.ts';

/**
 * What a limit counts by. Addresses count by /64 in IPv6; networks are /24 in IPv4 and /48 in IPv6. `email_address` is
 * an email from one address, and `invitation_address` an invited mission from one address.
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

/** At most `points` requests within `seconds`. */
export interface Limit {
  readonly by: Counted;
  readonly points: number;
  readonly seconds: number;
}

export interface Rule {
  /** Whether the database counts, across instances and restarts; otherwise each process does. */
  readonly shared: boolean;
  readonly limits: readonly Limit[];
}

export type RateName = Registered<'rates', string>;

export interface RateRules {
  readonly named: Readonly<Record<RateName, Rule>>;
  /** The limit of every call: by API token, by signed-in user, or else by address. */
  readonly general: Readonly<Record<'user' | 'token' | 'address', Limit>>;
  readonly without_general: ReadonlySet<RateName | undefined>;
}
