import * as z from 'zod/mini';
import { PLAN_TYPES } from '#domain/billing.ts';
import { lookOf } from '#domain/looks.ts';
import type { PlatformConfig } from '#platform/config/config.ts';
import { Bool, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { isLanguage, translateFor } from '../language/translate-for.ts';
import { Look } from './fields.ts';

/** The user columns that every signed-in request loads. */
export const UserRow = z.object({
  id: Id,
  name: Text,
  email: Text,
  email_verified_at: z.nullable(Instant),
  /** False until an account from single sign-on or the operator sets its first password. */
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

/** The columns that other users see. */
export const PersonRow = z.extend(z.pick(UserRow, { name: true, avatar_key: true, look: true }), { user_id: Id });
export type PersonRow = z.output<typeof PersonRow>;

/** Returns the URL of a stored picture such as `avatars/<uuid>/512.webp`; null stays null. */
export function avatarUrl(key: string | null): string | null {
  return key === null ? null : `/media/${key}`;
}

/** Returns a person as in responses. */
export const faceOf = (person: PersonRow) => ({
  user_id: person.user_id,
  name: person.name,
  avatar_url: avatarUrl(person.avatar_key),
  look: lookOf(person.user_id, person.look),
});

/** The columns that decide the language of messages sent without a request. */
export const Addressee = z.pick(UserRow, { language: true, last_language: true });
export type Addressee = z.output<typeof Addressee>;

/** Returns SQL for the columns of Addressee; `user` is an alias. */
export const languageColumns = (user: string): string => `${user}.language, ${user}.last_language`;

/** Returns the language for messages without a request: the chosen one if it still exists, or the browser's. */
export const languageOf = ({ language, last_language }: Addressee): string =>
  language !== null && isLanguage(language) ? language : last_language;

export const translateTo = (addressee: Addressee): Translate => translateFor(languageOf(addressee));

/** Returns the translator for a user ID; English if the user is unknown. */
export async function translateToUser(db: Queryable, userId: string | undefined): Promise<Translate> {
  const [addressee] = await db.rows(Addressee, `select ${languageColumns('u')} from users u where u.id = $1`, [
    userId ?? null,
  ]);
  return addressee ? translateTo(addressee) : translateFor('en');
}

/** Returns SQL for the columns of UserRow; `user` is an alias. */
export const userColumns = (user: string): string =>
  `${user}.id, ${user}.name, ${user}.email, ${user}.email_verified_at, ${user}.password_hash is not null as has_password,
   ${user}.avatar_key, ${user}.look, ${user}.bio, ${user}.location, ${user}.timezone, ${languageColumns(user)}, ${user}.profile_completed,
   ${user}.subscription_tier, ${user}.subscription_status, ${user}.subscription_plan, ${user}.subscription_start_date,
   ${user}.subscription_cancel_requested, ${user}.subscription_period_end, ${user}.subscription_ends_at, ${user}.points,
   ${user}.moved_at, ${user}.created_at`;

/** The settings that decide whether addresses need a proof. */
export type AddressSettings = Pick<PlatformConfig, 'smtp_url'>;

/**
 * Returns SQL that is true if the account counts as its address (docs/rules.md#accounts). `user` is an alias, and
 * `without_smtp` is SQL. Without SMTP every account counts, because no mail could prove the address.
 */
export const provenAddressIf = (without_smtp: string, user: string): string =>
  `(${without_smtp} or ${user}.email_verified_at is not null)`;

/** Returns the SQL of `provenAddressIf` for these settings. */
export const provenAddress = ({ smtp_url }: AddressSettings, user: string): string =>
  provenAddressIf(`${smtp_url === null}`, user);

/** Returns the user's proved address, or null. Without SMTP every address counts as proved. */
export const provenEmail = (
  { smtp_url }: AddressSettings,
  user: Pick<UserRow, 'email' | 'email_verified_at'>,
): string | null => (smtp_url === null || user.email_verified_at !== null ? user.email : null);
