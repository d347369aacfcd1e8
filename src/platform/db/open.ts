import type pg from 'pg';
import type * as z from 'zod/mini';
import { isReadOnly } from './failures.ts';
import type { Outage } from './outage.ts';
import { closeIdle, openPool, type PoolOptions } from './pool.ts';
import { type Effects, type TransactionEffects, transact } from './transaction.ts';

/** The columns of a statement: a `z.object` with fields from columns.ts. */
export type RowSchema = z.ZodMiniType<object>;

/**
 * A pool or a transaction's connection. Each connection prepares a statement once, under a name derived from its text,
 * unless DATABASE_PREPARE is off.
 */
export interface Queryable {
  /** Returns the rows of a statement. Only tests compare them with the schema (docs/decisions/0104). */
  rows<Row extends RowSchema>(row: Row, sql: string, values?: readonly unknown[]): Promise<z.output<Row>[]>;
  /** Runs a statement whose result the caller ignores. */
  rows(sql: string, values?: readonly unknown[]): Promise<object[]>;
}

/** A transaction: its statements, and the effects that follow its commit. */
export interface Tx extends Queryable, TransactionEffects {
  readonly in_transaction: true;
}

export interface Db extends Queryable {
  /** Runs `work` in a transaction (see transaction.ts). */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Returns true if the database answers. */
  alive(): Promise<boolean>;
  readonly pool: pg.Pool;
  /** Returns the number of connections for requests, and of callers that wait for one. */
  countConnections(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

const names = new Map<string, string>();
/** The map stays small because statement texts are constants in the code. */
const nameOf = (sql: string): string => {
  let name = names.get(sql);
  if (name === undefined) {
    name = `s${names.size}`;
    names.set(sql, name);
  }
  return name;
};

const queryOf = (text: string, values: readonly unknown[] = []): pg.QueryConfig => ({
  name: nameOf(text),
  text,
  values: values as unknown[],
});

type Plain = [sql: string, values?: readonly unknown[]];
type Checked = [row: RowSchema, ...Plain];

type Client = pg.Pool | pg.ClientBase;
/** Compares a result with the statement's schema. A schema that is not an object describes the only column. */
export type RowCheck = (row: z.ZodMiniType, result: pg.QueryResult, sql: string, client: Client) => Promise<void>;
let check: RowCheck | undefined;

/** Compares the rows of every statement with its schema from now on. For tests. */
export function checkRowsWith(own: RowCheck): void {
  check = own;
}

/** Wraps a pool or a client in the interface that all code queries with. */
export function queryable(client: Client): Queryable {
  const rows = async (...statement: Checked | Plain) => {
    if (typeof statement[0] === 'string') return (await client.query(queryOf(...(statement as Plain)))).rows;
    const [row, ...plain] = statement as Checked;
    const result = await client.query(queryOf(...plain));
    if (check) await check(row, result, plain[0], client);
    return result.rows;
  };
  return { rows: rows as Queryable['rows'] };
}

const noQueue = async () => {
  throw new Error('This database was opened without a job queue.');
};
/** The effects of a database opened without the app, for example by a script. No one is notified. */
const NO_EFFECTS: Effects<Tx> = {
  sendHint: () => undefined,
  jobs: { enqueue: noQueue, enqueueAll: noQueue, wake: () => undefined },
  notify: async () => undefined,
};

interface Options extends PoolOptions {
  /** Receives the result of each driver call. */
  readonly outage?: Outage;
  /** The effects that transactions can request; none by default. */
  readonly effects?: Effects<Tx>;
}

/** Reports the result of each driver call to `outage`. Closes idle connections after a server refused to write. */
function makeWatch(pool: pg.Pool, outage: Outage | undefined) {
  return async <T>(call: () => Promise<T>): Promise<T> => {
    const began_at = performance.now();
    try {
      const result = await call();
      outage?.answered(began_at);
      return result;
    } catch (error) {
      outage?.failed(error, began_at);
      if (isReadOnly(error)) closeIdle(pool);
      throw error;
    }
  };
}

/**
 * Opens a PostgreSQL URL. A statement can take 5 s, a lock 2 s, and a transaction can idle for 10 s. After 6 s of
 * silence, the driver gives up the connection.
 */
export function openDb(url: string, options: Options = {}): Db {
  const { outage, effects = NO_EFFECTS } = options;
  const pool = openPool(url, options);
  const watch = makeWatch(pool, outage);
  const watched = ({ rows }: Queryable) => ({
    rows: ((...statement: Parameters<typeof rows>) => watch(() => rows(...statement))) as typeof rows,
  });

  const db: Db = {
    ...watched(queryable(pool)),
    transact(work) {
      const makeTx = (client: pg.PoolClient, own: TransactionEffects): Tx => ({
        ...watched(queryable(client)),
        ...own,
        in_transaction: true,
      });
      return transact({ pool, effects, makeTx, watch }, work);
    },
    alive: () =>
      watch(() => pool.query('select 1')).then(
        () => true,
        () => false,
      ),
    pool,
    countConnections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
  return db;
}
