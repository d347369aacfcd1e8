import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { html, page, STYLE } from './page-layout.ts';
import { checkoutPage, portalPage } from './page-markup.ts';
import type { SandboxProvider } from './provider.ts';
import { own, type SandboxSubscription } from './state.ts';

/** Where the app mounts the pages below its own origin. */
export const SANDBOX_PATH = '/sandbox';

const send = (reply: FastifyReply, text: string, status = 200) =>
  reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text);

const gone = (reply: FastifyReply) =>
  send(
    reply,
    page('Nothing here', html`<p>We don't know this test page. <a href="/pricing">Back to the plans</a></p>`),
    404,
  );

interface Place {
  Params: { id: string; act: string };
}

/** The actions of the portal's buttons on the customer's newest subscription. */
function portalActs({
  lifecycle,
  state,
}: SandboxProvider): ReadonlyMap<string, (subscription: SandboxSubscription) => void> {
  const decline = (subscription: SandboxSubscription, declines: boolean) => {
    const customer = state.customers[subscription.customer];
    if (customer) customer.declines = declines;
  };
  const acceptCard = (subscription: SandboxSubscription) => {
    decline(subscription, false);
    lifecycle.payOpenInvoice(subscription);
  };
  return new Map([
    ['card-fails', (subscription) => decline(subscription, true)],
    ['card-works', acceptCard],
    ['keep', (subscription) => lifecycle.setCancelAtPeriodEnd(subscription, false)],
    ['cancel', (subscription) => lifecycle.setCancelAtPeriodEnd(subscription, true)],
    ['end-now', (subscription) => lifecycle.cancel(subscription)],
    ['refund', (subscription) => lifecycle.giveBack(subscription, 'refund')],
    ['dispute', (subscription) => lifecycle.giveBack(subscription, 'dispute')],
  ]);
}

/** The hosted pages: a checkout and a portal, drawn on the server, without a script. */
export const sandboxPages =
  (provider: SandboxProvider): FastifyPluginAsync =>
  async (app) => {
    const { state, lifecycle, pageOf } = provider;
    // The buttons send empty forms.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, undefined),
    );
    app.get('/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));

    app.get<Place>('/checkout/:id', async (request, reply) => {
      lifecycle.passTime();
      const session = own(state.sessions, request.params.id);
      return session ? send(reply, checkoutPage(session, 'declined' in (request.query as object))) : gone(reply);
    });

    app.post<Place>('/checkout/:id/:act', async (request, reply) => {
      lifecycle.passTime();
      const session = own(state.sessions, request.params.id);
      if (!session) return gone(reply);
      const back = session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id);
      const { act } = request.params;
      // The button was pressed twice, or in a second tab.
      if (session.status !== 'open') return reply.redirect(back, 303);
      if (act === 'decline') return reply.redirect(`${pageOf(session)}?declined`, 303);
      if (act === 'pay' || act === 'slow') lifecycle.pay(session, act === 'slow');
      else if (act === 'expire') lifecycle.expire(session);
      else return gone(reply);
      await provider.changed();
      return reply.redirect(back, 303);
    });

    const portalOf = (id: string) => {
      const portal = own(state.portals, id);
      const subscription = Object.values(state.subscriptions).findLast((one) => one.customer === portal?.customer);
      return portal && { portal, subscription };
    };
    app.get<Place>('/portal/:id', async (request, reply) => {
      lifecycle.passTime();
      const found = portalOf(request.params.id);
      if (!found) return gone(reply);
      const { portal, subscription } = found;
      return send(reply, portalPage({ state, portal, subscription }));
    });

    const acts = portalActs(provider);
    app.post<Place>('/portal/:id/:act', async (request, reply) => {
      lifecycle.passTime();
      const { id, act } = request.params;
      const found = portalOf(id);
      const work = acts.get(act);
      if (!found?.subscription || !work) return gone(reply);
      work(found.subscription);
      await provider.changed();
      return reply.redirect(`${provider.origin}${SANDBOX_PATH}/portal/${id}`, 303);
    });
  };
