import type * as z from 'zod';
import { SIGN_UPS } from '#domain/sign-up.ts';
import { fitting, oneOf, onOff, orNull, platformSettings, text, url, WEB } from '#platform/config/settings.ts';

const price = () => fitting(/^price_\w+$/, 'be a price id (price_...)');

const LINKS = 'links on public pages, at the foot of the dashboard and at the end of emails';
const ADMIN =
  'the account of `/admin`; the first start prints a generated password once; in production your own password has at least 12 characters and does not contain the name of the product';
const TOTP = 'be a base32 secret of 32 characters, as "npm run doctor -- --totp" prints one';
const PRICES = 'the price ids: 5 USD a month, 50 USD a year';

/** All settings of the platform and of Emberkin. */
export const settings = platformSettings.extend({
  SIGN_UP: oneOf(...SIGN_UPS)
    .default('open')
    .describe(
      'who may create an account: `open`, `invited` (with an invitation or a code), `closed` (no one; the operator creates accounts)',
    ),
  PLANS: orNull(onOff()).describe('`off`: there are no plans, and everything is open to everyone'),
  IMPRINT_URL: url(...WEB).describe(LINKS),
  PRIVACY_URL: url(...WEB).describe(LINKS),
  ADMIN_USERNAME: text().describe(ADMIN),
  ADMIN_PASSWORD: text().describe(ADMIN),
  ADMIN_TOTP: fitting(/^(?:[A-Z2-7]{8}){4,}$/i, TOTP).describe(
    'a base32 secret: `/admin` also asks for the six digits that an authenticator app makes from it',
  ),
  OIDC_ONLY: onOff()
    .default(false)
    .describe(
      '`on` needs `OIDC_ISSUER`: people sign in only at the provider, and no account uses a password; `/admin` keeps its own',
    ),

  STRIPE_SECRET_KEY: fitting(/^(sk|rk)_\w+$/, 'be a secret key (sk_... or rk_...)').describe(
    'sells plans with Stripe; without it `npm start` and `npm run dev` start a test sandbox; in production, and with an https PUBLIC_URL that is not loopback, upgrades are off then',
  ),
  STRIPE_WEBHOOK_SECRET: fitting(/^whsec_\S+$/, 'be a signing secret (whsec_...)').describe(
    'the secret of an endpoint at `PUBLIC_URL/api/payments/webhook`; needed with the key, as are the prices',
  ),
  STRIPE_PRICE_PRO_MONTHLY: price().describe(PRICES),
  STRIPE_PRICE_PREMIUM_YEARLY: price().describe(PRICES),
  STRIPE_API_URL: url(...WEB).describe(
    'another origin of the same API; if it is loopback and the key begins with `sk_test_`, screens say that no money moves',
  ),
});

export type Settings = z.output<typeof settings>;
export type SettingName = keyof Settings;

/** The names of all settings. The server also reads each name with the suffix `_FILE`. */
export const SETTINGS = Object.keys(settings.shape) as SettingName[];
