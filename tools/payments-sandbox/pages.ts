import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { PLANS } from '#domain/billing.ts';
import type { SandboxProvider } from './lifecycle.ts';
import { type Page, render } from './page.ts';
import { own, type SandboxInvoice, type SandboxSubscription } from './state.ts';

const money = (cents: number) => `$${cents / 100}`;
const dayOf = (seconds: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(seconds * 1000));

/** Returns the page of an ID, or undefined for an unknown one. */
type ShowPage = (id: string, isDeclined: boolean) => Page | undefined;

const showCheckout =
  ({ state, lifecycle, urlOf }: SandboxProvider): ShowPage =>
  (id, isDeclined) => {
    const session = own(state.sessions, id);
    if (!session) return undefined;
    const { amount, interval, name } = PLANS[session.plan];
    const url = urlOf('checkout', id);
    const shown = session.status === 'open';
    const next = session.success_url.replace('{CHECKOUT_SESSION_ID}', id);
    // A button can be pressed twice, or in a second tab: a closed checkout only returns to the app.
    const close = (work: () => void) => () => {
      if (session.status === 'open') work();
      return next;
    };
    const closed = session.status === 'expired' ? 'This checkout has expired.' : 'This checkout is already paid.';
    const problem = 'The test card was declined, so nothing was bought. Try again or go back.';
    return {
      title: `Emberkin ${name}`,
      lines: [shown ? `${money(amount)} per ${interval}` : closed],
      ...(isDeclined && shown ? { problem } : {}),
      acts: [
        { name: 'pay', label: `Pay ${money(amount)} (test)`, shown, run: close(() => lifecycle.pay(session)) },
        {
          ...{ name: 'decline', label: 'Pay with a card that is declined', shown },
          run: () => (session.status === 'open' ? `${url}?declined` : next),
        },
        {
          ...{ name: 'slow', label: 'Pay, with the money arriving a minute later', shown },
          run: close(() => lifecycle.pay(session, true)),
        },
        {
          ...{ name: 'expire', label: 'Let this checkout expire', shown },
          run: close(() => lifecycle.expire(session)),
        },
      ],
      back: { href: session.cancel_url, label: 'Cancel and go back' },
    };
  };

const STATUSES: Record<SandboxSubscription['status'], string> = {
  active: 'active',
  past_due: 'waiting for payment',
  canceled: 'ended',
  incomplete: 'not paid yet',
};

function invoiceLine({ created, amount, paid_at, refunded, disputed }: SandboxInvoice): string {
  const state = disputed ? 'disputed' : refunded > 0 ? 'refunded' : paid_at === null ? 'open' : 'paid';
  return `${dayOf(created)}: ${money(amount)}, ${state}`;
}

function showSubscription(
  { state, lifecycle }: SandboxProvider,
  subscription: SandboxSubscription,
  url: string,
): Pick<Page, 'lines' | 'acts'> {
  const { plan, status, cancel_at_period_end, period_end } = subscription;
  const invoices = Object.values(state.invoices).filter((invoice) => invoice.subscription === subscription.id);
  const last = invoices.at(-1);
  const live = status === 'active' || status === 'past_due';
  const canReturn = live && last !== undefined && last.paid_at !== null && last.refunded === 0 && !last.disputed;
  const customer = state.customers[subscription.customer];
  const fails = customer?.declines === true;
  const decline = (declines: boolean) => {
    if (customer) customer.declines = declines;
    if (!declines) lifecycle.payOpenInvoice(subscription);
  };
  const act = (name: string, label: string, shown: boolean, work: () => void) => {
    const run = () => {
      work();
      return url;
    };
    return { name, label, shown, run };
  };
  const end = live ? ` ${cancel_at_period_end ? 'Ends' : 'Renews'} on ${dayOf(period_end)}.` : '';
  const setCancel = (wanted: boolean) => lifecycle.setCancelAtPeriodEnd(subscription, wanted);
  return {
    lines: [
      `${PLANS[plan].name}, ${STATUSES[status]}.${end}`,
      fails ? 'The next payment will be declined.' : 'The next payment will go through.',
      ...invoices.map(invoiceLine),
    ],
    acts: [
      act('card-works', 'Use a card that works', fails, () => decline(false)),
      act('card-fails', 'Use a card that is declined', !fails, () => decline(true)),
      act('cancel', 'Cancel at the end of the period', live && !cancel_at_period_end, () => setCancel(true)),
      act('keep', 'Keep the plan', live && cancel_at_period_end, () => setCancel(false)),
      act('end-now', 'End the subscription now', live, () => lifecycle.cancel(subscription)),
      act('refund', 'Refund the last payment', canReturn, () => lifecycle.giveBack(subscription, 'refund')),
      act('dispute', 'Dispute the last payment', canReturn, () => lifecycle.giveBack(subscription, 'dispute')),
    ],
  };
}

/** Shows the portal with a button for each event of the customer's newest subscription. */
const showPortal =
  (provider: SandboxProvider): ShowPage =>
  (id) => {
    const portal = own(provider.state.portals, id);
    if (!portal) return undefined;
    const subscription = Object.values(provider.state.subscriptions).findLast(
      ({ customer }) => customer === portal.customer,
    );
    return {
      ...{ title: 'Cards and invoices', lines: ["There's no subscription yet."], acts: [] },
      ...(subscription && showSubscription(provider, subscription, provider.urlOf('portal', id))),
      back: { href: portal.return_url, label: 'Back to Emberkin' },
    };
  };

const NOTHING: Page = { title: 'Nothing here', lines: ["We don't know this test page."], acts: [] };

interface Call {
  Params: { id: string; act: string };
  Querystring: { declined?: string };
}

export const sandboxPages =
  (provider: SandboxProvider): FastifyPluginAsync =>
  async (app) => {
    // The buttons send empty forms.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, undefined),
    );
    const send = (reply: FastifyReply, path: string, page: Page | undefined) =>
      reply
        .code(page ? 200 : 404)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(render(path, page ?? NOTHING));

    for (const [kind, show] of Object.entries({ checkout: showCheckout(provider), portal: showPortal(provider) })) {
      app.get<Call>(`/${kind}/:id`, async ({ params: { id }, query }, reply) => {
        provider.lifecycle.passTime();
        return send(reply, `/${kind}/${id}`, show(id, query.declined !== undefined));
      });
      app.post<Call>(`/${kind}/:id/:act`, async ({ params: { id, act }, url }, reply) => {
        provider.lifecycle.passTime();
        const found = show(id, false)?.acts.find(({ name }) => name === act);
        if (!found) return send(reply, url, undefined);
        const next = found.run();
        await provider.changed();
        return reply.redirect(next, 303);
      });
    }
  };
