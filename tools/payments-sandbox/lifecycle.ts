import { PLANS, type PlanType } from '#domain/billing.ts';
import { chargeObject, disputeObject, invoiceObject, sessionObject, subscriptionObject } from './objects.ts';
import { newKey, type SandboxSession, type SandboxSubscription, type State } from './state.ts';

/** The delay of a payment that arrives after the buyer returns. */
const SLOW_S = 60;
const SESSION_S = 24 * 60 * 60;

/**
 * Returns the end of the `n`th period after the anchor: the same day of the month, or the last day of a shorter month.
 */
function periodEnd(anchor: number, plan: PlanType, n: number): number {
  const from = new Date(anchor * 1000);
  const months = (PLANS[plan].interval === 'year' ? 12 : 1) * n;
  const first = new Date(from);
  first.setUTCDate(1);
  first.setUTCMonth(from.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), days));
  return first.getTime() / 1000;
}

function nextEnd({ anchor, plan, period_end }: SandboxSubscription): number {
  let n = 1;
  while (periodEnd(anchor, plan, n) <= period_end) n++;
  return periodEnd(anchor, plan, n);
}

type Order = Pick<SandboxSession, 'customer' | 'plan' | 'reference' | 'success_url' | 'cancel_url'>;

const makeEvents = (state: State, now: () => number, urlOf: (session: SandboxSession) => string) => {
  const emit = (type: string, object: object) => {
    state.events.push({ id: newKey('evt'), type, created: now(), object, attempts: 0, next_attempt: now() });
  };
  return {
    emit,
    ofSession: (type: string, session: SandboxSession) => emit(type, sessionObject(session, urlOf(session))),
    ofSubscription: (type: string, subscription: SandboxSubscription) => emit(type, subscriptionObject(subscription)),
  };
};

type Events = ReturnType<typeof makeEvents>;

function makeSubscriptions(state: State, now: () => number, events: Events) {
  const declines = (subscription: SandboxSubscription) => state.customers[subscription.customer]?.declines === true;

  const bill = (subscription: SandboxSubscription, paid: boolean) => {
    const { id, customer, plan } = subscription;
    const ids = { id: newKey('in'), charge: newKey('ch'), payment_intent: newKey('pi') };
    const first = subscription.latest_invoice === '';
    const flags = { paid_at: paid ? now() : null, first, refunded: 0, disputed: false };
    const invoice = { ...ids, subscription: id, customer, amount: PLANS[plan].amount, created: now(), ...flags };
    state.invoices[invoice.id] = invoice;
    subscription.latest_invoice = invoice.id;
    events.emit(paid ? 'invoice.paid' : 'invoice.payment_failed', invoiceObject(invoice));
  };

  return {
    declines,
    bill,
    begin({ customer, plan }: SandboxSession, paid: boolean): SandboxSubscription {
      const start = now();
      const subscription: SandboxSubscription = {
        ...{ id: newKey('sub'), customer, plan, status: paid ? 'active' : 'incomplete' },
        ...{ cancel_at_period_end: false, canceled_at: null, start_date: start, anchor: start },
        ...{ period_start: start, period_end: periodEnd(start, plan, 1), latest_invoice: '' },
      };
      state.subscriptions[subscription.id] = subscription;
      events.ofSubscription('customer.subscription.created', subscription);
      return subscription;
    },
    cancel(subscription: SandboxSubscription) {
      if (subscription.status === 'canceled') return;
      subscription.status = 'canceled';
      subscription.canceled_at ??= now();
      events.ofSubscription('customer.subscription.deleted', subscription);
    },
    renew(subscription: SandboxSubscription) {
      const failed = declines(subscription) || subscription.status === 'past_due';
      subscription.period_start = subscription.period_end;
      subscription.period_end = nextEnd(subscription);
      subscription.status = failed ? 'past_due' : 'active';
      bill(subscription, !failed);
      events.ofSubscription('customer.subscription.updated', subscription);
    },
  };
}

type Subscriptions = ReturnType<typeof makeSubscriptions>;

const makeSessions = (state: State, now: () => number, events: Events, { begin, bill }: Subscriptions) => ({
  createSession(order: Order) {
    const opened = { status: 'open', payment_status: 'unpaid', subscription: null, pays_at: null } as const;
    const times = { created: now(), expires_at: now() + SESSION_S };
    const session: SandboxSession = { id: newKey('cs_test'), ...order, ...opened, ...times };
    state.sessions[session.id] = session;
    return session;
  },
  /** With `slow`, the buyer returns before the payment arrives. */
  pay(session: SandboxSession, slow = false) {
    const subscription = begin(session, !slow);
    session.status = 'complete';
    session.subscription = subscription.id;
    if (slow) session.pays_at = now() + SLOW_S;
    else {
      session.payment_status = 'paid';
      bill(subscription, true);
    }
    events.ofSession('checkout.session.completed', session);
  },
  finishSlow(session: SandboxSession) {
    session.pays_at = null;
    session.payment_status = 'paid';
    const subscription = state.subscriptions[session.subscription ?? ''];
    if (subscription?.status === 'incomplete') {
      subscription.status = 'active';
      bill(subscription, true);
      events.ofSubscription('customer.subscription.updated', subscription);
    }
    events.ofSession('checkout.session.async_payment_succeeded', session);
  },
  expire(session: SandboxSession) {
    session.status = 'expired';
    events.ofSession('checkout.session.expired', session);
  },
});

/** Changes checkouts and subscriptions, and emits the events that Stripe would send. `now` is in seconds. */
export function makeLifecycle(state: State, now: () => number, urlOf: (session: SandboxSession) => string) {
  const events = makeEvents(state, now, urlOf);
  const subscriptions = makeSubscriptions(state, now, events);
  const { finishSlow, ...sessions } = makeSessions(state, now, events, subscriptions);
  const { declines, bill, cancel, renew } = subscriptions;
  return {
    ...sessions,
    setCancelAtPeriodEnd(subscription: SandboxSubscription, wanted: boolean) {
      subscription.cancel_at_period_end = wanted;
      subscription.canceled_at = wanted ? now() : null;
      events.ofSubscription('customer.subscription.updated', subscription);
    },
    cancel,
    /** Returns false without a change if the card is declined. */
    switchPlan(subscription: SandboxSubscription, plan: PlanType): boolean {
      if (declines(subscription)) return false;
      Object.assign(subscription, { plan, anchor: now(), period_start: now(), period_end: periodEnd(now(), plan, 1) });
      bill(subscription, true);
      events.ofSubscription('customer.subscription.updated', subscription);
      return true;
    },
    payOpenInvoice(subscription: SandboxSubscription) {
      const invoice = state.invoices[subscription.latest_invoice];
      if (!invoice || subscription.status !== 'past_due') return;
      invoice.paid_at = now();
      subscription.status = 'active';
      events.emit('invoice.paid', invoiceObject(invoice));
      events.ofSubscription('customer.subscription.updated', subscription);
    },
    /** Refunds or disputes the newest invoice; `amount` in cents, by default all of it. */
    giveBack(subscription: SandboxSubscription, how: 'refund' | 'dispute', amount?: number) {
      const invoice = state.invoices[subscription.latest_invoice];
      if (!invoice || invoice.paid_at === null) return;
      if (how === 'refund') {
        invoice.refunded = amount ?? invoice.amount;
        events.emit('charge.refunded', chargeObject(invoice));
      } else {
        invoice.disputed = true;
        events.emit('charge.dispute.created', disputeObject(invoice));
      }
    },
    /** Applies everything that is due: renewals, ends, slow payments, expiring checkouts. */
    passTime() {
      for (const session of Object.values(state.sessions)) {
        if (session.pays_at !== null && session.pays_at <= now()) finishSlow(session);
        if (session.status === 'open' && session.expires_at <= now()) sessions.expire(session);
      }
      const isOver = ({ status, period_end }: SandboxSubscription) =>
        (status === 'active' || status === 'past_due') && period_end <= now();
      for (const subscription of Object.values(state.subscriptions))
        while (isOver(subscription))
          if (subscription.cancel_at_period_end) cancel(subscription);
          else renew(subscription);
    },
  };
}

export interface SandboxProvider {
  readonly state: State;
  readonly lifecycle: ReturnType<typeof makeLifecycle>;
  urlOf(kind: 'checkout' | 'portal', id: string): string;
  /** Saves the state and sends pending events. */
  changed(): Promise<void>;
}
