import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { SandboxProvider } from '#tools/payments-sandbox/lifecycle.ts';
import { openSandbox } from '#tools/payments-sandbox/open.ts';
import type { SandboxEvent, SandboxSession, SandboxSubscription } from '#tools/payments-sandbox/state.ts';
import { signed } from '#tools/payments-sandbox/webhooks.ts';
import type { Payments } from '../services/billing/payments/payments.ts';
import { stripePayments } from '../services/billing/payments/stripe.ts';
import type { FakeClock } from './fake-clock.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** `late` acts but never responds; `busy` responds with 503; `down` closes connections. */
type StripeMode = 'ok' | 'late' | 'busy' | 'down';

export interface FakeStripe {
  /** The production adapter, connected over a socket, with a short timeout. */
  readonly payments: Payments;
  readonly provider: SandboxProvider;
  /** Calls that reached the provider, such as `POST /v1/customers`. */
  readonly calls: string[];
  setMode(mode: StripeMode): void;
  readonly sessions: () => SandboxSession[];
  readonly subscriptions: () => SandboxSubscription[];
  /** Returns and removes all waiting events, oldest first. */
  takeEvents(): SandboxEvent[];
  /** Delivers an event as the provider would, signed now by default. Returns the status. */
  deliver(app: FastifyInstance, event: SandboxEvent, options?: Delivery): Promise<number>;
  close(): Promise<void>;
}

interface Delivery {
  readonly signed_at?: Date;
  readonly secret?: string;
  /** Changes the payload after it was signed. */
  readonly tamper?: (payload: string) => string;
}

/** Starts the payments sandbox behind a socket that can fail as networks do. */
export async function startFakeStripe(clock: FakeClock): Promise<FakeStripe> {
  const sandbox = await openSandbox({ data_dir: null, clock, log: { warn: () => undefined } });
  const public_url = 'http://emberkin.test';
  const target = new URL(sandbox.settings.api_url);
  const calls: string[] = [];
  let mode: StripeMode = 'ok';

  const forward = (request: IncomingMessage, response: ServerResponse) => {
    calls.push(`${request.method} ${request.url}`);
    if (mode === 'down') return request.socket.destroy();
    if (mode === 'busy') return response.writeHead(503).end('{"error":{"type":"api_error","message":"busy"}}');
    const { method, headers, url: path } = request;
    const forwarded = send({ host: target.hostname, port: target.port, path, method, headers }, (answer) => {
      if (mode === 'late') return void answer.resume();
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  };
  const front = createServer(forward);
  const api_url = `http://127.0.0.1:${await listenOnLoopback(front)}`;
  const payments = await stripePayments({ ...sandbox.settings, api_url, public_url, kind: 'stripe', timeout_ms: 600 });
  const { state } = sandbox.provider;

  return {
    payments,
    provider: sandbox.provider,
    calls,
    setMode: (next) => {
      mode = next;
    },
    sessions: () => Object.values(state.sessions),
    subscriptions: () => Object.values(state.subscriptions),
    takeEvents: () => state.events.splice(0),
    deliver: async (app, event, { signed_at = clock.now(), secret = state.webhook_secret, tamper } = {}) => {
      const { payload, signature } = signed(event, secret, Math.floor(signed_at.getTime() / 1000));
      const answer = await app.inject({
        method: 'POST',
        url: '/api/payments/webhook',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload: tamper ? tamper(payload) : payload,
      });
      return answer.statusCode;
    },
    close: async () => {
      payments.close();
      front.closeAllConnections();
      front.close();
      await sandbox.close();
    },
  };
}
