import type * as Client from 'openid-client';
import { type Clock, systemClock } from '#platform/lib/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';

const TIMEOUT_S = 10;
/** How long the provider's own description is used before it is fetched again. */
const DISCOVERY_MINUTES = 60;
/** How far the provider's clock may be ahead of ours. */
const AHEAD_S = 60;
const SCOPES = 'openid email profile';

export interface OidcSettings {
  /** Exactly as the provider names itself, with its trailing slash where it has one. */
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** Where the provider sends the browser back to. */
  readonly callback_url: string;
}

/** What has to come back unchanged from the browser that was sent to the provider. */
interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: the code alone is of no use without it. */
  readonly verifier: string;
}

/** The claims of a provider about a user; their types are those that the provider chose. */
interface Claims {
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
  readonly preferred_username?: unknown;
}

/** Somebody whom the provider has signed in. */
interface OidcUser {
  /** The provider by its own name, and the user by the provider's id, which never changes. */
  readonly issuer: string;
  readonly subject: string;
  /** What it says about the user: in the ID token, and where that does not say all in an answer of its own. */
  readonly claims: readonly Claims[];
}

/**
 * The provider did not sign the user in. `reason` is a code of OAuth, of the library or of the network, fit for the
 * log: messages of the library can hold parameters.
 */
export class OidcFailed extends Error {
  readonly reason: string;
  /** Whether the user or the provider said no, rather than something going wrong. */
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
  /** The address of the provider's page for a new sign-in in a language, and what has to come back with the answer. */
  start(language: string): Promise<{ url: string; attempt: OidcAttempt }>;
  /** The user behind the answer, given as the query of the callback with its question mark. */
  finish(query: string, attempt: OidcAttempt): Promise<OidcUser>;
}

const CODE = /^[\w-]{1,60}$/;
/** As OpenID Connect limits it. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** The first code in an error and its causes. */
function reasonOf(error: unknown): string {
  const { error: oauth, code, reason, cause } = error as Record<'error' | 'code' | 'reason' | 'cause', unknown>;
  // A refusal by HTTP authentication has the code of OAuth among its parameters.
  const challenge = Array.isArray(cause) ? (cause[0] as { parameters?: { error?: unknown } }).parameters?.error : null;
  const found = [oauth, challenge, code, reason].find((text) => typeof text === 'string' && CODE.test(text));
  if (typeof found === 'string') return found;
  return cause instanceof Error ? reasonOf(cause) : 'unknown';
}

const isComplete = ({ email, email_verified, name }: Claims) =>
  email !== undefined && email_verified !== undefined && name !== undefined;

/** By HTTP Basic, which every provider has to accept unless it says otherwise. */
const authenticateWith =
  ({ ClientSecretBasic, ClientSecretPost }: typeof Client, secret: string): Client.ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    method(secret)(server, client, body, headers);
  };

/** Fetches the provider's description at the first use and once an hour; several callers share one request. */
function makeDiscovery(settings: OidcSettings, clock: Clock, timeoutS: number) {
  let latest: { fetched_ms: number; discovered: Promise<Client.Configuration> } | null = null;
  return async (): Promise<{ client: typeof Client; provider: Client.Configuration }> => {
    // Imported here, since nothing else needs it and a start does not.
    const client = await import('openid-client');
    const now_ms = clock.now().getTime();
    const age_ms = now_ms - (latest?.fetched_ms ?? Number.NEGATIVE_INFINITY);
    if (latest === null || age_ms < 0 || age_ms >= DISCOVERY_MINUTES * MINUTE_MS) {
      const { issuer, client_id, client_secret } = settings;
      const server = new URL(issuer);
      const discovered = client.discovery(server, client_id, undefined, authenticateWith(client, client_secret), {
        timeout: timeoutS,
        execute: [
          // The signature of an ID token is checked against the provider's keys.
          client.enableNonRepudiationChecks,
          // The settings admit http only on loopback or outside of production.
          ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      });
      latest = { fetched_ms: now_ms, discovered };
    }
    const { discovered } = latest;
    try {
      return { client, provider: await discovered };
    } catch (error) {
      // The next caller tries again, unless one does already.
      if (latest?.discovered === discovered) latest = null;
      throw error;
    }
  };
}

/** What the library leaves open: an ID token made for another client, or in the future, and an id beyond all limits. */
function refuseWrongToken({ azp, iat, sub }: Client.IDToken, clientId: string): void {
  if (azp !== undefined && azp !== clientId) throw new OidcFailed('bad_azp');
  // By the machine's clock, by which the library judges when the token ends.
  if (iat > systemClock.now().getTime() / SECOND_MS + AHEAD_S) throw new OidcFailed('future_iat');
  if (!SUBJECT.test(sub)) throw new OidcFailed('bad_subject');
}

/**
 * The provider of the settings, by the authorization code flow with PKCE, state and nonce (docs/decisions/0039).
 * Nothing is asked of it before the first sign-in; each request to it ends after 10 s, or `timeoutS`.
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
