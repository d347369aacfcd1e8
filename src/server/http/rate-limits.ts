import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { API_TOKEN_RATE } from '#domain/limits.ts';
import { fail } from './errors.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * What a limit counts by: an address (IPv6 by /64), its network (IPv4 by /24, IPv6 by /48), everybody together, a user,
 * an API token, an e-mail, or an e-mail from one address.
 */
type Counted = 'address' | 'network' | 'everybody' | 'user' | 'token' | 'email' | 'email_address';

interface Limit {
  readonly by: Counted;
  readonly points: number;
  readonly seconds: number;
}

interface Rule {
  /** Counted in the database, so that it holds over instances and restarts; otherwise in each process. */
  readonly shared: boolean;
  readonly limits: readonly Limit[];
}

/** For rules that guard secrets, money, mail and other people. */
const shared = (...limits: Limit[]): Rule => ({ shared: true, limits });
const inProcess = (...limits: Limit[]): Rule => ({ shared: false, limits });

/** The named limits; an endpoint of the contract names one with `rate`. */
const RULES: Record<string, Rule> = {
  login: shared(
    { by: 'address', points: 30, seconds: 5 * MINUTE },
    { by: 'email_address', points: 10, seconds: 15 * MINUTE },
  ),
  register: shared({ by: 'address', points: 5, seconds: 30 * MINUTE }),
  forgot: shared({ by: 'address', points: 6, seconds: HOUR }, { by: 'email_address', points: 3, seconds: HOUR }),
  // Mails to one address, whoever requests them. A refusal is silent, since it would lock the owner out.
  forgot_mail: shared({ by: 'email', points: 3, seconds: HOUR }),
  reset: shared({ by: 'address', points: 10, seconds: 15 * MINUTE }),
  verify: shared({ by: 'user', points: 3, seconds: HOUR }, { by: 'address', points: 6, seconds: HOUR }),
  // Links to one address, whichever accounts have it in turn; silent for the same reason.
  verify_mail: shared({ by: 'email', points: 3, seconds: HOUR }),
  email: shared({ by: 'user', points: 5, seconds: 15 * MINUTE }),
  oidc: shared({ by: 'address', points: 30, seconds: 10 * MINUTE }),
  admin_login: shared(
    { by: 'address', points: 5, seconds: 15 * MINUTE },
    { by: 'network', points: 15, seconds: 15 * MINUTE },
    { by: 'everybody', points: 30, seconds: 15 * MINUTE },
  ),
  join: shared({ by: 'address', points: 30, seconds: 10 * MINUTE }),
  export: shared({ by: 'user', points: 5, seconds: HOUR }),
  delete_account: shared({ by: 'user', points: 5, seconds: 15 * MINUTE }),
  share: shared({ by: 'address', points: 20, seconds: MINUTE }),
  links: shared({ by: 'address', points: 30, seconds: 10 * MINUTE }),
  missions: shared({ by: 'user', points: 20, seconds: HOUR }),
  // Checking in again notifies the other members again.
  take_back: shared({ by: 'user', points: 10, seconds: HOUR }),
  checkout: shared({ by: 'user', points: 10, seconds: HOUR }),
  photos: inProcess({ by: 'user', points: 60, seconds: DAY }),
  comments: inProcess({ by: 'user', points: 30, seconds: MINUTE }),
  reactions: inProcess({ by: 'user', points: 60, seconds: MINUTE }),
  webhook: inProcess({ by: 'address', points: 1200, seconds: MINUTE }),
  site: inProcess({ by: 'address', points: 1200, seconds: MINUTE }),
};

const GENERAL: Record<'user' | 'token' | 'address', Limit> = {
  user: { by: 'user', points: 300, seconds: MINUTE },
  token: { by: 'token', points: API_TOKEN_RATE, seconds: MINUTE },
  address: { by: 'address', points: 60, seconds: MINUTE },
};

/**
 * Rules in place of the general one: the provider sends events for all buyers from a few addresses, and every page load
 * asks how the site is set up, whoever is signed in behind one address.
 */
export const WITHOUT_GENERAL: ReadonlySet<string | undefined> = new Set(['webhook', 'site']);

/** How a caller stands after a counted request, as draft-ietf-httpapi-ratelimit-headers writes it. */
export interface RateHeaders {
  readonly 'ratelimit-policy': string;
  readonly ratelimit: string;
}

export interface Caller {
  readonly address: string;
  readonly user_id?: string | undefined;
  /** The personal API token of the caller, which has a limit of its own. */
  readonly token_id?: string | undefined;
  readonly email?: string | undefined;
  /** Called with the headers about the limit that applies to every call, or about a named one that refuses this one. */
  readonly onCounted?: ((headers: RateHeaders) => void) | undefined;
}

export interface RateLimits {
  /** Whether the daily quotas that features count in the database apply as well. */
  readonly quotas: boolean;
  /** Counts a request against the general limit: of the API token, of the signed-in user, or else of the address. */
  general(caller: Caller): Promise<void>;
  /**
   * Counts against the rules of a name that can be applied now: before the body is read, or after it (those by e-mail).
   */
  named(name: string | undefined, when: 'before_body' | 'after_body', caller: Caller): Promise<void>;
  /** Counts against the rules of a name without refusing the request; false once one of them is used up. */
  isWithin(name: string, caller: Caller): Promise<boolean>;
}

export interface LimitOptions {
  /** Where shared counters are stored. */
  readonly pool: pg.Pool;
  /** Hides addresses in the keys of shared counters. */
  readonly hash: (key: string) => string;
  /** Called when a limit of the rule is reached, at most once a minute for what is counted. */
  readonly onReached: (rule: string, caller: Caller) => void;
}

/** The eight groups of an IPv6 address without leading zeros; null for IPv4, even when written as IPv6. */
function groupsOf(address: string): string[] | null {
  if (!address.includes(':') || isMappedIPv4(address)) return null;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const middle = address.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return [...left, ...middle, ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}

/** The address without the port that some proxies write behind it, `203.0.113.9:51234` or `[2001:db8::1]:51234`. */
const withoutPort = (address: string) =>
  address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(.*\.\d{1,3}):\d+$/, '$1');

const isMappedIPv4 = (address: string) => /^::ffff:.*\./i.test(address);
const toIPv4 = (address: string) => (isMappedIPv4(address) ? address.slice(7) : address);

/** An address as the system has it: without a port, and IPv4 as such. Empty as below. */
export const bareAddress = (address: string | undefined = ''): string => toIPv4(withoutPort(address));

/**
 * The part of an address that belongs to one household: IPv6 by /64 in its shortest spelling, IPv4 whole. Empty for a
 * connection that was cut before anyone asked for its address, which Fastify's type of `request.ip` does not admit.
 */
export function addressKey(address: string | undefined = ''): string {
  const bare = withoutPort(address);
  return groupsOf(bare)?.slice(0, 4).join(':') ?? toIPv4(bare);
}

/** The part that belongs to one customer of a provider or one site: IPv6 by /48, IPv4 by /24; empty as above. */
export function networkKey(address: string | undefined = ''): string {
  const bare = withoutPort(address);
  return groupsOf(bare)?.slice(0, 3).join(':') ?? toIPv4(bare).split('.').slice(0, 3).join('.');
}

function keyOf({ by }: Limit, { address, user_id, token_id, email }: Caller): string | null {
  if (by === 'user') return user_id ?? null;
  if (by === 'token') return token_id ?? null;
  if (by === 'everybody') return 'everybody';
  if (by === 'address') return addressKey(address);
  if (by === 'network') return networkKey(address);
  if (email === undefined) return null;
  return by === 'email' ? email : `${email} ${addressKey(address)}`;
}

/** Creates the counter of one limit. A shared one that is used up is not queried again until it expires. */
function makeCounter({ points, seconds: duration, by }: Limit, name: string, counters: LimitOptions | null) {
  if (counters === null) return new RateLimiterMemory({ points, duration });
  return new RateLimiterPostgres({
    ...{ storeClient: counters.pool, tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: false },
    ...{ keyPrefix: `${name}_${by}`, points, duration, inMemoryBlockOnConsumed: points },
  });
}

/** Refuses nothing, for RATE_LIMITS=off; the configuration allows that outside of production only. */
export const NO_LIMITS: RateLimits = {
  quotas: false,
  general: async () => {},
  named: async () => {},
  isWithin: async () => true,
};

/**
 * The counters of requests. Those of shared rules are stored in PostgreSQL: while it is away their requests fail like
 * any statement, and a crash of it empties them.
 */
export function rateLimits(options: LimitOptions): RateLimits {
  const created = new Map<Limit, RateLimiterAbstract>();
  const reports = new RateLimiterMemory({ points: 1, duration: MINUTE });
  const report = (rule: string, by: Counted, key: string, caller: Caller) =>
    reports.consume(`${rule} ${by} ${key}`).then(
      () => options.onReached(rule, caller),
      // Reported within the last minute.
      () => undefined,
    );
  /** Returns how the request was counted, and the milliseconds to wait where it is beyond the limit; null uncounted. */
  const take = async (limit: Limit, name: string, counters: LimitOptions | null, caller: Caller) => {
    const key = keyOf(limit, caller);
    if (key === null) return null;
    const counter = created.get(limit) ?? makeCounter(limit, name, counters);
    created.set(limit, counter);
    try {
      return { counted: await counter.consume(counters ? counters.hash(key) : key), wait_ms: null };
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      await report(name, limit.by, key, caller);
      return { counted: refusal, wait_ms: refusal.msBeforeNext };
    }
  };
  type Taken = Awaited<ReturnType<typeof take>>;
  const isRefused = (taken: Taken) => taken !== null && taken.wait_ms !== null;
  const refuse = (taken: Taken) => {
    if (taken && taken.wait_ms !== null)
      fail('too_many_requests', { retryAfter: Math.max(1, Math.ceil(taken.wait_ms / 1000)) });
  };
  const announce = (label: string, { points, seconds }: Limit, taken: Taken, { onCounted }: Caller) => {
    if (!taken || !onCounted) return;
    const { remainingPoints, msBeforeNext } = taken.counted;
    const left = `"${label}";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`;
    onCounted({ 'ratelimit-policy': `"${label}";q=${points};w=${seconds}`, ratelimit: left });
  };
  const takeNamed = (limit: Limit, name: string, caller: Caller) =>
    take(limit, name, RULES[name]!.shared ? options : null, caller);
  return {
    quotas: true,
    general: async (caller) => {
      const by = caller.token_id !== undefined ? 'token' : caller.user_id !== undefined ? 'user' : 'address';
      const taken = await take(GENERAL[by], 'general', null, caller);
      announce(by, GENERAL[by], taken, caller);
      refuse(taken);
    },
    named: async (name, when, caller) => {
      if (name === undefined) return;
      for (const limit of RULES[name]!.limits) {
        const needsBody = limit.by === 'email' || limit.by === 'email_address';
        if (needsBody !== (when === 'after_body')) continue;
        const taken = await takeNamed(limit, name, caller);
        if (WITHOUT_GENERAL.has(name)) announce(limit.by, limit, taken, caller);
        // Whoever is refused has to know of which limit nothing is left.
        else if (isRefused(taken)) announce(name, limit, taken, caller);
        refuse(taken);
      }
    },
    isWithin: async (name, caller) => {
      for (const limit of RULES[name]!.limits) if (isRefused(await takeNamed(limit, name, caller))) return false;
      return true;
    },
  };
}

/** Who calls a route outside of the contract: an address, which is told what is left of its limit. */
export const callerOf = (request: FastifyRequest, reply: FastifyReply): Caller => ({
  address: request.ip,
  onCounted: (headers) => void reply.headers({ ...headers }),
});

/** The names that endpoints may use; a test asserts that each is known. */
export const RATE_NAMES = Object.keys(RULES);
