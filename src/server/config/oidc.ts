import type { OidcSettings } from '../adapters/oidc/oidc.ts';
import { ConfigError } from './config-error.ts';
import { isLoopbackHost } from './loopback.ts';
import { allOrNone, type Env, isOn, textOf, url } from './read.ts';

/** The single sign-on provider (docs/rules.md#single-sign-on). */
export interface OidcConfig extends Omit<OidcSettings, 'callback_url'> {
  /** The words behind "Continue with", at most 40 characters. */
  readonly name: string;
  /** Whether a first sign-in makes an account. */
  readonly sign_up: boolean;
  /** Whether an absent claim `email_verified` counts as true. */
  readonly trust_email: boolean;
}

const NAMES = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
const NAME_MAX = 40;

/** All of the provider's settings, or null where none is set. Throws a ConfigError that names the missing or wrong one. */
export function readOidc(env: Env, production: boolean): OidcConfig | null {
  const values = allOrNone(env, NAMES);
  if (values === null) return null;
  const issuer = url(env, 'OIDC_ISSUER', ['http:', 'https:'])!;
  const { protocol, hostname, host } = new URL(issuer);
  if (protocol === 'http:' && production && !isLoopbackHost(hostname))
    throw new ConfigError('OIDC_ISSUER must start with https:// in production.');
  const name = textOf(env, 'OIDC_NAME') ?? host.slice(0, NAME_MAX);
  if ([...name].length > NAME_MAX) throw new ConfigError(`OIDC_NAME must have at most ${NAME_MAX} characters.`);
  return {
    issuer: values[0],
    client_id: values[1],
    client_secret: values[2],
    name,
    sign_up: isOn(env, 'OIDC_SIGN_UP', 'on'),
    trust_email: isOn(env, 'OIDC_TRUST_EMAIL', 'off'),
  };
}
