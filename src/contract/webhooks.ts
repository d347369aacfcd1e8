import * as z from 'zod/mini';
import { WEBHOOK_DESCRIPTION_MAX, WEBHOOK_URL_MAX } from '#domain/limits.ts';
import { REACTION_TYPES } from '#domain/reactions.ts';
import { tidyLine } from '#domain/text.ts';
import {
  DELIVERY_ERRORS,
  DELIVERY_STATES,
  OFF_REASONS,
  WEBHOOK_EVENTS,
  WEBHOOK_TEST,
  type WebhookEvent,
} from '#domain/webhooks.ts';
import { CheckinType } from './checkins.ts';
import { endpoint } from './endpoint.ts';
import { ClientId, Day, DeliveryId, Id, Instant, line, rawText, tidiedText } from './fields.ts';

/** An address of a program that is told of events. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  /** What it is for, in its user's words; may be empty. */
  description: z.string(),
  /** The events that it is told of. */
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** The only mission of whose events it is told; null for all missions of its user. */
  mission_id: z.nullable(z.string()),
  is_on: z.boolean(),
  /**
   * Why it is off: `owner` turned it off, `gone` says that its receiver answered 410, `failing` that it took nothing
   * for three days. Null while it is on.
   */
  off_reason: z.nullable(z.enum(OFF_REASONS)),
  /** The API token that made it and with which it goes; null for one made in a session. */
  created_by_token: z.nullable(z.object({ id: z.string(), name: z.string() })),
  created_at: Instant,
  /** When its receiver took something last. */
  last_success_at: z.nullable(Instant),
});
export type Webhook = z.output<typeof Webhook>;

/** One event on its way to one webhook, and what became of it. */
export const WebhookDelivery = z.object({
  id: z.string(),
  /** The id of the event, which is the header `webhook-id` and the same in every try. */
  event_id: z.string(),
  event: z.enum([...WEBHOOK_EVENTS, WEBHOOK_TEST]),
  /** `pending` is waiting for its next try, `failed` was given up. */
  state: z.enum(DELIVERY_STATES),
  /** How many tries there were. */
  attempts: z.number(),
  /** The status of the last answer; null if there was none. */
  response_status: z.nullable(z.number()),
  /** What went wrong in the last try; null if nothing did, or if the webhook went off before one. */
  error: z.nullable(z.enum(DELIVERY_ERRORS)),
  /** How long the last try took, in milliseconds. */
  duration_ms: z.nullable(z.number()),
  /** The JSON that is sent, byte for byte, as signed. */
  body: z.string(),
  created_at: Instant,
  last_attempt_at: z.nullable(Instant),
  /** Null unless it is pending. */
  next_attempt_at: z.nullable(Instant),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const Mission = z.object({ id: z.string(), title: z.string() });
/** Who did it. */
const Person = z.object({ id: z.string(), name: z.string() });
const MissionDays = z.object({ ...Mission.shape, first_day: Day, last_day: Day });
/** The check-in under which it happened, and its author. */
const Post = z.object({ id: z.string(), user_id: z.string() });
const InMission = { mission: Mission, user: Person };

/** The `data` of each event that can be chosen, by its name. */
export const WEBHOOK_DATA = {
  'checkin.created': z.object({
    ...InMission,
    checkin: z.object({
      id: z.string(),
      type: CheckinType,
      /** The words; empty for a tick. */
      content: z.string(),
      /** The day that it counts for, on the author's own calendar. */
      local_day: Day,
      /** Null for a check-in of somebody else in a mission whose board is `together`. */
      points_earned: z.nullable(z.number()),
      performed_at: Instant,
      created_at: Instant,
    }),
  }),
  'checkin.deleted': z.object({ ...InMission, checkin: z.object({ id: z.string(), local_day: Day }) }),
  'comment.created': z.object({
    ...InMission,
    checkin: Post,
    comment: z.object({
      id: z.string(),
      /** The comment to which it replies; null for one directly under the check-in. */
      parent_comment_id: z.nullable(z.string()),
      content: z.string(),
      created_at: Instant,
    }),
  }),
  'reaction.created': z.object({
    ...InMission,
    checkin: Post,
    reaction: z.object({ type: z.enum(REACTION_TYPES) }),
  }),
  /** `user` is who joined. */
  'member.joined': z.object(InMission),
  /** `user` is who left, or was removed. */
  'member.left': z.object(InMission),
  'mission.started': z.object({ mission: MissionDays }),
  'mission.completed': z.object({ mission: MissionDays }),
  /** `user` is who nudges. */
  'nudge.received': z.object(InMission),
  'streak.at_risk': z.object({
    streak_days: z.number(),
    /** Rest days saved up, which would cover the day. */
    rest_days: z.number(),
    /** The user's own day that is still open. */
    day: Day,
    /** Where something is due today. */
    missions: z.array(Mission),
  }),
} satisfies Record<WebhookEvent, z.ZodMiniType>;
/** The `data` of an event. */
export type WebhookData<Event extends WebhookEvent> = z.output<(typeof WEBHOOK_DATA)[Event]>;

/** What is posted for an event. */
const bodyOf = <Name extends string, Data extends z.ZodMiniType>(name: Name, data: Data) =>
  z.object({
    /** The id of the event: the same in every try, and for every webhook that is told of it. */
    id: z.string(),
    type: z.literal(name),
    /** When it happened. Deliveries may come in another order. */
    timestamp: Instant,
    data,
  });

/** The `data` of everything that is posted, the test event included. */
export const POSTED_DATA = {
  ...WEBHOOK_DATA,
  [WEBHOOK_TEST]: z.object({ webhook: z.object({ id: z.string(), description: z.string() }) }),
};

/** The JSON body that a receiver gets, by the name of its event. */
export const WEBHOOK_BODIES = Object.fromEntries(
  Object.entries(POSTED_DATA).map(([name, data]) => [name, bodyOf(name, data)]),
) as unknown as Readonly<Record<WebhookEvent | typeof WEBHOOK_TEST, z.ZodMiniType>>;

const url = line('Address', WEBHOOK_URL_MAX);
const events = z
  .array(z.enum(WEBHOOK_EVENTS, 'This event does not exist'), 'Please choose the events')
  .check(z.minLength(1, 'Choose at least one event'), z.maxLength(100, 'Please choose the events'));
const description = z.pipe(
  z.pipe(rawText('Description', WEBHOOK_DESCRIPTION_MAX), z.transform(tidyLine)),
  tidiedText('Description', WEBHOOK_DESCRIPTION_MAX),
);
const params = z.object({ id: Id });

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  access: 'user',
  summary: 'List your webhooks, newest first, and whether your plan allows using them',
  response: z.object({
    /** For an API token only those that it made. */
    webhooks: z.array(Webhook),
    /** Whether the plan includes webhooks; without it events are neither stored nor sent. */
    allowed: z.boolean(),
  }),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks',
  access: 'user',
  summary: 'Create a webhook; this answer is the only one that contains its secret',
  body: z.object({
    /** Where events are posted: https and a public host. */
    url,
    /** The events to be told of. */
    events,
    /** A mission of yours; left out or null, events of all of them are told. */
    mission_id: z.nullish(ClientId),
    /** What it is for, in your words. */
    description: z.nullish(description),
  }),
  response: z.extend(Webhook, {
    /** `whsec_` and 32 bytes in base64, with which deliveries are signed (Standard Webhooks). */
    secret: z.string(),
  }),
  status: 201,
  location: '/api/webhooks/{id}',
  secret: true,
  idempotent: true,
  rate: 'deliveries',
  errors: ['api_access_needs_premium', 'webhook_limit', 'webhook_url_refused', 'mission_not_found'],
});

export const getWebhook = endpoint({
  method: 'GET',
  path: '/api/webhooks/{id}',
  access: 'user',
  summary: 'Get a webhook',
  params,
  response: Webhook,
  errors: ['webhook_not_found'],
});

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/api/webhooks/{id}',
  access: 'user',
  summary: 'Change a webhook, or turn it off or on; what is left out stays',
  params,
  body: z.object({
    url: z.optional(url),
    events: z.optional(events),
    /** Null for all missions. */
    mission_id: z.nullish(ClientId),
    /** Null clears it. */
    description: z.nullish(description),
    /** Off, it gets nothing, and what was pending is given up. */
    is_on: z.optional(z.boolean('is_on must be true or false')),
  }),
  response: Webhook,
  rate: 'deliveries',
  errors: ['webhook_not_found', 'webhook_url_refused', 'mission_not_found'],
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  access: 'user',
  summary: 'Remove a webhook with its deliveries',
  params,
  errors: ['webhook_not_found'],
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/rotate-secret',
  access: 'user',
  summary: 'Get a new secret for a webhook; the one before signs beside it for 24 hours',
  params,
  response: z.object({
    secret: z.string(),
    /** Until then deliveries carry a signature of each of the two. */
    previous_until: Instant,
  }),
  secret: true,
  idempotent: true,
  errors: ['webhook_not_found'],
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/test',
  access: 'user',
  summary: 'Send a test event to a webhook',
  params,
  response: WebhookDelivery,
  status: 201,
  idempotent: true,
  errors: ['webhook_not_found', 'webhook_off', 'too_many_deliveries', 'api_access_needs_premium'],
  rate: 'deliveries',
});

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries',
  access: 'user',
  summary: 'List the newest 50 deliveries of a webhook, newest first',
  params,
  response: z.object({ deliveries: z.array(WebhookDelivery) }),
  errors: ['webhook_not_found'],
});

export const redeliverWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/deliveries/{deliveryId}/redeliver',
  access: 'user',
  summary: 'Send a delivery again, whatever became of it',
  params: z.object({ id: Id, deliveryId: DeliveryId }),
  response: WebhookDelivery,
  idempotent: true,
  errors: ['webhook_not_found', 'delivery_not_found', 'webhook_off', 'too_many_deliveries', 'api_access_needs_premium'],
  rate: 'deliveries',
});
