/** Fields for row schemas: what the driver returns for each PostgreSQL type (pool.ts). */
import * as z from 'zod/mini';

export const Id = z.guid();
/** A timestamptz: ISO 8601 in UTC with a Z. */
export const Instant = z.iso.datetime();
/** A timestamptz inside JSON, in PostgreSQL's own format. */
export const JsonInstant = z.iso.datetime({ offset: true });
/** A date: `YYYY-MM-DD`. */
export const Day = z.iso.date();
/** A text, or a numeric, which a JavaScript number would round. */
export const Text = z.string();
/** An int2, int4 or int8. */
export const Int = z.int();
export const Bool = z.boolean();
/** A bytea. */
export const Bytes = z.instanceof(Buffer);
