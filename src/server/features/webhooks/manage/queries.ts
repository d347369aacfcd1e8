import * as z from 'zod/mini';
import { Webhook } from '#contract/webhooks.ts';
import type { OffReason, WebhookEvent } from '#domain/webhooks.ts';
import { Bytes, Id, Int, Text } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, firstRow, onlyValue } from '#platform/db/rows.ts';
import type { Authorized } from '#platform/http/authorized.ts';

/** A webhook as its user sees it, without the secrets. */
const WebhookRow = z.extend(z.omit(Webhook, { created_by_token: true }), {
  token_id: z.nullable(Id),
  token_name: z.nullable(Text),
});
export type WebhookRow = z.output<typeof WebhookRow>;

const COLUMNS = `w.id, w.url, w.description, w.events, w.mission_id, w.is_on, w.off_reason, w.token_id,
  (select t.name from api_tokens t where t.id = w.token_id) as token_name, w.created_at, w.last_success_at`;

/** Who reads webhooks. A user in a session sees all of theirs, an API token those it created. */
export interface WebhookOwner {
  user_id: string;
  token_id: string | null;
}

const OWN = 'w.user_id = $1 and ($2::uuid is null or w.token_id = $2)';

export const listWebhooks = (db: Queryable, { user_id, token_id }: WebhookOwner): Promise<WebhookRow[]> =>
  db.rows(WebhookRow, `select ${COLUMNS} from webhooks w where ${OWN} order by w.id desc`, [user_id, token_id]);

export const findWebhook = (
  db: Queryable,
  { user_id, token_id }: WebhookOwner,
  id: string,
): Promise<WebhookRow | null> =>
  firstRow(db, WebhookRow, `select ${COLUMNS} from webhooks w where ${OWN} and w.id = $3`, [user_id, token_id, id]);

/** Counts the user's webhooks. Expects a locked user row, which keeps the count valid until commit. */
export const countWebhooks = (tx: Tx, userId: string): Promise<number> =>
  onlyValue(tx, Int, 'select count(*) as count from webhooks where user_id = $1', [userId]);

/** Returns true if the API token exists, and prevents its deletion until commit. */
export const holdToken = (tx: Tx, tokenId: string): Promise<boolean> =>
  anyRow(tx, 'select id from api_tokens where id = $1 for key share', [tokenId]);

interface NewWebhook extends WebhookOwner {
  id: string;
  url: string;
  description: string;
  events: readonly WebhookEvent[];
  mission_id: string | null;
  secret: Buffer;
}

export async function insertWebhook(tx: Tx, webhook: NewWebhook, now: Date): Promise<void> {
  await tx.rows(
    `insert into webhooks (id, user_id, token_id, url, description, events, mission_id, secret, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[webhook.id, webhook.user_id, webhook.token_id, webhook.url, webhook.description, webhook.events],
      ...[webhook.mission_id, webhook.secret, now],
    ],
  );
}

/** The fields of a webhook that its user can change. */
export type WebhookFields = Pick<WebhookRow, 'url' | 'description' | 'events' | 'mission_id'>;

export async function replaceWebhook(
  tx: Tx,
  { id }: Authorized<{ id: string }, 'owner'>,
  webhook: WebhookFields,
): Promise<void> {
  await tx.rows('update webhooks set url = $2, description = $3, events = $4, mission_id = $5 where id = $1', [
    id,
    webhook.url,
    webhook.description,
    webhook.events,
    webhook.mission_id,
  ]);
}

export async function turnOn(tx: Tx, { id }: Authorized<{ id: string }, 'owner'>): Promise<void> {
  await tx.rows('update webhooks set is_on = true, off_reason = null where id = $1', [id]);
}

/** Turns a webhook off and gives up its pending deliveries. Expects a locked webhook. */
export async function turnOff(tx: Tx, id: string, reason: OffReason): Promise<void> {
  await tx.rows('update webhooks set is_on = false, off_reason = $2 where id = $1', [id, reason]);
  await tx.rows(
    `update webhook_deliveries set state = 'failed', next_attempt_at = null, error = coalesce($2, error)
     where webhook_id = $1 and state = 'pending'`,
    [id, reason === 'gone' ? 'gone' : null],
  );
}

export const deleteWebhook = (db: Queryable, { user_id, token_id }: WebhookOwner, id: string): Promise<boolean> =>
  anyRow(db, `delete from webhooks w where ${OWN} and w.id = $3 returning w.id`, [user_id, token_id, id]);

/** Stores a new secret; the previous one also signs until `previous_until`. Expects a locked webhook. */
export async function updateSecret(
  tx: Tx,
  { id }: Authorized<{ id: string }, 'owner'>,
  secret: Buffer,
  previous_until: Date,
): Promise<void> {
  await tx.rows('update webhooks set previous_secret = secret, previous_until = $3, secret = $2 where id = $1', [
    id,
    secret,
    previous_until,
  ]);
}

const Secrets = z.object({ id: Id, secret: Bytes, previous_secret: z.nullable(Bytes) });
type Secrets = z.output<typeof Secrets>;

export const listSecrets = (db: Queryable): Promise<Secrets[]> =>
  db.rows(Secrets, 'select id, secret, previous_secret from webhooks');

/** Stores the same secrets under another encryption. Does nothing if they were replaced since. */
export async function replaceSecrets(db: Queryable, stored: Secrets, next: Omit<Secrets, 'id'>): Promise<void> {
  await db.rows(
    `update webhooks set secret = $2, previous_secret = $3
     where id = $1 and secret = $4 and previous_secret is not distinct from $5`,
    [stored.id, next.secret, next.previous_secret, stored.secret, stored.previous_secret],
  );
}
