/** The fields of row schemas, as the driver returns the columns of PostgreSQL (pool.ts). */
import * as z from 'zod/mini';

/** A uuid. */
export const Id = z.guid();
/** A timestamptz: ISO 8601 in UTC with a Z. */
export const Instant = z.iso.datetime();
/** A timestamptz inside of JSON, as PostgreSQL writes it there. */
export const JsonInstant = z.iso.datetime({ offset: true });
/** A date: `YYYY-MM-DD`. */
export const Day = z.iso.date();
/** A text, or a numeric, because a number of JavaScript would round it. */
export const Text = z.string();
/** An int2, int4 or int8. */
export const Int = z.int();
export const Bool = z.boolean();
/** A bytea. */
export const Bytes = z.instanceof(Buffer);
