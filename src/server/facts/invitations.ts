import { unblocked } from './blocks-and-hidden.ts';
import { type AddressSettings, provenAddress } from './users.ts';

/** SQL for an account's ID, its address and whether the address is proved. */
interface AddresseeSql {
  id: string;
  email: string;
  proven: string;
}

/** Returns SQL that is true if the invitation can be accepted at `now`. `invitation` and `mission` are aliases. */
export const acceptableAt = ({ invitation, mission, now }: Record<'invitation' | 'mission' | 'now', string>): string =>
  `${invitation}.status = 'pending' and ${invitation}.expires_at > ${now} and ${mission}.is_active and ${mission}.end_date > ${now}`;

/**
 * Returns SQL that is true if the account is the invitee; `invitation` is an alias. An invitation to a next round
 * belongs to the account in its notification and needs no proved address. A later holder of the address cannot use it
 * (docs/decisions/0030).
 */
export const addressedTo = (invitation: string, { id, email, proven }: AddresseeSql): string =>
  `${invitation}.invitee_email = ${email} and (${invitation}.source = 'email' and ${proven}
    or ${invitation}.source = 'round'
    and exists (select from notifications an where an.invitation_id = ${invitation}.id and an.user_id = ${id}))`;

/** Returns the SQL of `addressedTo` for joins with users; `user` is their alias. */
export const addressedToUser = (
  config: AddressSettings,
  { invitation, user }: Record<'invitation' | 'user', string>,
): string => addressedTo(invitation, { id: `${user}.id`, email: `${user}.email`, proven: provenAddress(config, user) });

/**
 * Returns SQL that is true if the invitation is in the account's inbox. `invitation` and `mission` are aliases.
 * Excludes the user's missions, invitations from before the owner removed the user, and senders that the user blocked.
 */
export const inInbox = (
  account: AddresseeSql,
  { invitation, mission, now }: Record<'invitation' | 'mission' | 'now', string>,
): string =>
  `${addressedTo(invitation, account)} and ${acceptableAt({ invitation, mission, now })}
  and not exists (select from members own where own.mission_id = ${mission}.id and own.user_id = ${account.id}
    and (own.left_at is null or own.removed_at >= ${invitation}.created_at))
  and ${unblocked(account.id, `${invitation}.sender_id`)}`;
