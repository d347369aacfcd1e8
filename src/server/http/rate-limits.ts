import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { API_TOKEN_RATE } from '#domain/limits.ts';
import { fail } from './errors.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Whom a limit counts: an address (IPv6 by /64), a user, an API token, an e-mail, or an e-mail from one address. */
type Counted = 'address' | 'user' | 'token' | 'email' | 'email_address';

interface Rule {
  readonly by: Counted;
  readonly points: number;
  readonly seconds: number;
}

/** The named limits; an endpoint of the contract names one with `rate`. */
const RULES: Record<string, readonly Rule[]> = {
  login: [
    { by: 'address', points: 30, seconds: 5 * MINUTE },
    { by: 'email_address', points: 10, seconds: 15 * MINUTE },
  ],
  register: [{ by: 'address', points: 5, seconds: 30 * MINUTE }],
  forgot: [
    { by: 'address', points: 6, seconds: HOUR },
    { by: 'email', points: 3, seconds: HOUR },
  ],
  reset: [{ by: 'address', points: 10, seconds: 15 * MINUTE }],
  admin_login: [{ by: 'address', points: 5, seconds: 15 * MINUTE }],
  join: [{ by: 'address', points: 30, seconds: 10 * MINUTE }],
  export: [{ by: 'user', points: 5, seconds: HOUR }],
  delete_account: [{ by: 'user', points: 5, seconds: 15 * MINUTE }],
  links: [{ by: 'address', points: 30, seconds: 10 * MINUTE }],
  photos: [{ by: 'user', points: 60, seconds: DAY }],
  comments: [{ by: 'user', points: 30, seconds: MINUTE }],
  reactions: [{ by: 'user', points: 60, seconds: MINUTE }],
  missions: [{ by: 'user', points: 20, seconds: HOUR }],
  checkout: [{ by: 'user', points: 10, seconds: HOUR }],
  webhook: [{ by: 'address', points: 1200, seconds: MINUTE }],
};

const GENERAL: Record<'user' | 'token' | 'address', Rule> = {
  user: { by: 'user', points: 300, seconds: MINUTE },
  token: { by: 'token', points: API_TOKEN_RATE, seconds: MINUTE },
  address: { by: 'address', points: 60, seconds: MINUTE },
};

export interface Caller {
  readonly address: string;
  readonly user_id?: string | undefined;
  /** Of the personal API token that the caller came with: it has a limit of its own. */
  readonly token_id?: string | undefined;
  readonly email?: string | undefined;
}

export interface RateLimits {
  /** Whether the daily numbers that features count in the database hold as well. */
  readonly quotas: boolean;
  /** Counts a request against the general limit: the API token's, the user's when signed in, else the address's. */
  general(caller: Caller): Promise<void>;
  /** Counts against the rules of a name that can be told by now: before the body is read, or (`'email'`) after. */
  named(name: string | undefined, when: 'before_body' | 'after_body', caller: Caller): Promise<void>;
}

/** The part of an address that one household owns: IPv6 by /64 in its shortest spelling, IPv4 whole. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  const spelled = address.toLowerCase();
  if (spelled.startsWith('::ffff:') && spelled.includes('.')) return spelled.slice(7);
  const [head = '', tail = ''] = spelled.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const middle = spelled.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  const network = [...left, ...middle, ...right].slice(0, 4);
  return network.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}

function keyOf(rule: Rule, caller: Caller): string | null {
  if (rule.by === 'user') return caller.user_id ?? null;
  if (rule.by === 'token') return caller.token_id ?? null;
  if (rule.by === 'address') return addressKey(caller.address);
  if (caller.email === undefined) return null;
  return rule.by === 'email' ? caller.email : `${caller.email} ${addressKey(caller.address)}`;
}

/** Counters of this process; `off` is honoured outside production only (the caller checks). */
export function rateLimits(off: boolean): RateLimits {
  if (off) return { quotas: false, general: async () => {}, named: async () => {} };
  const limiters = new Map<Rule, RateLimiterMemory>();
  const take = async (rule: Rule, key: string | null) => {
    if (key === null) return;
    let limiter = limiters.get(rule);
    if (!limiter) {
      limiter = new RateLimiterMemory({ points: rule.points, duration: rule.seconds });
      limiters.set(rule, limiter);
    }
    try {
      await limiter.consume(key);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes)
        fail('too_many_requests', { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
      throw refusal;
    }
  };
  return {
    quotas: true,
    general: async (caller) => {
      const by = caller.token_id !== undefined ? 'token' : caller.user_id !== undefined ? 'user' : 'address';
      const rule = GENERAL[by];
      await take(rule, keyOf(rule, caller));
    },
    named: async (name, when, caller) => {
      if (name === undefined) return;
      for (const rule of RULES[name]!) {
        const needsBody = rule.by === 'email' || rule.by === 'email_address';
        if (needsBody === (when === 'after_body')) await take(rule, keyOf(rule, caller));
      }
    },
  };
}

/** The names that endpoints may use; a test asserts that each is known. */
export const RATE_NAMES = Object.keys(RULES);
