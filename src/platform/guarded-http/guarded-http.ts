import { lookup, Resolver } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { codeOf } from '../lib/error-codes.ts';
import { blockListOf, isInList, isPrivateName, isPublicAddress } from './public-address.ts';

const ANSWER_BYTES_MAX = 64 * 1024;
const ANSWER_BODY_MS = 1000;

/**
 * Why a request failed. `unreachable` is one word for an unknown name, an address that is not public and a connection
 * that fails, so users cannot use requests to find out what is in the server's network.
 */
type RequestError = 'timeout' | 'unreachable' | 'tls' | 'redirect' | 'status' | 'gone';

/** Returns the error that the status of a response means; null for success. */
export function errorOfStatus(status: number): RequestError | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  return status === 410 ? 'gone' : 'status';
}

/** What a receiver made of a request. */
interface GuardedAnswer {
  /** Null where there was no answer. */
  readonly status: number | null;
  /** Null for success. */
  readonly error: RequestError | null;
}

/** Sends to addresses that users chose, and to nothing in the server's own network. */
export interface GuardedHttp {
  /** Whether an address may be saved. Nothing is resolved: that happens at each request. */
  accepts(url: string): boolean;
  /**
   * Takes a slot for a request to the host of an address; what is returned gives it back. Null while too many requests of
   * this process are under way to the host, for the group (a user, say), or in all: those that hang must not hold up others.
   */
  reserve(url: string, group?: string): (() => void) | null;
  /**
   * Posts what it gets and never throws. Redirects are not followed, and of the answer only the status matters; it has
   * `timeout_ms` milliseconds.
   */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Buffer,
    timeout_ms: number,
  ): Promise<GuardedAnswer>;
}

/** All addresses of a host name; what is under way ends with the signal. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly { address: string; family: number }[]>;

interface Options {
  /**
   * What is reached: hosts, addresses and networks, also private ones and without https, and with `*` every public host
   * over https. Nothing else is.
   */
  readonly allow: readonly string[];
  /** How many requests may be under way at once to one host. */
  readonly host_requests_max: number;
  /** How many may be under way at once to all hosts; any number without it. */
  readonly requests_max?: number;
  /** How many may be under way at once for one group; any number without it. */
  readonly group_requests_max?: number;
  readonly resolve?: Resolve;
  /** Servers to ask for names instead of those of the system. */
  readonly dns_servers?: readonly string[];
  /** A certificate authority to trust instead of the usual ones. */
  readonly ca?: string | Buffer;
}

class Refused extends Error {
  readonly reason: RequestError;
  constructor(reason: RequestError) {
    super(reason);
    this.reason = reason;
  }
}

/** A host as names and addresses are compared: in lower case, without the brackets of IPv6 and the dot at the end. */
const hostOf = ({ hostname }: URL) =>
  hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.+$/, '');

const DNS_TIMEOUT_MS = 3000;

/**
 * Asks name servers by itself. The system's own look-up would block a thread that files and all other look-ups need, for
 * as long as the server of a name that a user chose stays silent.
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

/** Asks the system, which also knows names of the house: /etc/hosts, mDNS. */
const askSystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/** Stands for every public host. */
const PUBLIC_HOSTS = '*';

/** What is allowed, of names and of addresses, and whether public hosts are. */
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

/** Whether an address may be saved, by what it says alone. */
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

/** Counts what is under way for each key, up to a limit; null once it is reached. */
function makeSlots(max = Number.POSITIVE_INFINITY) {
  const counts = new Map<string, number>();
  return (key: string): GiveBack | null => {
    const count = counts.get(key) ?? 0;
    if (count >= max) return null;
    counts.set(key, count + 1);
    return () => {
      const left = counts.get(key)! - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    };
  };
}

/** Takes a slot of the host, one of all hosts and, for a request of a group, one of that group; or none of them. */
function makeRequestSlots({ host_requests_max, requests_max, group_requests_max }: Options) {
  const [ofHosts, ofAll, ofGroups] = [
    makeSlots(host_requests_max),
    makeSlots(requests_max),
    makeSlots(group_requests_max),
  ];
  return (host: string, group: string | undefined): GiveBack | null => {
    const slots = [ofHosts(host), ofAll(''), ...(group === undefined ? [] : [ofGroups(group)])];
    const giveBack = () => {
      for (const slot of slots) slot?.();
    };
    if (!slots.includes(null)) return giveBack;
    giveBack();
    return null;
  };
}

const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO)/;

/** A word of ours for what failed. The texts of errors hold what the other side sent, so they go nowhere. */
function reasonOf(error: unknown, timedOut: boolean): RequestError {
  if (timedOut) return 'timeout';
  if (error instanceof Refused) return error.reason;
  return TLS.test(codeOf(error)) ? 'tls' : 'unreachable';
}

/** Reads an answer to its end, or 64 KiB of it, or for a second, so that a receiver can finish what it says. */
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
 * Requests to receivers of webhooks (docs/rules.md#webhooks) and to push servers (docs/rules.md#notifications). At each
 * one the name is resolved once, all its addresses have to be public or allowed, and the connection goes to one of those,
 * with the name for TLS: a name that changes between the check and the connection leads nowhere else.
 */
export function guardedHttp(options: Options): GuardedHttp {
  const { allow, resolve, dns_servers, ca } = options;
  const allowed = readAllowed(allow);
  const fromServers = askServers(dns_servers);
  const resolveAll: Resolve =
    resolve ?? ((host, signal) => (allowed.hasName(host) ? askSystem : fromServers)(host, signal));
  const takeSlot = makeRequestSlots(options);
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
      // A connection of its own: one that stayed open would still lead to an address of before.
      const options = { method: 'POST', headers, agent: false, lookup: pinned, signal, ...(ca ? { ca } : {}) };
      request(url, options, answered).on('error', failed).end(body);
    });
  };

  return {
    accepts,
    reserve: (text, group) => takeSlot(URL.canParse(text) ? hostOf(new URL(text)) : '', group),
    async post(text, headers, body, timeout_ms) {
      // An address that was saved under other settings, or by a release with other rules.
      if (!accepts(text)) return { status: null, error: 'unreachable' };
      const over = new AbortController();
      const timer = setTimeout(() => over.abort(), timeout_ms);
      const late = new Promise<never>((_, reject) => {
        over.signal.addEventListener('abort', () => reject(new Refused('timeout')), { once: true });
      });
      late.catch(() => undefined);
      try {
        // Raced, since a resolver that is silent knows nothing of the signal.
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
