import type { Invitation } from '#contract/invitations.ts';
import { LIST_MAX } from '#domain/limits.ts';
import { daysRemaining } from '#domain/missions.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import type { Queryable } from '../../db/open.ts';
import { type AddressSettings, provenEmail, type UserRow } from '../profile/public.ts';
import { unblocked } from '../safety/public.ts';

/** SQL for `invitations i join missions m`: true when the invitation can be accepted at the instant `now`. */
export const openAt = (now: string) =>
  `i.status = 'pending' and i.expires_at > ${now} and m.is_active and m.end_date > ${now}`;

/**
 * The condition of the inbox, for `invitations i join missions m`. Leaves out missions that the user is in, and
 * invitations from people whom the user blocked.
 */
const inInbox = (email: string, userId: string, now: string) => `i.invitee_email = ${email} and ${openAt(now)}
  and not exists (select from members own where own.mission_id = m.id and own.user_id = ${userId} and own.left_at is null)
  and ${unblocked(userId, 'i.sender_id')}`;

/** A select of empty rows, one for each invitation in the inbox; the arguments are SQL. */
export const inboxOf = (email: string, userId: string, now: string): string =>
  `select from invitations i join missions m on m.id = i.mission_id where ${inInbox(email, userId, now)}`;

export const COUNT_MEMBERS = `(select count(*) from members mb where mb.mission_id = m.id and mb.left_at is null) as member_count`;

interface InboxRow extends Omit<Invitation, 'days_remaining' | 'sender_avatar_url'> {
  end_date: string;
  sender_avatar_key: string | null;
}

/** The invitations to the user's own proved address that can be accepted, newest first. */
export async function listInbox(
  { db, config }: { readonly db: Queryable; readonly config: AddressSettings },
  user: Pick<UserRow, 'id' | 'email' | 'email_verified_at'>,
  now: Date,
): Promise<Invitation[]> {
  const rows = await db.rows<InboxRow>(
    `select i.id, i.status, i.mission_id, m.title as mission_title, m.duration_days, m.end_date, ${COUNT_MEMBERS},
       s.name as sender_name, s.avatar_key as sender_avatar_key, i.message, i.created_at, i.expires_at
     from invitations i join missions m on m.id = i.mission_id join users s on s.id = i.sender_id
     where ${inInbox('$1', '$3', '$2')}
     order by i.created_at desc, i.id limit ${LIST_MAX}`,
    [provenEmail(config, user), now, user.id],
  );
  return rows.map(({ end_date, sender_avatar_key, ...row }) => ({
    ...row,
    days_remaining: daysRemaining(new Date(end_date), now),
    sender_avatar_url: avatarUrl(sender_avatar_key),
  }));
}
