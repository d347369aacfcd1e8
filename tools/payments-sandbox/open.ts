import { join } from 'node:path';
import fastify, { type FastifyPluginAsync } from 'fastify';
import type { Clock } from '#server/adapters/clock.ts';
import type { Log } from '#server/adapters/log.ts';
import type { StripeSettings } from '#server/adapters/payments/stripe.ts';
import { sandboxApi } from './api.ts';
import { PRICES } from './objects.ts';
import { SANDBOX_PATH, sandboxPages } from './pages.ts';
import { makeSandboxProvider, type SandboxProvider } from './provider.ts';
import { openStore } from './state.ts';
import { deliverDue } from './webhooks.ts';

const LOOK_MS = 1000;

export interface Sandbox {
  /** The adapter's settings for reaching it: as if it were Stripe, over a loopback socket. */
  readonly settings: StripeSettings;
  /** The hosted pages, for the app to mount below `path` of its own origin. */
  readonly pages: FastifyPluginAsync;
  readonly path: string;
  readonly provider: SandboxProvider;
  /** From now on sends its events to this address. */
  start(webhookUrl: string): void;
  close(): Promise<void>;
}

interface Options {
  /** Null stores everything in memory only. */
  readonly data_dir: string | null;
  readonly public_url: string;
  readonly production: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The payments sandbox: behaves as Stripe, moves no money, asks for no card, and refuses to run in production. Its
 * state is `DATA_DIR/sandbox.json`; the API listens on a loopback port of its own and requires a random key.
 */
export async function openSandbox({ data_dir, public_url, production, clock, log }: Options): Promise<Sandbox> {
  if (production) throw new Error('The payment sandbox has no place in production.');
  const now = () => Math.floor(clock.now().getTime() / 1000);
  const store = await openStore(data_dir === null ? null : join(data_dir, 'sandbox.json'));
  let webhookUrl: string | null = null;
  let sending: Promise<void> | null = null;
  let ended = false;

  const send = async (url: string) => {
    provider.lifecycle.passTime();
    if (!store.state.events.some(({ next_attempt }) => next_attempt !== null && next_attempt <= now())) return;
    await deliverDue(store.state, url, now);
    await store.save();
  };
  /** One round of sending at a time; events that arrive meanwhile are sent by the next one. */
  const look = () => {
    if (webhookUrl === null || sending || ended) return;
    sending = send(webhookUrl)
      .catch((err) => log.warn({ err }, 'the payment sandbox could not send its events'))
      .finally(() => {
        sending = null;
      });
  };
  const provider = makeSandboxProvider({ store, origin: public_url, now, onChange: look });
  const api = fastify({ forceCloseConnections: true });
  await api.register(sandboxApi(provider));
  const api_url = await api.listen({ port: 0, host: '127.0.0.1' });
  const timer = setInterval(look, LOOK_MS);
  timer.unref();

  return {
    settings: {
      secret_key: store.state.api_key,
      webhook_secret: store.state.webhook_secret,
      prices: PRICES,
      api_url,
      public_url,
      kind: 'sandbox',
    },
    pages: sandboxPages(provider),
    path: SANDBOX_PATH,
    provider,
    start: (url) => {
      webhookUrl = url;
      look();
    },
    close: async () => {
      ended = true;
      clearInterval(timer);
      await sending;
      await api.close();
      await store.save();
    },
  };
}
