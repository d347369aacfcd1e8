import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { AMOUNT_KINDS, type AmountKind } from '#domain/amounts.ts';
import { AMOUNT_MAX } from '#domain/limits.ts';
import { ofUser } from './auth.ts';
import { day, decimal, instant, oneOf } from './columns.ts';
import { ofMission } from './missions.ts';

/** What members counted, by their own days. An amount stays when the writes that add up to it are forgotten. */
export const day_amounts = pgTable(
  'day_amounts',
  {
    mission_id: ofMission(),
    user_id: ofUser(),
    local_day: day().notNull(),
    amount: decimal().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.mission_id, t.user_id, t.local_day] }),
    index('day_amounts_user').on(t.user_id),
    check('day_amounts_amount', sql.raw(`amount between 0 and ${AMOUNT_MAX}`)),
  ],
);

/** The changes of day amounts (domain/amounts.ts). They determine an amount whatever their order of arrival. */
export const amount_writes = pgTable(
  'amount_writes',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    mission_id: ofMission(),
    local_day: day().notNull(),
    client_id: uuid(),
    kind: text().$type<AmountKind>().notNull(),
    value: decimal().notNull(),
    performed_at: instant().notNull(),
  },
  (t) => [
    unique('amount_writes_client_id').on(t.user_id, t.client_id),
    index('amount_writes_day').on(t.user_id, t.mission_id, t.local_day),
    // For the deletion of a mission.
    index('amount_writes_mission').on(t.mission_id),
    oneOf('amount_writes_kind', 'kind', AMOUNT_KINDS),
    check('amount_writes_value', sql.raw(`value between 0 and ${AMOUNT_MAX}`)),
  ],
);
