import { PLANS, type PlanType } from '#domain/billing.ts';
import { act, html, type Markup, page } from './page-layout.ts';
import type { SandboxInvoice, SandboxSession, SandboxSubscription, State } from './state.ts';

const NOTHING: Markup = { html: '' };

const money = (cents: number) => `$${cents / 100}`;
const dayOf = (seconds: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(seconds * 1000));

const price = (plan: PlanType): Markup =>
  html`<p class="price">${money(PLANS[plan].amount)} <span>per ${PLANS[plan].interval}</span></p>`;

/** The hosted checkout with one button each to pay, decline, expire and go back. */
export function checkoutPage(session: SandboxSession, declined: boolean): string {
  const { id, plan, status, cancel_url } = session;
  const title = `Emberkin ${PLANS[plan].name}`;
  const to = (name: string) => `/sandbox/checkout/${id}/${name}`;
  const back = html`<a class="button" href="${cancel_url}">Cancel and go back</a>`;
  if (status !== 'open')
    return page(
      title,
      html`<p>${status === 'expired' ? 'This checkout has expired.' : 'This checkout is already paid.'}</p>${back}`,
    );
  return page(
    title,
    html`${price(plan)}
${declined ? html`<p class="problem" role="alert">The test card was declined, so nothing was bought. Try again or go back.</p>` : NOTHING}
<div class="acts">
${act(to('pay'), `Pay ${money(PLANS[plan].amount)} (test)`, 'flame')}
${act(to('decline'), 'Pay with a card that is declined')}
${act(to('slow'), 'Pay, with the money arriving a minute later')}
${act(to('expire'), 'Let this checkout expire')}
${back}
</div>`,
  );
}

const STATUSES: Record<SandboxSubscription['status'], string> = {
  active: 'active',
  past_due: 'waiting for payment',
  canceled: 'ended',
  incomplete: 'not paid yet',
};

function invoiceLine({ created, amount, paid_at, refunded, disputed }: SandboxInvoice): Markup {
  const state = disputed ? 'disputed' : refunded > 0 ? 'refunded' : paid_at === null ? 'open' : 'paid';
  return html`<li>${dayOf(created)}: ${money(amount)}, ${state}</li>`;
}

function subscriptionPart(state: State, subscription: SandboxSubscription, to: (name: string) => string): Markup {
  const { plan, status, cancel_at_period_end, period_end, customer } = subscription;
  const invoices = Object.values(state.invoices).filter((invoice) => invoice.subscription === subscription.id);
  const last = invoices.at(-1);
  const live = status === 'active' || status === 'past_due';
  const fails = state.customers[customer]?.declines === true;
  const next = cancel_at_period_end ? 'Ends' : 'Renews';
  const returns = last && last.paid_at !== null && last.refunded === 0 && !last.disputed && live;
  return html`<p>${PLANS[plan].name}, ${STATUSES[status]}.${live ? html` ${next} on ${dayOf(period_end)}.` : NOTHING}</p>
<h2>Card</h2>
<p class="small">${fails ? 'The next payment will be declined.' : 'The next payment will go through.'}</p>
<div class="acts">${fails ? act(to('card-works'), 'Use a card that works', 'flame') : act(to('card-fails'), 'Use a card that is declined')}</div>
<h2>Plan</h2>
<div class="acts">
${live && !cancel_at_period_end ? act(to('cancel'), 'Cancel at the end of the period') : NOTHING}
${live && cancel_at_period_end ? act(to('keep'), 'Keep the plan') : NOTHING}
${live ? act(to('end-now'), 'End the subscription now') : NOTHING}
</div>
<h2>Invoices</h2>
<ul>${invoices.map(invoiceLine)}</ul>
<div class="acts">
${returns ? act(to('refund'), 'Refund the last payment') : NOTHING}
${returns ? act(to('dispute'), 'Dispute the last payment') : NOTHING}
</div>`;
}

interface Portal {
  readonly state: State;
  readonly portal: State['portals'][string];
  readonly subscription: SandboxSubscription | undefined;
}

/** The page for cards and invoices, with a button for each thing that can happen to a subscription. */
export function portalPage({ state, portal, subscription }: Portal): string {
  const to = (name: string) => `/sandbox/portal/${portal.id}/${name}`;
  const part = subscription ? subscriptionPart(state, subscription, to) : html`<p>There's no subscription yet.</p>`;
  return page('Cards and invoices', html`${part}<a class="button" href="${portal.return_url}">Back to Emberkin</a>`);
}
