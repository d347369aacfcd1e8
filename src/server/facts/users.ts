import { lookOf } from '#domain/looks.ts';
import type { PlatformConfig } from '#platform/config/config.ts';
import type { Queryable } from '#platform/db/open.ts';
import type { Row } from '#platform/db/rows.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { isLanguage, translateFor } from '../language/translate-for.ts';
import type { users } from '../schema/auth.ts';

/** The row of a user as every signed-in request carries it. */
export type UserRow = Omit<
  Row<typeof users>,
  | 'password_hash'
  | 'customer_id'
  | 'checkins_seen_at'
  | 'suspended_at'
  | 'deleted_at'
  | 'streak_days'
  | 'streak_last_day'
  | 'longest_streak'
  | 'rest_days'
  | 'open_streak'
> & {
  /** False for an account that signs in elsewhere alone, or that the operator made. */
  has_password: boolean;
};

/** A person as others see them. */
export interface PersonRow extends Pick<UserRow, 'name' | 'avatar_key' | 'look'> {
  user_id: string;
}

/** The URL of a stored picture (served by services/media/routes.ts); null stays null. `key` is `avatars/<uuid>/512.webp`. */
export function avatarUrl(key: string | null): string | null {
  return key === null ? null : `/media/${key}`;
}

/** A person as answers show them. */
export const faceOf = (person: PersonRow) => ({
  user_id: person.user_id,
  name: person.name,
  avatar_url: avatarUrl(person.avatar_key),
  look: lookOf(person.user_id, person.look),
});

/** What says in which language a user is addressed without a request. */
export type Addressee = Pick<UserRow, 'language' | 'last_language'>;

/** SQL for the columns of Addressee; `user` is the alias of the users. */
export const languageColumns = (user: string): string => `${user}.language, ${user}.last_language`;

/** The language of what goes to a user without a request: the chosen one, if there still is such a one, or the browser's. */
export const languageOf = ({ language, last_language }: Addressee): string =>
  language !== null && isLanguage(language) ? language : last_language;

/** What makes the texts that go to a user without a request. */
export const translateTo = (addressee: Addressee): Translate => translateFor(languageOf(addressee));

/** The same for a user by id; English for one who is unknown. */
export async function translateToUser(db: Queryable, userId: string | undefined): Promise<Translate> {
  const [addressee] = await db.rows<Addressee>(`select ${languageColumns('u')} from users u where u.id = $1`, [
    userId ?? null,
  ]);
  return addressee ? translateTo(addressee) : translateFor('en');
}

/** SQL for the columns of UserRow; `user` is the alias of the users. */
export const userColumns = (user: string): string =>
  `${user}.id, ${user}.name, ${user}.email, ${user}.email_verified_at, ${user}.password_hash is not null as has_password,
   ${user}.avatar_key, ${user}.look, ${user}.bio, ${user}.location, ${user}.timezone, ${languageColumns(user)}, ${user}.profile_completed,
   ${user}.subscription_tier, ${user}.subscription_status, ${user}.subscription_plan, ${user}.subscription_start_date,
   ${user}.subscription_cancel_requested, ${user}.subscription_period_end, ${user}.subscription_ends_at, ${user}.points,
   ${user}.moved_at, ${user}.created_at`;

/** What decides whether an address has to be proved. */
export type AddressSettings = Pick<PlatformConfig, 'smtp_url'>;

/**
 * SQL: whether an account counts as its address (docs/rules.md#accounts); `user` is the alias of the users,
 * `without_smtp` SQL for whether this server sends no mail. Then every account does, because no mail could prove it.
 */
export const provenAddressIf = (without_smtp: string, user: string): string =>
  `(${without_smtp} or ${user}.email_verified_at is not null)`;

/** The same by the settings. */
export const provenAddress = ({ smtp_url }: AddressSettings, user: string): string =>
  provenAddressIf(`${smtp_url === null}`, user);

/** The address of a user whose account counts as it; null while it is unproved. */
export const provenEmail = (
  { smtp_url }: AddressSettings,
  user: Pick<UserRow, 'email' | 'email_verified_at'>,
): string | null => (smtp_url === null || user.email_verified_at !== null ? user.email : null);
