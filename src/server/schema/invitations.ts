import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { INVITATION_SOURCES, INVITATION_STATUSES, type InvitationSource } from '#domain/invitations.ts';
import { INVITATION_MESSAGE_MAX } from '#domain/limits.ts';
import { ofUser } from './auth.ts';
import { bytes, instant, oneOf } from './columns.ts';
import { ofMission } from './missions.ts';

/**
 * Invitations by email; processed rows stay. The ID is random and is itself the key, which only the addressee receives.
 * Everyone else uses the public ID (docs/decisions/0030).
 */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey(),
    public_id: uuid().notNull().defaultRandom().unique(),
    mission_id: ofMission(),
    sender_id: ofUser(),
    invitee_email: text().notNull(),
    message: text().notNull().default(''),
    status: text().notNull().default('pending'),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    processed_at: instant(),
    /** `round`: an invitation of a former fellow member to the next round, made without typing the address. */
    source: text().$type<InvitationSource>().notNull().default('email'),
  },
  (t) => [
    // This index, not a query, enforces one pending invitation per mission and address.
    uniqueIndex('invitations_one_pending').on(t.mission_id, t.invitee_email).where(sql`${t.status} = 'pending'`),
    index('invitations_mission').on(t.mission_id, t.invitee_email),
    index('invitations_inbox').on(t.invitee_email).where(sql`${t.status} = 'pending'`),
    index('invitations_sender').on(t.sender_id),
    check('invitations_email_lower', sql`${t.invitee_email} = lower(${t.invitee_email})`),
    check('invitations_message_length', sql.raw(`char_length(message) <= ${INVITATION_MESSAGE_MAX}`)),
    oneOf('invitations_status', 'status', INVITATION_STATUSES),
    oneOf('invitations_source', 'source', INVITATION_SOURCES),
    check('invitations_processed', sql`(${t.status} = 'pending') = (${t.processed_at} is null)`),
  ],
);

/**
 * One row per invitation sent within the last day, so that deleting a mission does not evade the sender's daily limit.
 * It has no address.
 */
export const invitation_sends = pgTable(
  'invitation_sends',
  {
    id: uuid().primaryKey(),
    sender_id: ofUser(),
    sent_at: instant().notNull(),
  },
  (t) => [index('invitation_sends_sender').on(t.sender_id, t.sent_at)],
);

/**
 * One row per recent invitation email, over all senders. It has a keyed hash of the address (16 bytes) and no
 * references, so that an address's limits survive deletions.
 */
export const invitation_mails = pgTable(
  'invitation_mails',
  {
    id: uuid().primaryKey(),
    address_hash: bytes().notNull(),
    sent_at: instant().notNull(),
  },
  (t) => [
    index('invitation_mails_address').on(t.address_hash, t.sent_at),
    index('invitation_mails_sent').on(t.sent_at),
  ],
);

/** Addresses that refuse invitations from here, as keyed hashes (16 bytes). */
export const mail_stops = pgTable('mail_stops', {
  address_hash: bytes().primaryKey(),
  created_at: instant().notNull(),
});
