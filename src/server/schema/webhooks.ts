import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { WEBHOOK_DESCRIPTION_MAX, WEBHOOK_URL_MAX } from '#domain/limits.ts';
import { api_tokens } from './api-tokens.ts';
import { ofUser } from './auth.ts';
import { bytes, instant } from './columns.ts';
import { missions } from './missions.ts';

/** Addresses that receive events, with the secrets that sign them. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    /** The API token that created it and is deleted with it, or null for a webhook created in a session. */
    token_id: uuid().references(() => api_tokens.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    description: text().notNull().default(''),
    events: text().array().notNull(),
    /** The only mission of its events, or null for all. */
    mission_id: uuid().references(() => missions.id, { onDelete: 'cascade' }),
    /** Encrypted with a key that is derived from the server's secret. */
    secret: bytes().notNull(),
    /** The previous secret, encrypted, which also signs until `previous_until`. */
    previous_secret: bytes(),
    previous_until: instant(),
    is_on: boolean().notNull().default(true),
    /** `owner`, `gone` or `failing`. */
    off_reason: text(),
    created_at: instant().notNull(),
    last_success_at: instant(),
    /** From version 1, where a job was a webhook's next delivery. */
    next_send_at: instant(),
    /** From version 1: when a process started to send. */
    sending_since: instant(),
    /** From version 1; unused. */
    timeouts: integer().notNull().default(0),
  },
  (t) => [
    index('webhooks_user').on(t.user_id, t.id),
    index('webhooks_mission').on(t.mission_id).where(sql`${t.mission_id} is not null`),
    index('webhooks_token').on(t.token_id).where(sql`${t.token_id} is not null`),
    check('webhooks_url_length', sql.raw(`char_length(url) between 1 and ${WEBHOOK_URL_MAX}`)),
    check('webhooks_description_length', sql.raw(`char_length(description) <= ${WEBHOOK_DESCRIPTION_MAX}`)),
    check(
      'webhooks_off_reason',
      sql.raw(`(off_reason is null) = is_on and off_reason in ('owner', 'gone', 'failing')`),
    ),
  ],
);

/** One event for one webhook, with the state of its delivery. */
export const webhook_deliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().primaryKey(),
    webhook_id: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The same for every webhook that receives the event, and in every attempt. */
    event_id: text().notNull(),
    event: text().notNull(),
    /**
     * The event's subject. Each attempt checks again whether the user may still see it. No references, so that deleted
     * rows remain recognizable.
     */
    mission_id: uuid(),
    actor_id: uuid(),
    checkin_id: uuid(),
    comment_id: uuid(),
    /** The JSON that is sent, byte for byte. It is empty after its content was removed. */
    body: text().notNull(),
    state: text().notNull().default('pending'),
    attempts: integer().notNull().default(0),
    response_status: integer(),
    /** An error name of ours, never the receiver's text. */
    error: text(),
    duration_ms: integer(),
    created_at: instant().notNull(),
    last_attempt_at: instant(),
    /**
     * The earliest time of the next attempt, or null while it waits for the user's other attempts. A job identifies its
     * attempt by this instant.
     */
    next_attempt_at: instant(),
  },
  (t) => [
    unique('webhook_deliveries_once').on(t.webhook_id, t.event_id),
    index('webhook_deliveries_newest').on(t.webhook_id, t.id),
    index('webhook_deliveries_pending').on(t.webhook_id).where(sql`${t.state} = 'pending'`),
    // For emptying removed content.
    index('webhook_deliveries_checkin').on(t.checkin_id).where(sql`${t.checkin_id} is not null`),
    index('webhook_deliveries_comment').on(t.comment_id).where(sql`${t.comment_id} is not null`),
    index('webhook_deliveries_actor').on(t.actor_id).where(sql`${t.actor_id} is not null`),
    // For the job that deletes old deliveries.
    index('webhook_deliveries_age').on(t.created_at),
    check('webhook_deliveries_state', sql.raw(`state in ('pending', 'delivered', 'failed')`)),
  ],
);

/** From version 1: clock events that were already sent. Both versions use it during a rolling upgrade. */
export const webhook_claims = pgTable(
  'webhook_claims',
  {
    key: text().primaryKey(),
    claimed_at: instant().notNull(),
  },
  (t) => [index('webhook_claims_age').on(t.claimed_at)],
);
