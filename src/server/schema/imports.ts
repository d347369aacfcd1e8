import { sql } from 'drizzle-orm';
import { check, numeric, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { IMPORT_AMOUNT_MAX, IMPORT_HABIT_MAX, IMPORT_UNIT_MAX } from '#domain/limits.ts';
import { ofUser } from './auth.ts';
import { day, instant } from './columns.ts';

/** Habits that users brought from other trackers. Their days count for nothing (docs/rules.md#days-from-elsewhere). */
export const imports = pgTable(
  'imports',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    /** One of `IMPORT_SOURCES`. */
    source: text().notNull(),
    habit: text().notNull(),
    /** What the amounts count; null if the file does not say. */
    unit: text(),
    created_at: instant().notNull(),
  },
  (t) => [
    unique('imports_once').on(t.user_id, t.source, t.habit),
    check('imports_habit_length', sql.raw(`char_length(habit) between 1 and ${IMPORT_HABIT_MAX}`)),
    check('imports_unit_length', sql.raw(`char_length(unit) between 1 and ${IMPORT_UNIT_MAX}`)),
  ],
);

/** The days that the other tracker itself calls done. */
export const imported_days = pgTable(
  'imported_days',
  {
    import_id: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    day: day().notNull(),
    amount: numeric({ precision: 12, scale: 2 }),
  },
  (t) => [
    primaryKey({ columns: [t.import_id, t.day] }),
    check('imported_days_amount', sql.raw(`amount > 0 and amount <= ${IMPORT_AMOUNT_MAX}`)),
  ],
);
