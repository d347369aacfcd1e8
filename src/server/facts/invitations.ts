import { unblocked } from './blocks-and-hidden.ts';
import { type AddressSettings, provenAddress } from './users.ts';

/** SQL of an account: its id, its address and whether that is proved. */
interface AddresseeSql {
  id: string;
  email: string;
  proven: string;
}

/** SQL: whether an invitation can be accepted at the instant `now`; `invitation` and `mission` are aliases. */
export const acceptableAt = ({ invitation, mission, now }: Record<'invitation' | 'mission' | 'now', string>): string =>
  `${invitation}.status = 'pending' and ${invitation}.expires_at > ${now} and ${mission}.is_active and ${mission}.end_date > ${now}`;

/**
 * SQL: whether an account is the addressee of an invitation, which is an alias. An invitation to a next round is to the
 * account itself, which its notification names, and needs no proof; whoever has the address later is somebody else
 * (docs/decisions/0030).
 */
export const addressedTo = (invitation: string, { id, email, proven }: AddresseeSql): string =>
  `${invitation}.invitee_email = ${email} and (${invitation}.source = 'email' and ${proven}
    or ${invitation}.source = 'round'
    and exists (select from notifications an where an.invitation_id = ${invitation}.id and an.user_id = ${id}))`;

/** The same for users of the alias `user`, for joins. */
export const addressedToUser = (
  config: AddressSettings,
  { invitation, user }: Record<'invitation' | 'user', string>,
): string => addressedTo(invitation, { id: `${user}.id`, email: `${user}.email`, proven: provenAddress(config, user) });

/**
 * SQL: whether an invitation is in the inbox of an account; `invitation` and `mission` are aliases. Leaves out missions
 * that the user is in, invitations from before the owner removed the user, and those from people whom the user blocked.
 */
export const inInbox = (
  account: AddresseeSql,
  { invitation, mission, now }: Record<'invitation' | 'mission' | 'now', string>,
): string =>
  `${addressedTo(invitation, account)} and ${acceptableAt({ invitation, mission, now })}
  and not exists (select from members own where own.mission_id = ${mission}.id and own.user_id = ${account.id}
    and (own.left_at is null or own.removed_at >= ${invitation}.created_at))
  and ${unblocked(account.id, `${invitation}.sender_id`)}`;
