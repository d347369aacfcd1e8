import type * as contract from '#contract/webhooks.ts';
import type { WebhookDelivery } from '#contract/webhooks.ts';
import { WEBHOOK_ROTATION_HOURS, WEBHOOKS_PER_USER } from '#domain/limits.ts';
import { deliverableEvents, WEBHOOK_EVENTS, WEBHOOK_TEST, type WebhookEvent } from '#domain/webhooks.ts';
import type { Answer, Parsed } from '#platform/contract/endpoint.ts';
import { newId } from '#platform/db/ids.ts';
import type { Tx } from '#platform/db/open.ts';
import { fail, failField } from '#platform/http/errors.ts';
import type { IdempotentRequest } from '#platform/http/idempotency.ts';
import { problem } from '#platform/i18n/problem.ts';
import { HOUR_MS } from '#platform/lib/durations.ts';
import type { Deps } from '../../../app/deps.ts';
import { listValidSessions, type SessionUser } from '../../../services/auth/public.ts';
import { once } from '../../../services/idempotency-keys/public.ts';
import { lockUser } from '../../../services/profile/public.ts';
import { deliverWebhook } from '../deliver/jobs.ts';
import { findDelivery, hasTooMany, insertDelivery } from '../deliver/queries.ts';
import { sendWebhookNotice } from '../notices/jobs.ts';
import { makePending, plannedTry } from '../plan/queries.ts';
import { createSecret } from '../secrets/commands.ts';
import { lockOwner, lockSender, requireMissionMember, requirePlan } from './access.ts';
import * as queries from './queries.ts';
import { toBody, toWebhook } from './view.ts';

export interface WebhookCaller {
  user: SessionUser;
  token_id: string | null;
  now: Date;
}

interface RepeatingCaller extends WebhookCaller {
  idempotency: IdempotentRequest | null;
}

function requireUrl({ webhook_http }: Deps, url: string): void {
  if (!webhook_http.accepts(url))
    fail('webhook_url_refused', { errors: [{ path: 'url', message: problem('problems.webhook.url') }] });
}

/** Throws if none of the chosen events can ever occur for the mission. */
function requireDeliverable(events: readonly WebhookEvent[], missionId: string | null): void {
  if (deliverableEvents(events, missionId).length === 0) failField('events', problem('problems.webhook.streak_alone'));
}

/** Returns the chosen events once each, in their standard order. */
const inOrder = (events: readonly WebhookEvent[]) => WEBHOOK_EVENTS.filter((event) => events.includes(event));

/** Creates a webhook. Only this response contains the secret. `onCreated` runs unless the request is a repetition. */
export function createWebhook(
  deps: Deps,
  caller: RepeatingCaller,
  body: Parsed<typeof contract.createWebhook, 'body'>,
  onCreated: () => void,
): Promise<Answer<typeof contract.createWebhook>> {
  const { user, token_id, now } = caller;
  const create = async (tx: Tx) => {
    requirePlan(deps, user, now);
    requireUrl(deps, body.url);
    const id = newId(now);
    const secret = createSecret(deps.encryption, id);
    const owner = await lockUser(tx, user.id);
    // The session or token might have been revoked while this waited for the user's row.
    const isSignedIn =
      token_id === null
        ? (await listValidSessions(tx, [user.session_id], now)).has(user.session_id)
        : await queries.holdToken(tx, token_id);
    if (!isSignedIn) fail('not_signed_in');
    requirePlan(deps, { ...user, ...owner }, now);
    const mission_id = body.mission_id ?? null;
    await requireMissionMember(tx, user, mission_id);
    requireDeliverable(body.events, mission_id);
    if ((await queries.countWebhooks(tx, user.id)) >= WEBHOOKS_PER_USER) fail('webhook_limit');
    const fields = { url: body.url, description: body.description ?? '', events: inOrder(body.events), mission_id };
    await queries.insertWebhook(tx, { id, user_id: user.id, token_id, ...fields, secret: secret.encrypted }, now);
    await tx.enqueue(sendWebhookNotice, { user_id: user.id, url: body.url, off: null });
    return { ...toWebhook(await lockOwner(tx, caller.user, id, caller)), secret: secret.shown };
  };
  return once(deps, caller, create, onCreated);
}

export async function updateWebhook(
  deps: Deps,
  caller: WebhookCaller,
  id: string,
  body: Parsed<typeof contract.updateWebhook, 'body'>,
): Promise<queries.WebhookRow> {
  return deps.db.transact(async (tx) => {
    const webhook = await lockOwner(tx, caller.user, id, caller);
    if (body.url !== undefined) requireUrl(deps, body.url);
    const mission_id = body.mission_id === undefined ? webhook.mission_id : body.mission_id;
    if (mission_id !== webhook.mission_id) await requireMissionMember(tx, caller.user, mission_id);
    const events = inOrder(body.events ?? webhook.events);
    if (body.events !== undefined || mission_id !== webhook.mission_id) requireDeliverable(events, mission_id);
    await queries.replaceWebhook(tx, webhook, {
      url: body.url ?? webhook.url,
      description: body.description === undefined ? webhook.description : (body.description ?? ''),
      events,
      mission_id,
    });
    if (body.url !== undefined && body.url !== webhook.url)
      await tx.enqueue(sendWebhookNotice, { user_id: caller.user.id, url: body.url, off: null, is_changed: true });
    if (body.is_on === true && !webhook.is_on) await queries.turnOn(tx, webhook);
    if (body.is_on === false && webhook.is_on) await queries.turnOff(tx, id, 'owner');
    return lockOwner(tx, caller.user, id, caller);
  });
}

/** Replaces the secret; the previous one also signs for a day. `onCreated` runs unless the request is a repetition. */
export function rotateSecret(
  deps: Deps,
  caller: RepeatingCaller,
  id: string,
  onCreated: () => void,
): Promise<Answer<typeof contract.rotateWebhookSecret>> {
  const rotate = async (tx: Tx) => {
    const { encrypted, shown } = createSecret(deps.encryption, id);
    const previous_until = new Date(caller.now.getTime() + WEBHOOK_ROTATION_HOURS * HOUR_MS);
    const webhook = await lockOwner(tx, caller.user, id, caller);
    await queries.updateSecret(tx, webhook, encrypted, previous_until);
    return { secret: shown, previous_until: previous_until.toISOString() };
  };
  return once(deps, caller, rotate, onCreated);
}

export function testWebhook(deps: Deps, caller: RepeatingCaller, id: string): Promise<WebhookDelivery> {
  const { now } = caller;
  return once(deps, caller, async (tx) => {
    const { description } = await lockSender(tx, caller.user, id, caller, deps);
    if (await hasTooMany(tx, id)) fail('too_many_deliveries');
    const event = { id: newId(now), type: WEBHOOK_TEST, at: now.toISOString(), data: { webhook: { id, description } } };
    const about = { mission_id: null, actor_id: null, checkin_id: null, comment_id: null };
    const row = { webhook_id: id, event_id: event.id, event: WEBHOOK_TEST, body: toBody(event), ...about };
    const delivery = (await insertDelivery(tx, row, now))!;
    const planned = plannedTry(delivery);
    if (planned) await tx.enqueue(deliverWebhook, planned);
    return delivery;
  });
}

/** Sends a delivery again immediately, under the same event ID and with all attempts available. */
export function redeliverWebhook(
  deps: Deps,
  caller: RepeatingCaller,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<WebhookDelivery> {
  return once(deps, caller, async (tx) => {
    await lockSender(tx, caller.user, id, caller, deps);
    const before = (await findDelivery(tx, id, deliveryId)) ?? fail('delivery_not_found');
    if (before.state !== 'pending' && (await hasTooMany(tx, id))) fail('too_many_deliveries');
    const planned = await makePending(tx, deliveryId, caller.now);
    if (planned) await tx.enqueue(deliverWebhook, planned);
    return (await findDelivery(tx, id, deliveryId))!;
  });
}
