import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { REMINDERS_A_DAY, UNANSWERED_REMINDERS_MAX } from '#domain/limits.ts';
import { REMINDER_CHANNELS, REMINDER_MINUTES } from '#domain/reminders.ts';
import { ofUser } from './auth.ts';
import { day, instant, oneOf } from './columns.ts';
import { ofMission } from './missions.ts';

/**
 * The time on the member's own clock when a mission's reminder is sent, and how. A reminder that is off keeps its time.
 */
export const reminders = pgTable(
  'reminders',
  {
    mission_id: ofMission(),
    user_id: ofUser(),
    hour: integer().notNull(),
    minute: smallint().notNull().default(0),
    channel: text().notNull(),
    is_on: boolean().notNull(),
    /** Weekdays with a reminder while a check-in is due, bit 0 for Monday; null: only on needed days. */
    days: smallint(),
    /** Reminders since the member's last check-in in the mission. */
    unanswered: smallint().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.mission_id, t.user_id] }),
    index('reminders_user').on(t.user_id),
    index('reminders_time').on(t.hour, t.minute).where(sql`${t.is_on}`),
    check('reminders_unanswered', sql.raw(`unanswered between 0 and ${UNANSWERED_REMINDERS_MAX}`)),
    check('reminders_days', sql`${t.days} between 1 and 127`),
    check('reminders_hour_of_day', sql`${t.hour} between 0 and 23`),
    check('reminders_minute', sql.raw(`minute in (${REMINDER_MINUTES.join(', ')})`)),
    oneOf('reminders_channel', 'channel', REMINDER_CHANNELS),
  ],
);

/**
 * Sent reminders, retained for a few days. The keys enforce one per mission and day, and two a day in total. `used_at`
 * is set when the reminder's link was used.
 */
export const reminder_sends = pgTable(
  'reminder_sends',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    mission_id: ofMission(),
    day: day().notNull(),
    slot: integer().notNull(),
    channel: text().notNull(),
    due_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [
    unique('reminder_sends_once').on(t.user_id, t.mission_id, t.day),
    unique('reminder_sends_few').on(t.user_id, t.day, t.slot),
    index('reminder_sends_mission').on(t.mission_id),
    index('reminder_sends_due').on(t.due_at),
    check('reminder_sends_slot', sql.raw(`slot between 1 and ${REMINDERS_A_DAY}`)),
  ],
);
