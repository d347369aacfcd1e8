import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { WEBHOOK_DESCRIPTION_MAX, WEBHOOK_URL_MAX } from '#domain/limits.ts';
import { DELIVERY_ERRORS, DELIVERY_STATES, OFF_REASONS, WEBHOOK_EVENTS, WEBHOOK_TEST } from '#domain/webhooks.ts';
import { described, named, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { ClientId, Id, InnerId } from '#platform/contract/ids.ts';
import { problem } from '#platform/i18n/problem.ts';
import { tidyLine } from '#platform/lib/text.ts';
import { ApiToken } from './api-tokens.ts';
import { Instant, line, rawText, tidiedText } from './fields.ts';

export const Webhook = namedObject('Webhook', 'An address that gets events.', {
  id: described(z.string(), 'The id of the webhook.'),
  url: described(z.string(), 'Where events are posted.', { format: 'uri' }),
  description: described(z.string(), 'What it is for; may be empty.'),
  events: described(z.array(z.enum(WEBHOOK_EVENTS)), 'The events that it gets.'),
  mission_id: described(z.nullable(z.string()), 'The only mission whose events it gets; null for all.'),
  is_on: described(z.boolean(), 'Whether it gets events.'),
  off_reason: described(
    z.nullable(z.enum(OFF_REASONS)),
    'Why it is off: `owner` turned it off, or its receiver was `gone` (410) or `failing` for three days; null while it is on.',
  ),
  created_by_token: described(
    z.nullable(z.pick(ApiToken, { id: true, name: true })),
    'The API token that created it, and with which it ends; null if it was created in a session.',
  ),
  created_at: described(Instant, 'When it was created.'),
  last_success_at: described(z.nullable(Instant), 'When its receiver last accepted something; null if never.'),
});
export type Webhook = z.output<typeof Webhook>;

export const WebhookDelivery = namedObject('WebhookDelivery', 'An event on its way to a webhook, with its outcome.', {
  id: described(z.string(), 'The id of the delivery.'),
  event_id: described(z.string(), 'The id of the event, sent as `webhook-id`; the same in every try.'),
  event: described(z.enum([...WEBHOOK_EVENTS, WEBHOOK_TEST]), 'The name of the event.'),
  state: described(z.enum(DELIVERY_STATES), '`pending` waits for its next try, `failed` was given up.'),
  attempts: described(z.number(), 'How many tries there have been.'),
  response_status: described(z.nullable(z.number()), 'The status of the last answer; null if there was none.'),
  error: described(z.nullable(z.enum(DELIVERY_ERRORS)), 'What went wrong in the last try; null if nothing did.'),
  duration_ms: described(z.nullable(z.number()), 'How many milliseconds the last try took; null without one.'),
  body: described(z.string(), 'What is sent, byte for byte.'),
  created_at: described(Instant, 'When it was written.'),
  last_attempt_at: described(z.nullable(Instant), 'When it was last tried; null if never.'),
  next_attempt_at: described(z.nullable(Instant), 'When it is tried next, at the earliest; null unless pending.'),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const events = z
  .array(z.enum(WEBHOOK_EVENTS, problem('problems.webhook.event')), problem('problems.webhook.events'))
  .check(z.minLength(1, problem('problems.webhook.no_event')), z.maxLength(100, problem('problems.webhook.events')));
const description = z.pipe(
  z.pipe(rawText('problems.labels.description', WEBHOOK_DESCRIPTION_MAX), z.transform(tidyLine)),
  tidiedText('problems.labels.description', WEBHOOK_DESCRIPTION_MAX),
);
const WebhookInput = z.object({
  url: described(line('problems.labels.address', WEBHOOK_URL_MAX), 'Where to post events: https and a public host.', {
    format: 'uri',
  }),
  events: described(events, 'The events that it gets.'),
  mission_id: described(z.nullish(ClientId), 'The only mission whose events it gets; null for all.'),
  description: described(z.nullish(description), 'What it is for.'),
});

export const listWebhooks = endpoint(
  { method: 'GET', path: '/api/webhooks' },
  ON_SERVER && {
    access: 'user',
    summary: 'List your webhooks, newest first, and whether your plan allows using them',
    response: z.object({
      webhooks: described(z.array(Webhook), 'The webhooks, newest first; for an API token those that it created.'),
      allowed: described(z.boolean(), 'Whether your plan allows using them.'),
    }),
  },
);

export const createWebhook = endpoint(
  { method: 'POST', path: '/api/webhooks', body: WebhookInput },
  ON_SERVER && {
    access: 'user',
    summary: 'Create a webhook; this answer is the only one that contains its secret',
    response: named(
      'NewWebhook',
      'A new webhook, with its secret.',
      z.extend(Webhook, {
        secret: described(z.string(), 'The key for signatures: `whsec_` and 32 bytes in base64; shown only here.'),
      }),
    ),
    status: 201,
    location: '/api/webhooks/{id}',
    secret: true,
    idempotent: true,
    rate: 'deliveries',
    errors: ['api_access_needs_premium', 'webhook_limit', 'webhook_url_refused', 'mission_not_found'],
  },
);

export const getWebhook = endpoint(
  { method: 'GET', path: '/api/webhooks/{id}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Get a webhook',
    response: Webhook,
    errors: ['webhook_not_found'],
  },
);

export const updateWebhook = endpoint(
  {
    method: 'PATCH',
    path: '/api/webhooks/{id}',
    body: z.extend(z.partial(WebhookInput), {
      is_on: described(z.optional(z.boolean()), 'Whether it gets events.'),
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Change a webhook, or turn it off or on; what you leave out stays',
    response: Webhook,
    rate: 'deliveries',
    errors: ['webhook_not_found', 'webhook_url_refused', 'mission_not_found'],
  },
);

export const deleteWebhook = endpoint(
  { method: 'DELETE', path: '/api/webhooks/{id}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Remove a webhook with its deliveries',
    errors: ['webhook_not_found'],
  },
);

export const rotateWebhookSecret = endpoint(
  { method: 'POST', path: '/api/webhooks/{id}/rotate-secret' },
  ON_SERVER && {
    access: 'user',
    summary: "Rotate a webhook's secret; for 24 hours the old and the new one both sign",
    response: z.object({
      secret: described(z.string(), 'The key for signatures: `whsec_` and 32 bytes in base64; shown only here.'),
      previous_until: described(Instant, 'Until when the previous secret signs too.'),
    }),
    secret: true,
    idempotent: true,
    errors: ['webhook_not_found'],
  },
);

export const testWebhook = endpoint(
  { method: 'POST', path: '/api/webhooks/{id}/test' },
  ON_SERVER && {
    access: 'user',
    summary: 'Send a test event to a webhook',
    response: WebhookDelivery,
    status: 201,
    idempotent: true,
    errors: ['webhook_not_found', 'webhook_off', 'too_many_deliveries', 'api_access_needs_premium'],
    rate: 'deliveries',
  },
);

export const listWebhookDeliveries = endpoint(
  { method: 'GET', path: '/api/webhooks/{id}/deliveries' },
  ON_SERVER && {
    access: 'user',
    summary: 'List the newest 50 deliveries of a webhook, newest first',
    response: z.object({ deliveries: described(z.array(WebhookDelivery), 'The deliveries, newest first.') }),
    errors: ['webhook_not_found'],
  },
);

export const redeliverWebhook = endpoint(
  { method: 'POST', path: '/api/webhooks/{id}/deliveries/{deliveryId}/redeliver' },
  ON_SERVER && {
    access: 'user',
    summary: 'Send a delivery again, even one that succeeded or failed',
    params: z.object({ id: Id, deliveryId: InnerId }),
    response: WebhookDelivery,
    idempotent: true,
    errors: [
      'webhook_not_found',
      'delivery_not_found',
      'webhook_off',
      'too_many_deliveries',
      'api_access_needs_premium',
    ],
    rate: 'deliveries',
  },
);
