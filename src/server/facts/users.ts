import * as z from 'zod/mini';
import { PLAN_TYPES } from '#domain/billing.ts';
import { lookOf } from '#domain/looks.ts';
import type { PlatformConfig } from '#platform/config/config.ts';
import { Bool, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { isLanguage, translateFor } from '../language/translate-for.ts';
import { Look } from './fields.ts';

/** The row of a user as every signed-in request carries it. */
export const UserRow = z.object({
  id: Id,
  name: Text,
  email: Text,
  email_verified_at: z.nullable(Instant),
  /** False for an account that signs in elsewhere alone, or that the operator made. */
  has_password: Bool,
  avatar_key: z.nullable(Text),
  look: z.nullable(Look),
  bio: Text,
  location: Text,
  timezone: Text,
  language: z.nullable(Text),
  last_language: Text,
  profile_completed: Bool,
  subscription_tier: z.enum(['free', 'pro']),
  subscription_status: z.nullable(z.enum(['active', 'cancel_at_period_end', 'past_due', 'canceled'])),
  subscription_plan: z.nullable(z.enum(PLAN_TYPES)),
  subscription_start_date: z.nullable(Instant),
  subscription_cancel_requested: z.nullable(Instant),
  subscription_period_end: z.nullable(Instant),
  subscription_ends_at: z.nullable(Instant),
  points: Int,
  moved_at: z.nullable(Instant),
  created_at: Instant,
});
export type UserRow = z.output<typeof UserRow>;

/** A person as others see them. */
export const PersonRow = z.extend(z.pick(UserRow, { name: true, avatar_key: true, look: true }), { user_id: Id });
export type PersonRow = z.output<typeof PersonRow>;

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
export const Addressee = z.pick(UserRow, { language: true, last_language: true });
export type Addressee = z.output<typeof Addressee>;

/** SQL for the columns of Addressee; `user` is the alias of the users. */
export const languageColumns = (user: string): string => `${user}.language, ${user}.last_language`;

/** The language of what goes to a user without a request: the chosen one, if there still is such a one, or the browser's. */
export const languageOf = ({ language, last_language }: Addressee): string =>
  language !== null && isLanguage(language) ? language : last_language;

/** What makes the texts that go to a user without a request. */
export const translateTo = (addressee: Addressee): Translate => translateFor(languageOf(addressee));

/** The same for a user by id; English for one who is unknown. */
export async function translateToUser(db: Queryable, userId: string | undefined): Promise<Translate> {
  const [addressee] = await db.rows(Addressee, `select ${languageColumns('u')} from users u where u.id = $1`, [
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
