import * as z from 'zod/mini';
import type { Hint } from '#contract/live.ts';
import { Id } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import type { HintEnvelope } from '#platform/live/hint-envelope.ts';
import { type AddressSettings, provenAddress } from '../../../facts/users.ts';

/** An envelope with the fields of all audiences. */
type AnyEnvelope = HintEnvelope & {
  readonly mission_id?: string;
  readonly checkin_id?: string;
  readonly invitation_id?: string;
  readonly user_ids?: readonly string[];
};

const RecipientRow = z.object({ id: Id, user_id: Id });

function groupUsers(rows: readonly z.output<typeof RecipientRow>[]): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const { id, user_id } of rows) {
    const others = users.get(id);
    if (others) others.push(user_id);
    else users.set(id, [user_id]);
  }
  return users;
}

async function listMembers(db: Queryable, missionIds: readonly string[]): Promise<Map<string, string[]>> {
  if (missionIds.length === 0) return new Map();
  return groupUsers(
    await db.rows(
      RecipientRow,
      'select mission_id as id, user_id from members where mission_id = any($1) and left_at is null',
      [missionIds],
    ),
  );
}

/**
 * Lists addressees by invitation. An address without an account that counts as it has none. An invitation to a next
 * round belongs to the account of its notification.
 */
async function listAddressees(
  db: Queryable,
  invitationIds: readonly string[],
  proven: string,
): Promise<Map<string, string[]>> {
  if (invitationIds.length === 0) return new Map();
  return groupUsers(
    await db.rows(
      RecipientRow,
      `select i.id, u.id as user_id from invitations i join users u on u.email = i.invitee_email and ${proven}
       where i.id = any($1) and i.source = 'email'
       union all select invitation_id, user_id from notifications where invitation_id = any($1)`,
      [invitationIds],
    ),
  );
}

function hintsOf({ kinds, mission_id, checkin_id }: AnyEnvelope): Hint[] {
  const about = { ...(mission_id && { mission_id }), ...(checkin_id && { checkin_id }) };
  return kinds.map((kind) => ({ kind, ...about }));
}

const uniqueIds = (ids: readonly (string | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))];

/** Creates a function that finds the hints for each user, as JSON, and merges equal hints of a batch. */
export function recipientsWith(config: AddressSettings) {
  const proven = provenAddress(config, 'u');
  return async (db: Queryable, envelopes: readonly AnyEnvelope[]): Promise<Map<string, Set<string>>> => {
    const [members, addressees] = await Promise.all([
      listMembers(db, uniqueIds(envelopes.map((envelope) => (envelope.user_ids ? undefined : envelope.mission_id)))),
      listAddressees(db, uniqueIds(envelopes.map((envelope) => envelope.invitation_id)), proven),
    ]);
    const recipients = new Map<string, Set<string>>();
    for (const envelope of envelopes) {
      const { user_ids, mission_id, invitation_id = '' } = envelope;
      const users = user_ids ?? (mission_id ? members.get(mission_id) : addressees.get(invitation_id)) ?? [];
      const hints = hintsOf(envelope).map((hint) => JSON.stringify(hint));
      for (const user of users) {
        const own = recipients.get(user) ?? new Set();
        recipients.set(user, own);
        for (const hint of hints) own.add(hint);
      }
    }
    return recipients;
  };
}
