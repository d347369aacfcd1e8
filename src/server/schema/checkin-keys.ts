import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { CHECKIN_KEY_NAME_MAX } from '#domain/limits.ts';
import { ofUser } from './auth.ts';
import { bytes, instant } from './columns.ts';
import { ofMission } from './missions.ts';

/** Secret links that check a member in with one request. The key is shown once; only its SHA-256 is stored. */
export const checkin_keys = pgTable(
  'checkin_keys',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    mission_id: ofMission(),
    name: text().notNull(),
    key_hash: bytes().notNull().unique(),
    created_at: instant().notNull(),
    last_used_at: instant(),
  },
  (t) => [
    unique('checkin_keys_once').on(t.user_id, t.mission_id),
    // For the end of a mission.
    index('checkin_keys_mission').on(t.mission_id),
    check('checkin_keys_name_length', sql.raw(`char_length(name) <= ${CHECKIN_KEY_NAME_MAX}`)),
  ],
);
