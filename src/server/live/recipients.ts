import type { Hint } from '#contract/live.ts';
import type { Queryable } from '../db/open.ts';
import type { HintEnvelope } from './hint-envelope.ts';

/** Adds the users of rows to the sets by the rows' ids. */
function group(rows: readonly { id: string; user_id: string }[]): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const { id, user_id } of rows) {
    const of = users.get(id);
    if (of) of.push(user_id);
    else users.set(id, [user_id]);
  }
  return users;
}

/** The members of missions at this moment, by mission: who left is concerned no more. */
async function membersOf(db: Queryable, missionIds: readonly string[]): Promise<Map<string, string[]>> {
  if (missionIds.length === 0) return new Map();
  return group(
    await db.rows('select mission_id as id, user_id from members where mission_id = any($1) and left_at is null', [
      missionIds,
    ]),
  );
}

/** Those to whom invitations are addressed, where the address has an account. */
async function addresseesOf(db: Queryable, invitationIds: readonly string[]): Promise<Map<string, string[]>> {
  if (invitationIds.length === 0) return new Map();
  return group(
    await db.rows(
      'select i.id, u.id as user_id from invitations i join users u on u.email = i.invitee_email where i.id = any($1)',
      [invitationIds],
    ),
  );
}

function hintsOf({ kinds, mission_id, checkin_id }: HintEnvelope): Hint[] {
  const about = { ...(mission_id && { mission_id }), ...(checkin_id && { checkin_id }) };
  return kinds.map((kind) => ({ kind, ...about }));
}

const idsOf = (ids: readonly (string | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))];

/** For each user what there is to hear, as events; equal hints of one batch are one. */
export async function resolveRecipients(
  db: Queryable,
  notices: readonly HintEnvelope[],
): Promise<Map<string, ReadonlySet<string>>> {
  const [members, addressees] = await Promise.all([
    membersOf(db, idsOf(notices.map((notice) => (notice.user_ids ? undefined : notice.mission_id)))),
    addresseesOf(db, idsOf(notices.map((notice) => notice.invitation_id))),
  ]);
  const heard = new Map<string, Set<string>>();
  for (const notice of notices) {
    const users =
      notice.user_ids ??
      (notice.mission_id ? members.get(notice.mission_id) : addressees.get(notice.invitation_id ?? '')) ??
      [];
    const hints = hintsOf(notice).map((hint) => JSON.stringify(hint));
    for (const user of users) {
      const own = heard.get(user) ?? new Set();
      heard.set(user, own);
      for (const hint of hints) own.add(hint);
    }
  }
  return heard;
}
