import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/billing.ts';
import { PLANS } from '#domain/billing.ts';
import { fail } from '#platform/http/errors.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import { toUser } from '../profile/public.ts';
import { cancelPlan, changePlan } from './cancel/commands.ts';
import { startCheckout } from './checkout/commands.ts';
import { findSession, type PaymentSessionRow } from './checkout/queries.ts';
import * as queries from './events/queries.ts';
import { EventNotVerified, PaymentDeclined, PaymentsUnavailable } from './payments/payments.ts';
import { applyEvent, type SyncContext, syncCheckout, syncUser } from './subscription/commands.ts';

const UPGRADES = { stripe: 'on', sandbox: 'test' } as const;

/** Shows purchases that are not open yet or have failed as open. */
const shownStatus = (status: PaymentSessionRow['status']) =>
  status === 'complete' || status === 'expired' ? status : ('open' as const);

const syncingOf = ({ db, payments }: Deps, now: Date): SyncContext => ({
  db,
  payments: payments ?? fail('upgrades_off'),
  now,
});

export function billingRoutes(serve: Serve, deps: Deps): void {
  const { db, payments, config, log } = deps;
  const fetchUser = async (userId: string, now: Date) => toUser(deps, await queries.findBuyer(db, userId), now);

  /** Refuses to start or change a plan if plans are off. Canceling still works. */
  const requirePlans = () => {
    if (!config.plans) fail('upgrades_off');
  };

  serve(contract.paymentOptions, async () => ({
    upgrades: payments && config.plans ? UPGRADES[payments.kind] : ('off' as const),
    support_email: config.support_email,
  }));

  serve(contract.createCheckout, async ({ user, body, now }) => {
    requirePlans();
    return { checkout_url: await startCheckout(syncingOf(deps, now), user.id, body.plan_type) };
  });

  serve(contract.paymentStatus, async ({ user, params, now }) => {
    const find = async () => {
      const row = await findSession(db, params.sessionId);
      return row && row.user_id === user.id ? row : fail('payment_not_found');
    };
    let session = await find();
    if (payments && session.status !== 'expired' && session.payment_status === 'pending') {
      // The webhook might be late. The buyer's page asks again in 2 s, so an unavailable provider is not an error.
      await syncCheckout(syncingOf(deps, now), params.sessionId, null).catch((error) => {
        if (!(error instanceof PaymentsUnavailable)) throw error;
        log.warn({ err: error }, 'a payment could not be asked for');
      });
      session = await find();
    }
    return { ...session, status: shownStatus(session.status) };
  });

  /** Running cancellations by user. Concurrent requests wait for the same cancellation. */
  const cancelling = new Map<string, Promise<void>>();

  serve(contract.cancelSubscription, async ({ user, now, t }) => {
    const inProgress = cancelling.get(user.id);
    const cancelled = inProgress ?? cancelPlan(syncingOf(deps, now), user.id).finally(() => cancelling.delete(user.id));
    cancelling.set(user.id, cancelled);
    await cancelled;
    return { message: t('server.answers.plan_ends'), user: await fetchUser(user.id, now) };
  });

  serve(contract.switchPlan, async ({ user, body, now, t }) => {
    requirePlans();
    await changePlan(syncingOf(deps, now), user.id, body.plan_type).catch((error) => {
      throw error instanceof PaymentDeclined ? fail('payment_declined') : error;
    });
    return {
      message: t('server.answers.plan_changed', { plan: PLANS[body.plan_type].name }),
      user: await fetchUser(user.id, now),
    };
  });

  serve(contract.refreshSubscription, async ({ user, now }) => {
    if (payments) await syncUser(syncingOf(deps, now), await queries.findBuyer(db, user.id));
    return fetchUser(user.id, now);
  });

  serve(contract.openPortal, async ({ user, now }) => {
    const syncing = syncingOf(deps, now);
    const { customer_id } = await queries.findBuyer(db, user.id);
    return { portal_url: await syncing.payments.openPortal(customer_id ?? fail('no_subscription')) };
  });
}

/** Receives the provider's events. In its own scope, because the signature covers the raw bytes of the body. */
export function webhookRoute(scope: FastifyInstance, serve: Serve, deps: Deps): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  serve(contract.paymentWebhook, async ({ request, now }) => {
    const syncing = syncingOf(deps, now);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signature = request.headers['stripe-signature'];
    try {
      // Any error becomes an error answer, and so causes another delivery.
      await applyEvent(syncing, syncing.payments.readEvent(body, signature?.toString(), now));
    } catch (error) {
      throw error instanceof EventNotVerified ? fail('event_not_verified') : error;
    }
    return { received: true };
  });
}
