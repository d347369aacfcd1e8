import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AccountClaims, Configuration, default as Provider } from 'oidc-provider';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** `down`: hangs up; `silent`: never answers. */
type OidcMode = 'ok' | 'down' | 'silent';

type IdToken = Record<string, unknown>;

export interface FakeOidc {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** Requests that reached the provider, such as `POST /token`. */
  readonly calls: string[];
  /** Begins to work, and sends browsers back to this address; before, it hangs up. `more` are settings of the provider. */
  register(callbackUrl: string, more?: Configuration): Promise<void>;
  /** What the provider says about a user, by the login that is typed on its page; by default a verified address. */
  setClaims(login: string, claims: Omit<AccountClaims, 'sub'>): void;
  setMode(mode: OidcMode): void;
  /**
   * Changes the claims of the ID tokens that leave the provider from now on, and signs them anew, by another key than the
   * provider's with `foreign`; null lets them be.
   */
  setTamper(change: ((token: IdToken) => IdToken) | null, foreign?: 'foreign'): void;
  /** Signs in on the provider's pages, as a browser does, from the address that the app sent it to; the way back. */
  signIn(url: string, login: string): Promise<string>;
  /** Gives up on the provider's page; the way back. */
  cancel(url: string): Promise<string>;
  close(): Promise<void>;
}

const CLIENT = { client_id: 'emberkin', client_secret: randomBytes(24).toString('base64url') };

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** A real provider, whose claims are what the test says. Its own warnings are for those who run it in earnest. */
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
    // Nobody has to agree to anything: the page that asks is none of ours.
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

/** Rewrites the ID token in an answer of the token endpoint, and signs it with the key. */
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

/** Follows the provider's redirects from `url` with its cookies, and hands its pages to `onPage` until it leads away. */
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
  throw new Error('The provider leads nowhere.');
}

/** A real OpenID Connect provider on loopback, behind a socket that can be made to fail as networks do. */
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
