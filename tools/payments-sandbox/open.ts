import { join } from 'node:path';
import fastify from 'fastify';
import type { Clock } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/log.ts';
import type { StripeSettings } from '#server/services/billing/payments/stripe.ts';
import { sandboxApi } from './api.ts';
import { makeLifecycle, type SandboxProvider } from './lifecycle.ts';
import { PRICES } from './objects.ts';
import { sandboxPages } from './pages.ts';
import { openStore } from './state.ts';
import { deliverDue } from './webhooks.ts';

const LOOK_MS = 1000;

export interface Sandbox {
  /** The adapter's settings for reaching it like Stripe. `api_url` is also the origin of the pages. */
  readonly settings: Omit<StripeSettings, 'public_url'> & { readonly api_url: string };
  readonly provider: SandboxProvider;
  /** Sends its events to this address from now on. */
  start(webhookUrl: string): void;
  close(): Promise<void>;
}

interface Options {
  /** The folder of `sandbox.json`; null stores everything in memory only. */
  readonly data_dir: string | null;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Opens the payments sandbox, which behaves like Stripe, moves no money and needs no card. API and pages listen on a
 * loopback port; the API requires a random key.
 */
export async function openSandbox({ data_dir, clock, log }: Options): Promise<Sandbox> {
  const now = () => Math.floor(clock.now().getTime() / 1000);
  const { state, save } = await openStore(data_dir === null ? null : join(data_dir, 'sandbox.json'));
  let api_url = '';
  let webhookUrl: string | null = null;
  let sending: Promise<void> | null = null;
  let ended = false;

  const send = async (url: string) => {
    lifecycle.passTime();
    if (!state.events.some(({ next_attempt }) => next_attempt !== null && next_attempt <= now())) return;
    await deliverDue(state, url, now);
    await save();
  };
  /** Runs one round of sending at a time; the next round sends events that arrive during it. */
  const look = () => {
    if (webhookUrl === null || sending || ended) return;
    sending = send(webhookUrl)
      .catch((err) => log.warn({ err }, 'the payment sandbox could not send its events'))
      .finally(() => {
        sending = null;
      });
  };
  const urlOf: SandboxProvider['urlOf'] = (kind, id) => `${api_url}/${kind}/${id}`;
  const lifecycle = makeLifecycle(state, now, ({ id }) => urlOf('checkout', id));
  const changed = () => save().then(look);
  const provider = { state, lifecycle, urlOf, changed };
  const app = fastify({ forceCloseConnections: true });
  await app.register(sandboxApi(provider));
  await app.register(sandboxPages(provider));
  api_url = await app.listen({ port: 0, host: '127.0.0.1' });
  const timer = setInterval(look, LOOK_MS);
  timer.unref();

  return {
    settings: {
      secret_key: state.api_key,
      webhook_secret: state.webhook_secret,
      prices: PRICES,
      api_url,
      kind: 'sandbox',
    },
    provider,
    start: (url) => {
      webhookUrl = url;
      look();
    },
    close: async () => {
      ended = true;
      clearInterval(timer);
      await sending;
      await app.close();
      await save();
    },
  };
}
