import * as z from 'zod/mini';
import { SentInvitation } from '#contract/invitations.ts';
import { invitationExpiry } from '#domain/invitations.ts';
import { LIST_MAX } from '#domain/limits.ts';
import { Bool } from '#platform/db/columns.ts';
import { newSecretId } from '#platform/db/ids.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { acceptableAt, addressedToUser } from '../../../facts/invitations.ts';
import { type AddressSettings, provenAddress } from '../../../facts/users.ts';

const IS_ACCEPTABLE = acceptableAt({ invitation: 'i', mission: 'm', now: '$2' });

/** An invitation to a next round shows a name instead of the address, because its sender never typed an address. */
const SENT_COLUMNS = `i.public_id as id, i.status, case when i.source = 'email' then i.invitee_email else '' end as invitee_email,
  case when i.source = 'round' then (select u.name from notifications n join users u on u.id = n.user_id
    where n.invitation_id = i.id) end as invitee_name, i.message, i.created_at, i.expires_at`;

/** Newest first. Omits addressees who joined by other means. */
export const listOfMission = (
  db: Queryable,
  config: AddressSettings,
  missionId: string,
  now: Date,
): Promise<SentInvitation[]> =>
  db.rows(
    SentInvitation,
    `select ${SENT_COLUMNS}, s.name as sender_name
     from invitations i join missions m on m.id = i.mission_id join users s on s.id = i.sender_id
     where i.mission_id = $1 and ${IS_ACCEPTABLE}
       and not exists (select from members mb join users u on u.id = mb.user_id
         where mb.mission_id = m.id and mb.left_at is null and ${addressedToUser(config, { invitation: 'i', user: 'u' })})
     order by i.created_at desc, i.id limit ${LIST_MAX}`,
    [missionId, now],
  );

/** Returns true if the account that counts as the address is a member of the mission. */
export const isMemberAddress = (
  db: Queryable,
  config: AddressSettings,
  missionId: string,
  email: string,
): Promise<boolean> =>
  onlyValue(
    db,
    Bool,
    `select exists (select from members mb join users u on u.id = mb.user_id
       where mb.mission_id = $1 and mb.left_at is null and u.email = $2 and ${provenAddress(config, 'u')}) as is_member`,
    [missionId, email],
  );

interface NewInvitation {
  mission_id: string;
  sender_id: string;
  invitee_email: string;
  message: string;
}

/** An invitation as returned to its sender, who needs no sender name. */
const CreatedInvitation = z.omit(SentInvitation, { sender_name: true });

/** An invitation as its sender sees it, and the key, which the sender must not see. */
interface InsertedInvitation {
  key: string;
  sent: z.output<typeof CreatedInvitation>;
}

/**
 * Inserts an invitation, or returns null while an invitation to the address is pending. The partial unique index
 * decides, so only one of several concurrent requests succeeds. First ends old invitations that must not block it:
 * expired invitations, invitations from before the owner removed the addressee, and invitations to a next round. A
 * conflict with an invitation to a next round would reveal a member's address.
 */
export async function insertInvitation(
  tx: Tx,
  invitation: NewInvitation,
  now: Date,
): Promise<InsertedInvitation | null> {
  const { mission_id, sender_id, invitee_email, message } = invitation;
  await tx.rows(
    `update invitations i set status = case when i.expires_at <= $3 then 'expired' else 'withdrawn' end, processed_at = $3
     where i.mission_id = $1 and i.invitee_email = $2 and i.status = 'pending' and (i.expires_at <= $3 or i.source = 'round' or exists (
       select from members mb join users u on u.id = mb.user_id
       where mb.mission_id = $1 and mb.removed_at >= i.created_at and u.email = $2))`,
    [mission_id, invitee_email, now],
  );
  const key = newSecretId();
  const [sent] = await tx.rows(
    CreatedInvitation,
    `insert into invitations as i (id, mission_id, sender_id, invitee_email, message, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (mission_id, invitee_email) where status = 'pending' do nothing returning ${SENT_COLUMNS}`,
    [key, mission_id, sender_id, invitee_email, message, now, invitationExpiry(now)],
  );
  return sent ? { key, sent } : null;
}
