import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { WEBHOOK_DESCRIPTION_MAX, WEBHOOK_URL_MAX } from '#domain/limits.ts';
import { api_tokens } from './api-tokens.ts';
import { ofUser } from './auth.ts';
import { bytes, instant } from './columns.ts';
import { missions } from './missions.ts';

/** Addresses that are told of events, with the secrets that sign what they get. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    /** The API token that made it, with which it goes; null for one made in a session. */
    token_id: uuid().references(() => api_tokens.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    description: text().notNull().default(''),
    /** The names of the events it is told of. */
    events: text().array().notNull(),
    /** The only mission whose events it is told of; null for all. */
    mission_id: uuid().references(() => missions.id, { onDelete: 'cascade' }),
    /** Encrypted with a key that is derived from the server's secret. */
    secret: bytes().notNull(),
    /** The secret before, encrypted, which signs as well until `previous_until`. */
    previous_secret: bytes(),
    previous_until: instant(),
    is_on: boolean().notNull().default(true),
    /** Why it is off: `owner`, `gone` or `failing`. */
    off_reason: text(),
    created_at: instant().notNull(),
    last_success_at: instant(),
    /** Of version 1, in which a job was the next delivery of a webhook: which one, for `takeOver`. */
    next_send_at: instant(),
    /** Of version 1: since when a process sends. */
    sending_since: instant(),
    /** Of version 1; unused. */
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

/** One event on its way to one webhook, and what became of it. */
export const webhook_deliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().primaryKey(),
    webhook_id: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The same for every webhook that is told of the event, and in every try. */
    event_id: text().notNull(),
    event: text().notNull(),
    /**
     * What the event is about: each try asks again whether the user may still see it. Without references, since what is
     * gone has to be known as gone.
     */
    mission_id: uuid(),
    actor_id: uuid(),
    checkin_id: uuid(),
    comment_id: uuid(),
    /** The JSON that is sent, byte for byte; empty once what it says was removed. */
    body: text().notNull(),
    /** `pending`, `delivered` or `failed`. */
    state: text().notNull().default('pending'),
    attempts: integer().notNull().default(0),
    response_status: integer(),
    /** A word of ours for what went wrong, never text of the receiver. */
    error: text(),
    duration_ms: integer(),
    created_at: instant().notNull(),
    last_attempt_at: instant(),
    /** When it is tried next, at the earliest. A job knows its try by this instant. */
    next_attempt_at: instant(),
  },
  (t) => [
    unique('webhook_deliveries_once').on(t.webhook_id, t.event_id),
    index('webhook_deliveries_newest').on(t.webhook_id, t.id),
    index('webhook_deliveries_pending').on(t.webhook_id).where(sql`${t.state} = 'pending'`),
    // For emptying what was removed.
    index('webhook_deliveries_checkin').on(t.checkin_id).where(sql`${t.checkin_id} is not null`),
    index('webhook_deliveries_comment').on(t.comment_id).where(sql`${t.comment_id} is not null`),
    index('webhook_deliveries_actor').on(t.actor_id).where(sql`${t.actor_id} is not null`),
    // For the job that forgets old deliveries.
    index('webhook_deliveries_age').on(t.created_at),
    check('webhook_deliveries_state', sql.raw(`state in ('pending', 'delivered', 'failed')`)),
  ],
);

/** Of version 1: events of the clock that were told already. Unused. */
export const webhook_claims = pgTable(
  'webhook_claims',
  {
    key: text().primaryKey(),
    claimed_at: instant().notNull(),
  },
  (t) => [index('webhook_claims_age').on(t.claimed_at)],
);
