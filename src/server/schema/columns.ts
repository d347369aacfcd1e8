import { sql } from 'drizzle-orm';
import { check, customType, numeric } from 'drizzle-orm/pg-core';

/** An instant to the millisecond, the precision of JavaScript's Date; read as an ISO string with a Z (platform/db/open.ts). */
export const instant = customType<{ data: string }>({ dataType: () => 'timestamp(3) with time zone' });
/** A calendar day, `YYYY-MM-DD`. */
export const day = customType<{ data: string }>({ dataType: () => 'date' });
/** An exact decimal with two places. */
export const decimal = () => numeric({ precision: 14, scale: 2 });
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Builds a check that a column has one of these values. */
export const oneOf = (name: string, column: string, values: readonly string[]) =>
  check(name, sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`));
