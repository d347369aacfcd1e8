import type * as Client from 'openid-client';
import { type Clock, systemClock } from '#platform/lib/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';

const TIMEOUT_S = 10;
const DISCOVERY_MINUTES = 60;
/** How far the provider's clock may be ahead of ours. */
const AHEAD_S = 60;
const SCOPES = 'openid email profile';

export interface OidcSettings {
  /** The provider's own name, including any trailing slash. */
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly callback_url: string;
}

/** Values that the browser must return unchanged from the provider. */
interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE verifier; the code is useless without it. */
  readonly verifier: string;
}

interface Claims {
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
  readonly preferred_username?: unknown;
}

interface OidcUser {
  /** The provider's name and its ID of the user, which never changes. */
  readonly issuer: string;
  readonly subject: string;
  /** The claims in the ID token, followed by the claims of the userinfo endpoint if the token lacks some. */
  readonly claims: readonly Claims[];
}

/**
 * The provider did not sign the user in. `reason` is a code of OAuth, the library or the network and safe to log; the
 * library's messages can contain parameters.
 */
export class OidcFailed extends Error {
  readonly reason: string;
  /** Whether the user or the provider refused, as opposed to a failure. */
  readonly is_refused: boolean;

  constructor(reason: string, isRefused = false) {
    super(`The provider did not sign the user in: ${reason}`);
    this.name = 'OidcFailed';
    this.reason = reason;
    this.is_refused = isRefused;
  }
}

/** A single sign-on provider. Both calls throw OidcFailed. */
export interface Oidc {
  /** Returns the URL of the provider's sign-in page in a language, with the attempt to pass to `finish`. */
  start(language: string): Promise<{ url: string; attempt: OidcAttempt }>;
  /** Returns the signed-in user. `query` is the callback's query with its question mark. */
  finish(query: string, attempt: OidcAttempt): Promise<OidcUser>;
}

const CODE = /^[\w-]{1,60}$/;
/** The limit of OpenID Connect. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** Returns the first code in an error and its causes. */
function reasonOf(error: unknown): string {
  const { error: oauth, code, reason, cause } = error as Record<'error' | 'code' | 'reason' | 'cause', unknown>;
  // A refusal by HTTP authentication has the OAuth code among its parameters.
  const challenge = Array.isArray(cause) ? (cause[0] as { parameters?: { error?: unknown } }).parameters?.error : null;
  const found = [oauth, challenge, code, reason].find((text) => typeof text === 'string' && CODE.test(text));
  if (typeof found === 'string') return found;
  return cause instanceof Error ? reasonOf(cause) : 'unknown';
}

const isComplete = ({ email, email_verified, name }: Claims) =>
  email !== undefined && email_verified !== undefined && name !== undefined;

/** Prefers HTTP Basic, which is the default if the metadata names no method. */
const authenticateWith =
  ({ ClientSecretBasic, ClientSecretPost }: typeof Client, secret: string): Client.ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    method(secret)(server, client, body, headers);
  };

/** Fetches the provider's metadata on first use and hourly; concurrent callers share a request. */
function makeDiscovery(settings: OidcSettings, clock: Clock, timeoutS: number) {
  let latest: { fetched_ms: number; discovered: Promise<Client.Configuration> } | null = null;
  return async (): Promise<{ client: typeof Client; provider: Client.Configuration }> => {
    // Imported for the first sign-in, because startup does not need it.
    const client = await import('openid-client');
    const now_ms = clock.now().getTime();
    const age_ms = now_ms - (latest?.fetched_ms ?? Number.NEGATIVE_INFINITY);
    if (latest === null || age_ms < 0 || age_ms >= DISCOVERY_MINUTES * MINUTE_MS) {
      const { issuer, client_id, client_secret } = settings;
      const server = new URL(issuer);
      const discovered = client.discovery(server, client_id, undefined, authenticateWith(client, client_secret), {
        timeout: timeoutS,
        execute: [
          client.enableNonRepudiationChecks,
          // In production the settings accept http only on loopback.
          ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      });
      latest = { fetched_ms: now_ms, discovered };
    }
    const { discovered } = latest;
    try {
      return { client, provider: await discovered };
    } catch (error) {
      // The next caller retries, unless a retry is already in flight.
      if (latest?.discovered === discovered) latest = null;
      throw error;
    }
  };
}

/** Rejects what the library accepts: a token for another client or from the future, and an invalid subject. */
function refuseWrongToken({ azp, iat, sub }: Client.IDToken, clientId: string): void {
  if (azp !== undefined && azp !== clientId) throw new OidcFailed('bad_azp');
  // The machine's clock, because the library uses it for the expiry.
  if (iat > systemClock.now().getTime() / SECOND_MS + AHEAD_S) throw new OidcFailed('future_iat');
  if (!SUBJECT.test(sub)) throw new OidcFailed('bad_subject');
}

/**
 * Signs users in by the authorization code flow with PKCE, state and nonce (docs/decisions/0039). Sends nothing before
 * the first sign-in. Requests time out after `timeoutS`.
 */
export function oidcProvider(settings: OidcSettings, clock: Clock, timeoutS = TIMEOUT_S): Oidc {
  const discover = makeDiscovery(settings, clock, timeoutS);
  return {
    start: async (language) => {
      try {
        const { client, provider } = await discover();
        const attempt = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const url = client.buildAuthorizationUrl(provider, {
          redirect_uri: settings.callback_url,
          scope: SCOPES,
          state: attempt.state,
          nonce: attempt.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
          code_challenge_method: 'S256',
          ui_locales: language,
        });
        return { url: url.href, attempt };
      } catch (error) {
        throw new OidcFailed(reasonOf(error));
      }
    },
    finish: async (query, attempt) => {
      try {
        const { client, provider } = await discover();
        const tokens = await client.authorizationCodeGrant(provider, new URL(settings.callback_url + query), {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.verifier,
          idTokenExpected: true,
        });
        const token = tokens.claims() as Client.IDToken & Claims;
        refuseWrongToken(token, settings.client_id);
        const more =
          isComplete(token) || provider.serverMetadata().userinfo_endpoint === undefined
            ? []
            : [(await client.fetchUserInfo(provider, tokens.access_token, token.sub)) as Claims];
        return { issuer: token.iss, subject: token.sub, claims: [token, ...more] };
      } catch (error) {
        const reason = reasonOf(error);
        throw new OidcFailed(reason, reason === 'access_denied');
      }
    },
  };
}
