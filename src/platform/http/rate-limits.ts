import { isIPv4 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { readAddress } from '#platform/guarded-http/public-address.ts';
import type { Counted, Limit, RateName, RateRules } from '#platform/lib/rate-rules.ts';
import { fail } from './errors.ts';
import { makeTurns } from './turns.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

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
  /** The mission that the caller has a good invitation to. */
  readonly invitation?: string | undefined;
  /** Called with the headers about each limit that counted the request. */
  readonly onCounted?: ((headers: RateHeaders) => void) | undefined;
}

export interface RateLimits {
  /** Whether the daily quotas that features count in the database apply as well. */
  readonly quotas: boolean;
  /**
   * Counts a request against the general limit: of the API token, of the signed-in user, or else of the address. Does
   * nothing for a name whose rules replace the general one.
   */
  general(caller: Caller, name?: RateName): Promise<void>;
  /**
   * Counts against the rules of a name that can be applied now: before the body is read, or after it (those by what is in the body).
   */
  named(name: RateName | undefined, when: 'before_body' | 'after_body', caller: Caller): Promise<void>;
  /** Counts against the rules of a name without refusing the request; false once one of them is used up. */
  isWithin(name: RateName, caller: Caller): Promise<boolean>;
  /** Counts against the one limit of a name; true for the one that uses it up, over all instances. */
  usesUp(name: RateName, caller: Caller): Promise<boolean>;
  /** Whether nothing is left of one of the limits of a name; counts nothing. */
  isUsedUp(name: RateName, caller: Caller): Promise<boolean>;
  /** Counts only what `find` does not find (null). Once a limit of the name is used up it refuses without a search. */
  countUnknown<T>(name: RateName, caller: Caller, find: () => Promise<T | null>): Promise<T | null>;
}

export interface LimitOptions {
  readonly rules: RateRules;
  /** Where shared counters are stored. */
  readonly pool: pg.Pool;
  /** Hides addresses in the keys of shared counters. */
  readonly hash: (key: string) => string;
  /** Called when a limit of the rule is reached, at most once a minute for what is counted. */
  readonly onReached: (rule: string, caller: Caller) => void;
}

/** The address without the port that some proxies write behind it, `203.0.113.9:51234` or `[2001:db8::1]:51234`. */
export const withoutPort = (address: string | undefined = ''): string =>
  address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(.*\.\d{1,3}):\d+$/, '$1');

/** The first so many parts of an address; text that is none stays as it is. */
function firstParts(text: string | undefined, parts: { ipv4: number; ipv6: number }): string {
  const bare = withoutPort(text);
  if (isIPv4(bare)) return bare.split('.', parts.ipv4).join('.');
  const address = readAddress(bare);
  if (address === null) return bare;
  if ('octets' in address) return address.octets.slice(0, parts.ipv4).join('.');
  return address.parts
    .slice(0, parts.ipv6)
    .map((part) => part.toString(16))
    .join(':');
}

/**
 * The part of an address that belongs to one household: IPv6 by /64 in its shortest spelling, IPv4 whole. Empty for a
 * connection that was cut before anyone asked for its address, which Fastify's type of `request.ip` does not admit.
 */
export const addressKey = (address: string | undefined): string => firstParts(address, { ipv4: 4, ipv6: 4 });

/** The part that belongs to one customer of a provider or one site: IPv6 by /48, IPv4 by /24; empty as above. */
export const networkKey = (address: string | undefined): string => firstParts(address, { ipv4: 3, ipv6: 3 });

function keyOf({ by }: Limit, { address, user_id, token_id, email, invitation }: Caller): string | null {
  if (by === 'user') return user_id ?? null;
  if (by === 'token') return token_id ?? null;
  if (by === 'everybody') return 'everybody';
  if (by === 'address') return addressKey(address);
  if (by === 'network') return networkKey(address);
  if (by === 'invitation_address') return invitation === undefined ? null : `${invitation} ${addressKey(address)}`;
  if (email === undefined) return null;
  return by === 'email' ? email : `${email} ${addressKey(address)}`;
}

/** What is in the body of a request. */
const NEEDS_BODY: ReadonlySet<Counted> = new Set(['email', 'email_address', 'invitation_address']);

/** Whether a limit counts the requests of others as well, of which what is left of it would tell. */
const countsOthers = ({ by }: Limit) => by === 'network' || by === 'everybody' || by === 'email';

/** The limit of a rule that is one shared limit; throws for another rule, which could only be answered in part. */
function onlyLimit({ named }: RateRules, name: RateName): Limit {
  const { shared, limits } = named[name];
  const [limit, ...more] = limits;
  if (!shared || !limit || more.length > 0) throw new Error(`${name} is not one shared limit.`);
  return limit;
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
  usesUp: async () => false,
  isUsedUp: async () => false,
  countUnknown: (_name, _caller, find) => find(),
};

/** How a request was counted, and the milliseconds to wait where it is beyond the limit; null where it was not. */
type Taken = { readonly counted: RateLimiterRes; readonly wait_ms: number | null } | null;

/** Clocks of instances may differ by a minute. */
const CLOCKS_APART_MS = MINUTE * 1000;

async function consume(counter: RateLimiterAbstract, key: string): Promise<NonNullable<Taken>> {
  try {
    return { counted: await counter.consume(key), wait_ms: null };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { counted: refusal, wait_ms: refusal.msBeforeNext };
  }
}

/** Whether a counter lasts longer than its rule: it was written while a clock was ahead. */
const outlives = ({ msBeforeNext }: RateLimiterRes, { seconds }: Limit) =>
  msBeforeNext > seconds * 1000 + CLOCKS_APART_MS;

const isRefused = (taken: Taken) => taken !== null && taken.wait_ms !== null;

/** Refuses with the seconds to wait, and says a wait of more than a minute in minutes, one of more than an hour in hours. */
function failTooMany(seconds: number): never {
  if (seconds <= MINUTE) return fail('too_many_requests', { retryAfter: seconds });
  const [exact, unit] =
    seconds <= HOUR ? (['too_many_requests_minutes', MINUTE] as const) : (['too_many_requests_hours', HOUR] as const);
  return fail('too_many_requests', { retryAfter: seconds, exact, values: { count: Math.ceil(seconds / unit) } });
}

function refuse(taken: Taken): void {
  if (taken && taken.wait_ms !== null) failTooMany(Math.max(1, Math.ceil(taken.wait_ms / 1000)));
}

/** Tells the caller how much of a limit is left. */
function announce(label: string, { points, seconds }: Limit, taken: Taken, { onCounted }: Caller): void {
  if (!taken || !onCounted) return;
  const { remainingPoints, msBeforeNext } = taken.counted;
  const left = `"${label}";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`;
  onCounted({ 'ratelimit-policy': `"${label}";q=${points};w=${seconds}`, ratelimit: left });
}

/**
 * Makes `countUnknown` of the limits. Each process searches once at a time for a network: simultaneous guesses would all
 * be searched for before the first of them counts. To count before the search would refuse a class that sends good codes
 * at once, for as long as the limit lasts.
 */
function makeCountUnknown(limits: Pick<RateLimits, 'named' | 'isUsedUp'>): RateLimits['countUnknown'] {
  const inTurn = makeTurns();
  return (name, caller, find) =>
    inTurn(`${name} ${networkKey(caller.address)}`, async () => {
      if (await limits.isUsedUp(name, caller)) await limits.named(name, 'before_body', caller);
      const found = await find();
      if (found === null) await limits.named(name, 'before_body', caller);
      return found;
    });
}

/**
 * The counters of requests. Those of shared rules are stored in PostgreSQL: while it is away their requests fail like
 * any statement, and a crash of it empties them.
 */
export function rateLimits(options: LimitOptions): RateLimits {
  const { rules } = options;
  const created = new Map<Limit, RateLimiterAbstract>();
  const reports = new RateLimiterMemory({ points: 1, duration: MINUTE });
  const report = (rule: string, by: Counted, key: string, caller: Caller) =>
    reports.consume(`${rule} ${by} ${key}`).then(
      () => options.onReached(rule, caller),
      // Reported within the last minute.
      () => undefined,
    );
  const counterOf = (limit: Limit, name: string, counters: LimitOptions | null) => {
    const counter = created.get(limit) ?? makeCounter(limit, name, counters);
    created.set(limit, counter);
    return counter;
  };
  const take = async (limit: Limit, name: string, counters: LimitOptions | null, caller: Caller): Promise<Taken> => {
    const key = keyOf(limit, caller);
    if (key === null) return null;
    const counter = counterOf(limit, name, counters);
    const stored = counters ? counters.hash(key) : key;
    let taken = await consume(counter, stored);
    if (outlives(taken.counted, limit)) {
      await counter.delete(stored);
      taken = await consume(counter, stored);
    }
    if (isRefused(taken)) await report(name, limit.by, key, caller);
    return taken;
  };
  const takeNamed = (limit: Limit, name: RateName, caller: Caller) =>
    take(limit, name, rules.named[name].shared ? options : null, caller);
  const counters: Omit<RateLimits, 'countUnknown'> = {
    quotas: true,
    general: async (caller, name) => {
      if (rules.without_general.has(name)) return;
      const by = caller.token_id !== undefined ? 'token' : caller.user_id !== undefined ? 'user' : 'address';
      const taken = await take(rules.general[by], 'general', null, caller);
      announce(by, rules.general[by], taken, caller);
      refuse(taken);
    },
    named: async (name, when, caller) => {
      if (name === undefined) return;
      for (const limit of rules.named[name].limits) {
        const needsBody = NEEDS_BODY.has(limit.by);
        if (needsBody !== (when === 'after_body')) continue;
        const taken = await takeNamed(limit, name, caller);
        // Whoever is refused has to know of which limit nothing is left.
        if (!countsOthers(limit) || isRefused(taken))
          announce(rules.without_general.has(name) ? limit.by : name, limit, taken, caller);
        refuse(taken);
      }
    },
    isWithin: async (name, caller) => {
      for (const limit of rules.named[name].limits) if (isRefused(await takeNamed(limit, name, caller))) return false;
      return true;
    },
    usesUp: async (name, caller) => {
      const limit = onlyLimit(rules, name);
      const taken = await takeNamed(limit, name, caller);
      return taken !== null && taken.counted.consumedPoints === limit.points;
    },
    isUsedUp: async (name, caller) => {
      const { shared, limits } = rules.named[name];
      for (const limit of limits) {
        const key = keyOf(limit, caller);
        if (key === null) continue;
        const counted = await counterOf(limit, name, shared ? options : null).get(shared ? options.hash(key) : key);
        if (counted !== null && !outlives(counted, limit) && counted.consumedPoints >= limit.points) return true;
      }
      return false;
    },
  };
  return { ...counters, countUnknown: makeCountUnknown(counters) };
}

const leftIn = (header: unknown) => Number(/;r=(\d+)/.exec(String(header ?? ''))?.[1] ?? Number.POSITIVE_INFINITY);

/**
 * Puts the headers about a limit onto an answer, unless those about one with fewer requests left are there: the one that
 * is nearest to its end is what the caller has to go by.
 */
export const setRateLimitHeaders =
  (reply: FastifyReply) =>
  (headers: RateHeaders): void => {
    if (leftIn(headers.ratelimit) <= leftIn(reply.getHeader('ratelimit'))) reply.headers({ ...headers });
  };

/** Who calls a route outside of the contract: an address, which is told what is left of its limit. */
export const callerOf = (request: FastifyRequest, reply: FastifyReply): Caller => ({
  address: request.ip,
  onCounted: setRateLimitHeaders(reply),
});
