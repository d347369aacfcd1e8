import type { StripeSettings } from '../adapters/payments/stripe.ts';
import { ConfigError } from './config-error.ts';
import type { SettingName } from './names.ts';

type Read = (name: SettingName) => string | null;

/** Each setting with its prefix and its name in Stripe's dashboard. */
const PARTS = {
  STRIPE_SECRET_KEY: [/^(sk|rk)_\w+$/, 'a secret key (sk_... or rk_...)'],
  STRIPE_WEBHOOK_SECRET: [/^whsec_\S+$/, 'a signing secret (whsec_...)'],
  STRIPE_PRICE_PRO_MONTHLY: [/^price_\w+$/, 'a price id (price_...)'],
  STRIPE_PRICE_PREMIUM_YEARLY: [/^price_\w+$/, 'a price id (price_...)'],
} as const;

type Name = keyof typeof PARTS;

function part(read: Read, name: Name): string {
  const value = read(name);
  if (value === null) throw new ConfigError(`${name} is missing: with STRIPE_SECRET_KEY it has to be set as well.`);
  const [shape, what] = PARTS[name];
  // The value itself is not shown: it may be a secret in the wrong place.
  if (!shape.test(value)) throw new ConfigError(`${name} must be ${what}.`);
  return value;
}

/** The settings of the Stripe account that receives payments; null without a key. Throws a ConfigError for an incomplete or invalid set. */
export function readStripe(read: Read, apiUrl: string | null): Omit<StripeSettings, 'public_url'> | null {
  if (read('STRIPE_SECRET_KEY') === null) {
    const alone = (Object.keys(PARTS) as Name[]).find((name) => read(name) !== null);
    if (alone) throw new ConfigError(`${alone} is set, but STRIPE_SECRET_KEY is missing.`);
    return null;
  }
  return {
    secret_key: part(read, 'STRIPE_SECRET_KEY'),
    webhook_secret: part(read, 'STRIPE_WEBHOOK_SECRET'),
    prices: {
      pro_monthly: part(read, 'STRIPE_PRICE_PRO_MONTHLY'),
      premium_yearly: part(read, 'STRIPE_PRICE_PREMIUM_YEARLY'),
    },
    api_url: apiUrl,
  };
}
