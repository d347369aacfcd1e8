import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { BIO_MAX, LANGUAGE_TAG_MAX, LOCATION_MAX, NAME_MAX, REST_DAYS_MAX } from '#domain/limits.ts';
import type { Look } from '#domain/looks.ts';
import { bytes, day, instant } from './columns.ts';

/** Returns SQL that is true for a language tag, even of an unknown language. */
const isLanguageTag = (column: string) =>
  sql.raw(`char_length(${column}) <= ${LANGUAGE_TAG_MAX} and ${column} ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$'`);

/**
 * Accounts. Only src/server/life writes the streak columns, which cache what a life adds up to (docs/rules.md#streaks).
 */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique(),
    /**
     * When the user proved that they read the address's email. It is null before the proof (docs/rules.md#accounts).
     */
    email_verified_at: instant(),
    /** Null without a password: the operator created the account, or it signs in elsewhere. */
    password_hash: text(),
    avatar_key: text(),
    /** The settled or chosen doll. Null means the default doll, which derives from the ID (docs/rules.md#missions). */
    look: jsonb().$type<Look>(),
    bio: text().notNull().default(''),
    location: text().notNull().default(''),
    timezone: text().notNull(),
    /** The chosen language as a BCP 47 tag. It is null if the user follows the browser. */
    language: text(),
    /** The last language of the user's browser, for messages without a request. */
    last_language: text().notNull().default('en'),
    profile_completed: boolean().notNull().default(false),
    subscription_tier: text().$type<'free' | 'pro'>().notNull().default('free'),
    subscription_status: text().$type<'active' | 'cancel_at_period_end' | 'past_due' | 'canceled'>(),
    subscription_plan: text().$type<'pro_monthly' | 'premium_yearly'>(),
    subscription_start_date: instant(),
    subscription_cancel_requested: instant(),
    subscription_period_end: instant(),
    /** When the plan ends unless the provider renews it, or null without an end (domain/billing.ts). */
    subscription_ends_at: instant(),
    /** The user's customer ID at the payment provider. */
    customer_id: text().unique(),
    points: integer().notNull().default(0),
    streak_days: integer().notNull().default(0),
    streak_last_day: day(),
    longest_streak: integer().notNull().default(0),
    /** Only release 1.0.0 reads it. */
    open_streak: integer(),
    /** Available after the last check-in. Only release 1.0.0 reads it. */
    rest_days: integer().notNull().default(0),
    /** When the time zone last changed, or null if it never changed. The first choice is not a change. */
    moved_at: instant(),
    /**
     * The bell shows check-ins of others up to this instant as read. It is null until the user first marks the bell as
     * read.
     */
    checkins_seen_at: instant(),
    created_at: instant().notNull(),
    /** Set while the operator has suspended the account. */
    suspended_at: instant(),
    /** The row of a deleted account stays without personal data, because check-ins in others' missions refer to it. */
    deleted_at: instant(),
  },
  (t) => [
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    check('users_name_length', sql.raw(`char_length(name) between 1 and ${NAME_MAX}`)),
    check('users_bio_length', sql.raw(`char_length(bio) <= ${BIO_MAX}`)),
    check('users_location_length', sql.raw(`char_length(location) <= ${LOCATION_MAX}`)),
    check('users_language', isLanguageTag('language')),
    check('users_last_language', isLanguageTag('last_language')),
    check('users_tier', sql`${t.subscription_tier} in ('free', 'pro')`),
    index('users_plan_end').on(t.subscription_ends_at).where(sql`${t.subscription_tier} = 'pro'`),
    // Jobs list the zones, and the folders of pictures in order.
    index('users_timezone').on(t.timezone),
    index('users_avatar_folder').on(sql`left(${t.avatar_key}, 44) collate "C"`).where(sql`${t.avatar_key} is not null`),
    check('users_rest_days', sql.raw(`rest_days between 0 and ${REST_DAYS_MAX}`)),
  ],
);

/** Builds the column of a row that belongs to a user and is deleted with the user. */
export const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Signed-in devices. Only the SHA-256 of the token is stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    token_hash: bytes().notNull().unique(),
    user_agent: text().notNull(),
    created_at: instant().notNull(),
    last_used_at: instant().notNull(),
  },
  // The second index is for the job that deletes idle sessions.
  (t) => [index('sessions_user').on(t.user_id), index('sessions_last_used').on(t.last_used_at)],
);

/** Reset links: hashed, valid once and for an hour. A new link ends the older ones (docs/rules.md#accounts). */
export const reset_tokens = pgTable(
  'reset_tokens',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    token_hash: bytes().notNull().unique(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [index('reset_tokens_user').on(t.user_id)],
);

/** Accounts of a single sign-on provider, each with the user that it signs in (docs/rules.md#accounts). */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    user_id: ofUser(),
    created_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('identities_user').on(t.user_id)],
);

/**
 * Sign-ins of the last 90 days: keyed hashes of the network and of the browser with its system
 * (docs/rules.md#accounts).
 */
export const known_sign_ins = pgTable(
  'known_sign_ins',
  {
    user_id: ofUser(),
    network_hash: bytes().notNull(),
    device_hash: bytes().notNull(),
    /** The last sign-in from there. */
    last_at: instant().notNull(),
  },
  // The second index is for the job that deletes old rows.
  (t) => [
    primaryKey({ columns: [t.user_id, t.network_hash, t.device_hash] }),
    index('known_sign_ins_last').on(t.last_at),
  ],
);
