import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AccountClaims, Configuration, default as Provider } from 'oidc-provider';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** `down` closes connections; `silent` never responds. */
type OidcMode = 'ok' | 'down' | 'silent';

type IdToken = Record<string, unknown>;

export interface FakeOidc {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** Requests that reached the provider, such as `POST /token`. */
  readonly calls: string[];
  /**
   * Starts the provider, which then redirects browsers to `callbackUrl`. Before that, it closes connections. `more` are
   * settings of the provider.
   */
  register(callbackUrl: string, more?: Configuration): Promise<void>;
  /**
   * Sets the claims about a user, by the login that the user types on the provider's page. By default the address is
   * verified.
   */
  setClaims(login: string, claims: Omit<AccountClaims, 'sub'>): void;
  setMode(mode: OidcMode): void;
  /**
   * Changes the claims of future ID tokens and signs them again; null stops that. `foreign` signs with a key that is
   * not the provider's.
   */
  setTamper(change: ((token: IdToken) => IdToken) | null, foreign?: 'foreign'): void;
  /** Signs in on the provider's pages like a browser, starting at the app's redirect. Returns the callback URL. */
  signIn(url: string, login: string): Promise<string>;
  /** Cancels on the provider's page. Returns the callback URL. */
  cancel(url: string): Promise<string>;
  close(): Promise<void>;
}

const CLIENT = { client_id: 'emberkin', client_secret: randomBytes(24).toString('base64url') };

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** Creates a real provider whose claims the test sets. It suppresses warnings about production use. */
async function buildProvider(
  issuer: string,
  callbackUrl: string,
  { claimsOf, key }: { claimsOf: (login: string) => AccountClaims; key: KeyObject },
  more: Configuration,
): Promise<Provider> {
  const configuration: Configuration = {
    clients: [{ ...CLIENT, redirect_uris: [callbackUrl] }],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as never] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    pkce: { required: () => true },
    findAccount: (_, login) => ({ accountId: login, claims: async () => claimsOf(login) }),
    // Skip the consent page, which is not ours.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session!.accountId!, clientId: oidc.client!.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: { Interaction: 3600, Session: 3600, Grant: 3600, AccessToken: 3600, IdToken: 3600 },
    ...more,
  };
  const { warn, info } = console;
  console.warn = console.info = () => undefined;
  try {
    const { default: RealProvider } = await import('oidc-provider');
    return new RealProvider(issuer, configuration);
  } finally {
    Object.assign(console, { warn, info });
  }
}

interface Tamper {
  readonly change: (token: IdToken) => IdToken;
  readonly key: KeyObject;
}

/** Rewrites the ID token in a response of the token endpoint and signs it with `key`. */
function tamperAnswer(response: ServerResponse, { change, key }: Tamper): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse;
  response.end = ((text: string | Buffer) => {
    const body = JSON.parse(String(text)) as { id_token?: string };
    if (body.id_token !== undefined) {
      const [head, payload] = body.id_token.split('.');
      const changed = change(JSON.parse(Buffer.from(payload!, 'base64url').toString('utf8')) as IdToken);
      const signed = `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
      body.id_token = `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
    }
    const whole = JSON.stringify(body);
    response.setHeader('content-length', Buffer.byteLength(whole));
    return end(whole);
  }) as ServerResponse['end'];
}

/**
 * Follows the provider's redirects from `url` with its cookies, and passes its pages to `onPage`. Returns the first URL
 * outside the provider.
 */
async function browse(
  issuer: string,
  url: string,
  onPage: (address: string) => { address: string; form?: Record<string, string> },
): Promise<string> {
  const cookies = new Map<string, string>();
  let next: { address: string; form?: Record<string, string> } = { address: url };
  for (let steps = 0; steps < 20; steps++) {
    const response = await fetch(next.address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form && { method: 'POST', body: new URLSearchParams(next.form) }),
    });
    for (const header of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    await response.arrayBuffer();
    if (location === null && response.status !== 200) throw new Error(`The provider answered ${response.status}.`);
    next = location === null ? onPage(next.address) : { address: new URL(location, next.address).href };
    if (!next.address.startsWith(issuer)) return next.address;
  }
  throw new Error('The provider returned no redirect.');
}

/** Starts a real OpenID Connect provider on loopback. Its socket can fail as networks do. */
export async function startFakeOidc(): Promise<FakeOidc> {
  const claims = new Map<string, Omit<AccountClaims, 'sub'>>();
  const claimsOf = (login: string): AccountClaims => ({
    ...(claims.get(login) ?? { email: `${login}@example.com`, email_verified: true, name: login }),
    sub: login,
  });
  const calls: string[] = [];
  let mode: OidcMode = 'ok';
  const key = newKey();
  let tamper: Tamper | null = null;
  let handle: ((request: IncomingMessage, response: ServerResponse) => unknown) | null = null;

  const front = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    calls.push(`${request.method} ${path}`);
    if (mode === 'silent') return;
    if (mode === 'down' || handle === null) return void request.socket.destroy();
    if (tamper && path === '/token') tamperAnswer(response, tamper);
    handle(request, response);
  });
  const issuer = `http://127.0.0.1:${await listenOnLoopback(front)}`;

  return {
    issuer,
    ...CLIENT,
    calls,
    register: async (callbackUrl, more = {}) => {
      handle = (await buildProvider(issuer, callbackUrl, { claimsOf, key }, more)).callback();
    },
    setClaims: (login, said) => void claims.set(login, said),
    setMode: (next) => {
      mode = next;
    },
    setTamper: (change, foreign) => {
      tamper = change && { change, key: foreign ? newKey() : key };
    },
    signIn: (url, login) =>
      browse(issuer, url, (address) => ({ address, form: { prompt: 'login', login, password: 'of no matter' } })),
    cancel: (url) => browse(issuer, url, (address) => ({ address: `${address}/abort` })),
    close: async () => {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}
