import { customType } from 'drizzle-orm/pg-core';

/** An instant to the millisecond, the precision of JavaScript's Date; read as an ISO string with a Z (db/open.ts). */
export const instant = customType<{ data: string }>({ dataType: () => 'timestamp(3) with time zone' });
/** A calendar day, `YYYY-MM-DD`. */
export const day = customType<{ data: string }>({ dataType: () => 'date' });
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
