import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import * as z from 'zod/mini';
import { checkRowsWith, type RowCheck } from '#platform/db/open.ts';
import { addRowFault } from './row-faults.ts';

const TYPE = pg.types.builtins;
const A_TEXT = 'any text';
const AN_ID = crypto.randomUUID();
const A_DAY = '2026-11-21';

/**
 * A value of each type as the driver returns it (platform/db/pool.ts). `undefined` marks types that only rows can
 * check.
 */
const SAMPLES: Readonly<Record<number, unknown>> = {
  [TYPE.BOOL]: true,
  [TYPE.INT2]: 1,
  [TYPE.INT4]: 1,
  [TYPE.INT8]: 1,
  [TYPE.OID]: 1,
  [TYPE.FLOAT8]: 1.5,
  [TYPE.NUMERIC]: '1.5',
  [TYPE.TEXT]: A_TEXT,
  [TYPE.VARCHAR]: A_TEXT,
  [TYPE.UUID]: AN_ID,
  [TYPE.DATE]: A_DAY,
  [TYPE.TIMESTAMPTZ]: `${A_DAY}T12:00:00.000Z`,
  [TYPE.BYTEA]: Buffer.of(),
  [TYPE.JSON]: undefined,
  [TYPE.JSONB]: undefined,
  // The driver has no constants for json[], name, bool[], int4[], text[], date[] and uuid[].
  19: A_TEXT,
  199: undefined,
  1000: [true],
  1007: [1],
  1009: [A_TEXT],
  1182: [A_DAY],
  2951: [AN_ID],
};

type Issue = z.core.$ZodIssue;

/**
 * Returns true if only the sample's value is wrong, not its type. A text can have a format, and any type can list its
 * values.
 */
const isOfType = (sample: unknown, issues: readonly Issue[]): boolean =>
  issues.every((issue) => {
    if (issue.code === 'invalid_union') return issue.errors.some((own) => own.length > 0 && isOfType(sample, own));
    if (issue.code === 'invalid_value') return issue.values.some((value) => typeof value === typeof sample);
    return issue.code !== 'invalid_type' && (issue.code !== 'invalid_format' || sample === A_TEXT);
  });

const accepts = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

/** Returns true if a schema accepts columns of a type. */
function fits(schema: z.ZodMiniType, type: number): boolean {
  if (!(type in SAMPLES)) throw new Error(`check-rows.ts has no sample of the type ${type}.`);
  const sample = SAMPLES[type];
  const { error } = z.safeParse(schema, sample);
  return !error || sample === undefined || isOfType(Array.isArray(sample) ? sample[0] : sample, error.issues);
}

/** The nullable columns of tables, as `table.column` by number. Read once per database. */
const nullable = new Map<string, Promise<Set<string>>>();
const NULLABLE = `select attrelid || '.' || attnum as column from pg_attribute
  where attnum > 0 and not attnotnull and attrelid >= 16384`;

function readNullable(client: Parameters<RowCheck>[3]): Promise<Set<string>> {
  const { options, host, port, database } = client as Partial<pg.Pool & pg.Client>;
  const url = options?.connectionString ?? `${host}:${port}/${database}`;
  const found = nullable.get(url) ?? client.query(NULLABLE).then(({ rows }) => new Set(rows.map((row) => row.column)));
  nullable.set(url, found);
  return found;
}

/**
 * Compares a statement's schema with the columns and rows of its result. A nullable column is a fault unless the
 * statement has an `is not null` condition for it. Nulls from outer joins and expressions only show in the rows.
 */
const compare: RowCheck = async (row, { fields, rows }, sql, client) => {
  const add = (fault: string) => addRowFault(`${fault} in: ${sql}`);
  const columnsOf = row instanceof z.ZodMiniUnion ? row.def.options[0] : row;
  const isObject = columnsOf instanceof z.ZodMiniObject;
  const shape = (isObject ? columnsOf.shape : { [fields[0]!.name]: row }) as Readonly<Record<string, z.ZodMiniType>>;
  const columns = new Map(fields.map((field) => [field.name, field]));
  const isOpen = isObject && columnsOf.def.catchall !== undefined;
  for (const name of columns.keys()) if (!isOpen && !shape[name]) add(`The schema lacks the column "${name}"`);
  for (const [name, schema] of Object.entries(shape)) {
    const field = columns.get(name);
    if (!field) {
      if (!accepts(schema, undefined)) add(`The statement lacks the column "${name}"`);
      continue;
    }
    if (!fits(schema, field.dataTypeID)) add(`The schema has another type for the column "${name}"`);
    const isNullable = field.tableID > 0 && (await readNullable(client)).has(`${field.tableID}.${field.columnID}`);
    if (isNullable && !accepts(schema, null) && !sql.includes(`${name} is not null`))
      add(`The column "${name}" can be null`);
  }
  for (const one of rows) {
    const value = isObject ? one : Object.values(one)[0];
    const { data, error } = z.safeParse(row, value);
    if (error) add(`${z.prettifyError(error)}`);
    else if (!isDeepStrictEqual(data, value)) add(`The schema lacks a field of ${JSON.stringify(value)}`);
  }
};

/** Registers `compare`, which then checks every statement that the tests run. */
export const checkRows = (): void => checkRowsWith(compare);
