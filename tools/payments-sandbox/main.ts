/**
 * The payments sandbox as a program. `scripts/payments-sandbox.ts` starts it and receives the settings for reaching it,
 * or none if the configuration rules it out. It exits when its starter does, even after a kill. Every change is on disk
 * before the response, so nothing is left to finish.
 */

import { ConfigError } from '#platform/config/config-error.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { type Config, loadConfig } from '#server/app/config.ts';
import { needsSandbox, toWebhookUrl } from './rule.ts';

process.on('disconnect', () => process.exit());
// A terminal and process managers also send these to the server, which might still call the sandbox while it stops.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// Only the server's own user may read what it writes.
process.umask(0o077);

/** Reads the settings. Returns null if one is wrong, which the server reports. */
function readSettings(): Config | null {
  try {
    return loadConfig();
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

async function open(config: Config): Promise<Record<string, string>> {
  // Imported here, so that a server with Stripe does not wait for it.
  const { openSandbox } = await import('./open.ts');
  const { settings, start } = await openSandbox({ data_dir: config.data_dir, clock: systemClock, log: console });
  start(toWebhookUrl(config));
  return {
    STRIPE_SECRET_KEY: settings.secret_key,
    STRIPE_WEBHOOK_SECRET: settings.webhook_secret,
    STRIPE_PRICE_PRO_MONTHLY: settings.prices.pro_monthly,
    STRIPE_PRICE_PREMIUM_YEARLY: settings.prices.premium_yearly,
    STRIPE_API_URL: settings.api_url,
  };
}

if (!process.send) throw new Error('Use: npm start, which starts the sandbox with the server.');
const config = readSettings();
if (config !== null && needsSandbox(config)) process.send(await open(config));
else process.send({}, () => process.exit());
