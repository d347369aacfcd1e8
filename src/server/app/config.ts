import { ADMIN_PASSWORD_MIN } from '#domain/limits.ts';
import { passwordScore } from '#domain/passwords.ts';
import { allOrNone, readPlatformConfig, readSettings } from '#platform/config/config.ts';
import { ConfigError } from '#platform/config/config-error.ts';
import { type Env, loadEnv } from '#platform/config/env.ts';
import { isLoopbackHost } from '#platform/config/loopback.ts';
import { type Settings, settings } from './settings.ts';

/** The sender of all emails if MAIL_FROM is not set. */
const SENDER = 'Emberkin <emberkin@localhost>';

/** Returns true if no money can move: the provider is on this machine, and its key is for tests. */
const isTestProvider = (apiUrl: string | null, secretKey: string): boolean =>
  apiUrl !== null && isLoopbackHost(new URL(apiUrl).hostname) && secretKey.startsWith('sk_test_');

/** Throws a ConfigError if the operator's password is easy to guess. */
function checkProduction({ ADMIN_PASSWORD }: Settings): void {
  if (ADMIN_PASSWORD !== null && (ADMIN_PASSWORD.length < ADMIN_PASSWORD_MIN || passwordScore(ADMIN_PASSWORD) < 2))
    throw new ConfigError(
      `ADMIN_PASSWORD must have at least ${ADMIN_PASSWORD_MIN} characters and not be easy to guess.`,
    );
  if (/emberkin/i.test(ADMIN_PASSWORD ?? ''))
    throw new ConfigError('ADMIN_PASSWORD must not contain "emberkin": attackers try that first.');
}

/** Returns the payment provider's settings, or null without a key, which turns upgrades off. */
function readStripe(set: Settings) {
  const names = [
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_PRICE_PRO_MONTHLY',
    'STRIPE_PRICE_PREMIUM_YEARLY',
  ] as const;
  const stripe = allOrNone(set, ...names);
  return (
    stripe && {
      secret_key: stripe.STRIPE_SECRET_KEY,
      webhook_secret: stripe.STRIPE_WEBHOOK_SECRET,
      prices: { pro_monthly: stripe.STRIPE_PRICE_PRO_MONTHLY, premium_yearly: stripe.STRIPE_PRICE_PREMIUM_YEARLY },
      api_url: set.STRIPE_API_URL,
      kind: isTestProvider(set.STRIPE_API_URL, stripe.STRIPE_SECRET_KEY) ? ('sandbox' as const) : ('stripe' as const),
    }
  );
}

/** Reads the settings from an environment. Throws a ConfigError with one sentence about a wrong setting. */
export function readConfig(env: Env) {
  const set = readSettings(settings, env);
  if (set.NODE_ENV === 'production') checkProduction(set);
  const platform = readPlatformConfig(set, SENDER);
  const stripe = readStripe(set);
  if (set.OIDC_ONLY && platform.oidc === null) throw new ConfigError('OIDC_ONLY needs OIDC_ISSUER.');
  return {
    ...platform,
    stripe,
    plans: set.PLANS ?? (!platform.production || stripe !== null),
    sign_up: set.SIGN_UP,
    /** False if people can only sign in with single sign-on. */
    passwords: !set.OIDC_ONLY,
    imprint_url: set.IMPRINT_URL,
    privacy_url: set.PRIVACY_URL,
    /** Null keeps the stored name, which is `admin` at first. */
    admin_username: set.ADMIN_USERNAME,
    /** Null keeps the stored password. */
    admin_password: set.ADMIN_PASSWORD,
    /** Null if the operator signs in without a code. */
    admin_totp: set.ADMIN_TOTP,
  };
}

/** The settings, which docs/configuration.md describes. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

/** Reads the settings of this process. Throws a ConfigError. */
export const loadConfig = (): Config => readConfig(loadEnv());
