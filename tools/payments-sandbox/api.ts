import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { SandboxProvider } from './lifecycle.ts';
import { chargeObject, invoiceObject, listOf, planOfPrice, sessionObject, subscriptionObject } from './objects.ts';
import { newKey, own, type SandboxInvoice } from './state.ts';

class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string;

  constructor(status: number, type: string, code: string) {
    super(code);
    this.status = status;
    this.type = type;
    this.code = code;
  }
}
const missing = (): never => {
  throw new Refusal(404, 'invalid_request_error', 'resource_missing');
};
const invalid = (code = 'parameter_invalid'): never => {
  throw new Refusal(400, 'invalid_request_error', code);
};

type Form = URLSearchParams;
type Act = (id: string, form: Form, query: Form) => object;

/** Returns the calls by method and path, with `:id` for the object's ID: the part of Stripe that subscriptions need. */
function calls({ state, lifecycle, urlOf }: SandboxProvider): Record<string, Act> {
  const subscription = (id: string) => own(state.subscriptions, id) ?? missing();
  const session = (id: string) => own(state.sessions, id) ?? missing();
  const shown = (id: string) => sessionObject(session(id), urlOf('checkout', id));
  const invoiceBy = (field: 'charge' | 'payment_intent', id: string): SandboxInvoice | undefined =>
    Object.values(state.invoices).find((invoice) => invoice[field] === id);
  return {
    'POST /v1/customers': (_, form) => {
      const id = newKey('cus');
      state.customers[id] = { id, email: form.get('email') ?? '', declines: false };
      return { id, object: 'customer', email: form.get('email') };
    },
    'POST /v1/checkout/sessions': (_, form) => {
      const plan = planOfPrice(form.get('line_items[0][price]')) ?? invalid('price_unknown');
      const customer = form.get('customer') ?? '';
      if (!own(state.customers, customer)) missing();
      if (form.get('mode') !== 'subscription' || form.get('line_items[0][quantity]') !== '1') invalid();
      const success_url = form.get('success_url') ?? invalid();
      const cancel_url = form.get('cancel_url') ?? '';
      const reference = form.get('client_reference_id');
      return shown(lifecycle.createSession({ customer, plan, reference, success_url, cancel_url }).id);
    },
    'GET /v1/checkout/sessions/:id': (id) => shown(id),
    'POST /v1/checkout/sessions/:id/expire': (id) => {
      if (session(id).status !== 'open') invalid('session_not_open');
      lifecycle.expire(session(id));
      return shown(id);
    },
    'GET /v1/subscriptions': (_, __, query) => {
      const all = Object.values(state.subscriptions).filter((one) => one.customer === query.get('customer'));
      return listOf(all.reverse().map(subscriptionObject));
    },
    'GET /v1/subscriptions/:id': (id) => subscriptionObject(subscription(id)),
    'POST /v1/subscriptions/:id': (id, form) => {
      const found = subscription(id);
      if (found.status === 'canceled') invalid('subscription_canceled');
      const price = form.get('items[0][price]');
      const plan = price === null ? found.plan : (planOfPrice(price) ?? invalid('price_unknown'));
      if (plan !== found.plan && !lifecycle.switchPlan(found, plan))
        throw new Refusal(402, 'card_error', 'card_declined');
      const cancel = form.get('cancel_at_period_end');
      if (cancel !== null && (cancel === 'true') !== found.cancel_at_period_end)
        lifecycle.setCancelAtPeriodEnd(found, cancel === 'true');
      return subscriptionObject(found);
    },
    'DELETE /v1/subscriptions/:id': (id) => {
      if (subscription(id).status === 'canceled') missing();
      lifecycle.cancel(subscription(id));
      return subscriptionObject(subscription(id));
    },
    'GET /v1/charges/:id': (id) => chargeObject(invoiceBy('charge', id) ?? missing()),
    'GET /v1/invoice_payments': (_, __, query) => {
      const invoice = invoiceBy('payment_intent', query.get('payment[payment_intent]') ?? '');
      return listOf(invoice ? [{ id: `inpay_${invoice.id}`, object: 'invoice_payment', invoice: invoice.id }] : []);
    },
    'GET /v1/invoices/:id': (id) => invoiceObject(own(state.invoices, id) ?? missing()),
    'POST /v1/billing_portal/sessions': (_, form) => {
      const customer = form.get('customer') ?? '';
      if (!own(state.customers, customer)) missing();
      const id = newKey('bps');
      state.portals[id] = { id, customer, return_url: form.get('return_url') ?? invalid() };
      return { id, object: 'billing_portal.session', url: urlOf('portal', id) };
    },
  };
}

/** Acts once per idempotency key. Like Stripe, it refuses the same key with another request. */
function once(
  provider: SandboxProvider,
  request: FastifyRequest,
  act: () => object,
): { status: number; body: unknown } {
  const run = () => {
    try {
      return { status: 200, body: act() as unknown };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, type, code } = error;
      return { status, body: { error: { type, code, message: `The sandbox refuses: ${code}` } } as unknown };
    }
  };
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof key !== 'string') return run();
  const text = `${request.url} ${request.body as string}`;
  const before = own(provider.state.answers, key);
  if (!before) {
    const answer = run();
    provider.state.answers[key] = { request: text, ...answer };
    return answer;
  }
  if (before.request === text) return before;
  const error = { type: 'idempotency_error', message: 'This key was used for something else.' };
  return { status: 400, body: { error } };
}

/** Serves Stripe's API over HTTP: form-encoded, with a secret key and idempotency keys. */
export const sandboxApi =
  (provider: SandboxProvider): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    app.addHook('onRequest', async (request, reply) => {
      if (request.headers.authorization === `Bearer ${provider.state.api_key}`) return;
      await reply.code(401).send({ error: { type: 'invalid_request_error', message: 'Invalid API key' } });
    });
    for (const [call, act] of Object.entries(calls(provider))) {
      const [method = '', url = ''] = call.split(' ');
      app.route<{ Params: { id?: string }; Querystring: Record<string, string> }>({
        method,
        url,
        handler: async (request, reply) => {
          provider.lifecycle.passTime();
          const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
          const query = new URLSearchParams(request.url.split('?')[1] ?? '');
          const { status, body } = once(provider, request, () => act(request.params.id ?? '', form, query));
          await provider.changed();
          return reply.code(status).send(body);
        },
      });
    }
  };
