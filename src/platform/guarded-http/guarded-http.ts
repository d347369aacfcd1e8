import { lookup, Resolver } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { codeOf } from '../lib/error-codes.ts';
import { blockListOf, isInList, isPrivateName, isPublicAddress } from './public-address.ts';

const ANSWER_BYTES_MAX = 64 * 1024;
const ANSWER_BODY_MS = 1000;

/**
 * `unreachable` covers an unknown name, a private address and a failed connection, so users cannot explore the server's
 * network.
 */
type RequestError = 'timeout' | 'unreachable' | 'tls' | 'redirect' | 'status' | 'gone';

/** Returns the error that a response status means, or null for success. */
export function errorOfStatus(status: number): RequestError | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  return status === 410 ? 'gone' : 'status';
}

interface GuardedAnswer {
  readonly status: number | null;
  /** Null for success. */
  readonly error: RequestError | null;
}

/** Sends requests to URLs that users chose, but never into the server's own network. */
export interface GuardedHttp {
  /** Returns true if a URL may be saved. Resolves no name, because each request does. */
  accepts(url: string): boolean;
  /** Returns true if this process has as many requests in flight for a group (such as a user) as it allows. */
  isFull(group: string): boolean;
  /**
   * Reserves a slot for a request to a URL's host; the returned function releases it. Returns null if this process has
   * too many in flight to the host, for the group or in total. Hanging requests must not block others.
   */
  reserve(url: string, group?: string): (() => void) | null;
  /** Posts a request and never throws. Does not follow redirects; only the status counts. */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Buffer,
    timeout_ms: number,
  ): Promise<GuardedAnswer>;
}

/** Resolves a host name to all its addresses until the signal aborts. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly { address: string; family: number }[]>;

interface Options {
  /**
   * The only allowed targets: hosts, addresses and networks, even private or without https, and `*` for all public
   * hosts over https.
   */
  readonly allow: readonly string[];
  readonly host_requests_max: number;
  /** Concurrent requests to all hosts; unlimited by default. */
  readonly requests_max?: number;
  /** Concurrent requests for one group; unlimited by default. */
  readonly group_requests_max?: number;
  readonly resolve?: Resolve;
  readonly dns_servers?: readonly string[];
  readonly ca?: string | Buffer;
}

class Refused extends Error {
  readonly reason: RequestError;
  constructor(reason: RequestError) {
    super(reason);
    this.reason = reason;
  }
}

/** Normalizes a host for comparison: lower case, without IPv6 brackets and trailing dots. */
const hostOf = ({ hostname }: URL) =>
  hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.+$/, '');

const DNS_TIMEOUT_MS = 3000;

/**
 * Queries DNS servers directly. The system's lookup blocks a thread of a pool that files share, and users can choose a
 * name whose server stays silent.
 */
const askServers =
  (servers: readonly string[] | undefined): Resolve =>
  async (host, signal) => {
    const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      return found.flatMap((answer, index) =>
        answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
      );
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };

/** Uses the system, which also has local names from /etc/hosts and mDNS. */
const askSystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });

const PUBLIC_HOSTS = '*';

function readAllowed(allow: readonly string[]) {
  const isNetwork = (entry: string) => isIP(entry.split('/')[0]!) !== 0;
  const names = new Set(allow.filter((entry) => entry !== PUBLIC_HOSTS && !isNetwork(entry)));
  const networks = blockListOf(allow.filter(isNetwork));
  return {
    isOpen: allow.includes(PUBLIC_HOSTS),
    hasName: (host: string) => names.has(host),
    hasAddress: (address: string) => isInList(networks, address),
  };
}

function isAccepted(text: string, allowed: ReturnType<typeof readAllowed>): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  const host = hostOf(url);
  if (host === '') return false;
  const isNamed = allowed.hasName(host) || (isIP(host) !== 0 && allowed.hasAddress(host));
  if (isNamed) return url.protocol === 'https:' || url.protocol === 'http:';
  if (!allowed.isOpen || url.protocol !== 'https:') return false;
  return isIP(host) === 0 ? !isPrivateName(host) : isPublicAddress(host);
}

type GiveBack = () => void;

function makeSlots(max = Number.POSITIVE_INFINITY) {
  const counts = new Map<string, number>();
  const isFull = (key: string) => (counts.get(key) ?? 0) >= max;
  const take = (key: string): GiveBack | null => {
    if (isFull(key)) return null;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return () => {
      const left = counts.get(key)! - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    };
  };
  return { isFull, take };
}

/** Takes a slot of the host, of the total and of the group, or none of them. */
function makeRequestSlots({ host_requests_max, requests_max, group_requests_max }: Options) {
  const [ofHosts, ofAll, ofGroups] = [
    makeSlots(host_requests_max),
    makeSlots(requests_max),
    makeSlots(group_requests_max),
  ];
  const take = (host: string, group: string | undefined): GiveBack | null => {
    const slots = [ofHosts.take(host), ofAll.take(''), ...(group === undefined ? [] : [ofGroups.take(group)])];
    const giveBack = () => {
      for (const slot of slots) slot?.();
    };
    if (!slots.includes(null)) return giveBack;
    giveBack();
    return null;
  };
  return { isFull: ofGroups.isFull, take };
}

const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO)/;

/** Reduces an error to a code of ours, because its text can contain what the other side sent. */
function reasonOf(error: unknown, timedOut: boolean): RequestError {
  if (timedOut) return 'timeout';
  if (error instanceof Refused) return error.reason;
  return TLS.test(codeOf(error)) ? 'tls' : 'unreachable';
}

/** Reads a response until its end, 64 KiB or a second, so the receiver can finish. */
function readToEnd(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(() => end(), ANSWER_BODY_MS);
    const end = () => {
      clearTimeout(timer);
      answer.destroy();
      resolve();
    };
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES_MAX) end();
    });
    answer.on('error', end).on('close', end).on('end', end);
  });
}

/**
 * Sends webhooks (docs/rules.md#webhooks) and push messages (docs/rules.md#notifications) safely. Each request resolves
 * the name once and connects to a checked address, so DNS changes cannot redirect it. All addresses of a name must be
 * public or allowed.
 */
export function guardedHttp(options: Options): GuardedHttp {
  const { allow, resolve, dns_servers, ca } = options;
  const allowed = readAllowed(allow);
  const fromServers = askServers(dns_servers);
  const resolveAll: Resolve =
    resolve ?? ((host, signal) => (allowed.hasName(host) ? askSystem : fromServers)(host, signal));
  const slots = makeRequestSlots(options);
  const canReach = (address: string) => isPublicAddress(address) || allowed.hasAddress(address);

  const accepts = (text: string) => isAccepted(text, allowed);

  const findAddresses = async (host: string, signal: AbortSignal) => {
    const family = isIP(host);
    const found =
      family === 0
        ? await resolveAll(host, signal).catch(() => {
            throw new Refused('unreachable');
          })
        : [{ address: host, family }];
    const isAllowed = allowed.hasName(host) || found.every(({ address }) => canReach(address));
    if (found.length === 0 || !isAllowed) throw new Refused('unreachable');
    return [...found];
  };

  const send = async (
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: string | Buffer,
    signal: AbortSignal,
  ) => {
    const addresses = await findAddresses(hostOf(url), signal);
    signal.throwIfAborted();
    const pinned: LookupFunction = (_host, options, callback) =>
      options.all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family);
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise<IncomingMessage>((answered, failed) => {
      // A kept-alive connection could still lead to an old address.
      const options = { method: 'POST', headers, agent: false, lookup: pinned, signal, ...(ca ? { ca } : {}) };
      request(url, options, answered).on('error', failed).end(body);
    });
  };

  return {
    accepts,
    isFull: slots.isFull,
    reserve: (text, group) => slots.take(URL.canParse(text) ? hostOf(new URL(text)) : '', group),
    async post(text, headers, body, timeout_ms) {
      // The URL might have been saved under other settings or an older release's rules.
      if (!accepts(text)) return { status: null, error: 'unreachable' };
      const over = new AbortController();
      const timer = setTimeout(() => over.abort(), timeout_ms);
      const late = new Promise<never>((_, reject) => {
        over.signal.addEventListener('abort', () => reject(new Refused('timeout')), { once: true });
      });
      late.catch(() => undefined);
      try {
        // A silent resolver ignores the signal.
        const answer = await Promise.race([send(new URL(text), headers, body, over.signal), late]);
        const status = answer.statusCode ?? 0;
        await readToEnd(answer);
        return { status, error: errorOfStatus(status) };
      } catch (error) {
        return { status: null, error: reasonOf(error, over.signal.aborted) };
      } finally {
        clearTimeout(timer);
        over.abort();
      }
    },
  };
}
