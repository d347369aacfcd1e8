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

/** A caller's state after a counted request (draft-ietf-httpapi-ratelimit-headers). */
export interface RateHeaders {
  readonly 'ratelimit-policy': string;
  readonly ratelimit: string;
}

export interface Caller {
  readonly address: string;
  readonly user_id?: string | undefined;
  readonly token_id?: string | undefined;
  readonly email?: string | undefined;
  /** The mission for which the caller has a valid invitation. */
  readonly invitation?: string | undefined;
  readonly onCounted?: ((headers: RateHeaders) => void) | undefined;
}

export interface RateLimits {
  /** Whether the daily quotas that features count in the database apply too. */
  readonly quotas: boolean;
  /**
   * Counts against the general limit of the API token, the user or else the address. Skips names whose rules replace
   * the general limit.
   */
  general(caller: Caller, name?: RateName): Promise<void>;
  /** Counts against the limits of a name that need the body, or against the limits that do not. */
  named(name: RateName | undefined, when: 'before_body' | 'after_body', caller: Caller): Promise<void>;
  /** Counts against the limits of a name without throwing; returns false beyond one of them. */
  isWithin(name: RateName, caller: Caller): Promise<boolean>;
  /** Counts against the only limit of a name; returns true for the request that uses it up, over all instances. */
  usesUp(name: RateName, caller: Caller): Promise<boolean>;
  /** Returns true if a limit of the name is used up, without counting. */
  isUsedUp(name: RateName, caller: Caller): Promise<boolean>;
  /** Counts only if `find` returns null. Throws without a search if a limit of the name is used up. */
  countUnknown<T>(name: RateName, caller: Caller, find: () => Promise<T | null>): Promise<T | null>;
}

export interface LimitOptions {
  readonly rules: RateRules;
  readonly pool: pg.Pool;
  /** Hides addresses in the keys of shared counters. */
  readonly hash: (key: string) => string;
  /** Called when a limit is reached, at most once a minute per key. */
  readonly onReached: (rule: string, caller: Caller) => void;
}

/** Removes the port that some proxies add, as in `203.0.113.9:51234` or `[2001:db8::1]:51234`. */
export const withoutPort = (address: string | undefined = ''): string =>
  address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(.*\.\d{1,3}):\d+$/, '$1');

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
 * Returns the part of an address that a household shares: the /64 of IPv6, the whole of IPv4. Empty for a connection
 * that was cut early; Fastify's type of `request.ip` omits that case.
 */
export const addressKey = (address: string | undefined): string => firstParts(address, { ipv4: 4, ipv6: 4 });

/**
 * Returns the part of an address that a customer or site shares: the /48 of IPv6, the /24 of IPv4. It is empty under
 * the same conditions as `addressKey`.
 */
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

const NEEDS_BODY: ReadonlySet<Counted> = new Set(['email', 'email_address', 'invitation_address']);

/** Returns true if a limit also counts other people's requests, so its remaining count would reveal them. */
const countsOthers = ({ by }: Limit) => by === 'network' || by === 'everybody' || by === 'email';

/** Returns the only, shared limit of a name; throws if the name has other limits. */
function onlyLimit({ named }: RateRules, name: RateName): Limit {
  const { shared, limits } = named[name];
  const [limit, ...more] = limits;
  if (!shared || !limit || more.length > 0) throw new Error(`${name} is not one shared limit.`);
  return limit;
}

/** Creates the counter of a limit. A shared one that is used up is not queried until it expires. */
function makeCounter({ points, seconds: duration, by }: Limit, name: string, counters: LimitOptions | null) {
  if (counters === null) return new RateLimiterMemory({ points, duration });
  return new RateLimiterPostgres({
    ...{ storeClient: counters.pool, tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: false },
    ...{ keyPrefix: `${name}_${by}`, points, duration, inMemoryBlockOnConsumed: points },
  });
}

/** Rejects nothing, for RATE_LIMITS=off outside production. */
export const NO_LIMITS: RateLimits = {
  quotas: false,
  general: async () => {},
  named: async () => {},
  isWithin: async () => true,
  usesUp: async () => false,
  isUsedUp: async () => false,
  countUnknown: (_name, _caller, find) => find(),
};

/** A counted request, with the milliseconds to wait beyond the limit, or null if it was not counted. */
type Taken = { readonly counted: RateLimiterRes; readonly wait_ms: number | null } | null;

/** Instances' clocks may differ by a minute. */
const CLOCKS_APART_MS = MINUTE * 1000;

async function consume(counter: RateLimiterAbstract, key: string): Promise<NonNullable<Taken>> {
  try {
    return { counted: await counter.consume(key), wait_ms: null };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { counted: refusal, wait_ms: refusal.msBeforeNext };
  }
}

/** Returns true if a counter outlasts its rule, because a clock was ahead. */
const outlives = ({ msBeforeNext }: RateLimiterRes, { seconds }: Limit) =>
  msBeforeNext > seconds * 1000 + CLOCKS_APART_MS;

const isRefused = (taken: Taken) => taken !== null && taken.wait_ms !== null;

function failTooMany(seconds: number): never {
  if (seconds <= MINUTE) return fail('too_many_requests', { retryAfter: seconds });
  const [exact, unit] =
    seconds <= HOUR ? (['too_many_requests_minutes', MINUTE] as const) : (['too_many_requests_hours', HOUR] as const);
  return fail('too_many_requests', { retryAfter: seconds, exact, values: { count: Math.ceil(seconds / unit) } });
}

function refuse(taken: Taken): void {
  if (taken && taken.wait_ms !== null) failTooMany(Math.max(1, Math.ceil(taken.wait_ms / 1000)));
}

function announce(label: string, { points, seconds }: Limit, taken: Taken, { onCounted }: Caller): void {
  if (!taken || !onCounted) return;
  const { remainingPoints, msBeforeNext } = taken.counted;
  const left = `"${label}";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`;
  onCounted({ 'ratelimit-policy': `"${label}";q=${points};w=${seconds}`, ratelimit: left });
}

/**
 * Creates `countUnknown`. Each process searches once at a time per network, or concurrent guesses would all be searched
 * before the first counts. Counting before the search would reject a class that sends valid codes at the same time.
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
 * Creates the request counters. Shared rules count in PostgreSQL: if it is down, their requests fail, and its crash
 * empties them.
 */
export function rateLimits(options: LimitOptions): RateLimits {
  const { rules } = options;
  const created = new Map<Limit, RateLimiterAbstract>();
  const reports = new RateLimiterMemory({ points: 1, duration: MINUTE });
  const report = (rule: string, by: Counted, key: string, caller: Caller) =>
    reports.consume(`${rule} ${by} ${key}`).then(
      () => options.onReached(rule, caller),
      // Already reported within the last minute.
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
        // A rejected caller must learn which limit is used up.
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

/** Sets the rate limit headers, unless the response already has the headers of a tighter limit. */
export const setRateLimitHeaders =
  (reply: FastifyReply) =>
  (headers: RateHeaders): void => {
    if (leftIn(headers.ratelimit) <= leftIn(reply.getHeader('ratelimit'))) reply.headers({ ...headers });
  };

/**
 * Returns the caller of a route outside the contract, identified by address; the response states its remaining
 * requests.
 */
export const callerOf = (request: FastifyRequest, reply: FastifyReply): Caller => ({
  address: request.ip,
  onCounted: setRateLimitHeaders(reply),
});
