import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow } from '#platform/db/rows.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { fail } from '#platform/http/errors.ts';
import type { Deps } from '../../../app/deps.ts';
import type { UserRow } from '../../../facts/users.ts';
import { planLimits } from '../../../services/billing/public.ts';
import { findWebhook, type WebhookRow } from './queries.ts';

type User = Pick<UserRow, 'id'>;

/** The API token of the caller, or null in a session. A token has access only to webhooks that it created. */
interface Caller {
  readonly token_id: string | null;
}

/** Finds a webhook for its user, or for the token that created it. Throws `webhook_not_found` for others. */
export async function requireOwner(db: Queryable, user: User, id: string, { token_id }: Caller) {
  const webhook = (await findWebhook(db, { user_id: user.id, token_id }, id)) ?? fail('webhook_not_found');
  return webhook as Authorized<WebhookRow, 'owner'>;
}

/**
 * Locks all webhooks of the webhook's user until commit. Their pending deliveries count together, so changes to
 * deliveries must take turns.
 */
export async function lockOwner(tx: Tx, user: User, id: string, caller: Caller) {
  await tx.rows(
    `select from webhooks w where w.user_id = (select o.user_id from webhooks o where o.id = $1)
     order by w.id for no key update`,
    [id],
  );
  return requireOwner(tx, user, id, caller);
}

/** Throws `api_access_needs_premium` unless the plan includes webhooks. */
export function requirePlan({ config }: Deps, user: UserRow, now: Date): void {
  if (!planLimits(user, now, config.plans).api_tokens) fail('api_access_needs_premium');
}

/** Locks a webhook until commit to send something to it. Throws unless it is on and the plan includes webhooks. */
export async function lockSender(
  tx: Tx,
  user: UserRow,
  id: string,
  { token_id, now }: Caller & { now: Date },
  deps: Deps,
) {
  const webhook: WebhookRow = await lockOwner(tx, user, id, { token_id });
  requirePlan(deps, user, now);
  if (!webhook.is_on) fail('webhook_off');
  return webhook as Authorized<WebhookRow, 'sender'>;
}

/** Throws `mission_not_found` unless the user is a member of the mission. Null means every mission. */
export async function requireMissionMember(db: Queryable, user: User, missionId: string | null): Promise<void> {
  if (missionId === null) return;
  const sql = 'select mission_id from members where mission_id = $1 and user_id = $2 and left_at is null';
  if (!(await anyRow(db, sql, [missionId, user.id]))) fail('mission_not_found');
}
