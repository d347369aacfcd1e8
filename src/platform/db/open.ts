import type pg from 'pg';
import type * as z from 'zod/mini';
import { isReadOnly } from './failures.ts';
import type { Outage } from './outage.ts';
import { closeIdle, openPool, type PoolOptions } from './pool.ts';
import { type Effects, type TransactionEffects, transact } from './transaction.ts';

/** The columns of a statement: a `z.object` with the fields of columns.ts. */
export type RowSchema = z.ZodMiniType<object>;

/**
 * Runs SQL: the pool, or the connection of a transaction. A statement is prepared once per connection under a name made
 * from its text (unless DATABASE_PREPARE is off).
 */
export interface Queryable {
  /**
   * Returns the rows of a statement. Only tests compare them with the schema (docs/decisions/0104): production trusts the
   * statement.
   */
  rows<Row extends RowSchema>(row: Row, sql: string, values?: readonly unknown[]): Promise<z.output<Row>[]>;
  /** Runs a statement whose columns nobody reads. */
  rows(sql: string, values?: readonly unknown[]): Promise<object[]>;
}

/** A transaction: its statements, and the effects that follow its commit. */
export interface Tx extends Queryable, TransactionEffects {
  readonly in_transaction: true;
}

export interface Db extends Queryable {
  /** Runs `work` in a transaction; see transaction.ts. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** True while the database answers. */
  alive(): Promise<boolean>;
  readonly pool: pg.Pool;
  /** The connections for requests by what they do, and how many callers wait for one. */
  countConnections(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

const names = new Map<string, string>();
/** Statement texts are constants in the code, so the map stays small. */
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
/** Compares the result of a statement with its schema, which is that of the only column if it is no object. */
export type RowCheck = (row: z.ZodMiniType, result: pg.QueryResult, sql: string, client: Client) => Promise<void>;
let check: RowCheck | undefined;

/** Has the rows of every statement compared with its schema, from now on. For tests. */
export function checkRowsWith(own: RowCheck): void {
  check = own;
}

/** Wraps a pool or a client, so that all code queries in the same way. */
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
/** For a database opened without the app, as by a script: no pages and devices are notified. */
const NO_EFFECTS: Effects<Tx> = {
  sendHint: () => undefined,
  jobs: { enqueue: noQueue, enqueueAll: noQueue, wake: () => undefined },
  notify: async () => undefined,
};

interface Options extends PoolOptions {
  /** Hears how each statement ends. */
  readonly outage?: Outage;
  /** What transactions can do besides their statements; nothing by default. */
  readonly effects?: Effects<Tx>;
}

/** Tells the outage how a call of the driver ended, and lets nobody else use a server that refused to write. */
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
 * Opens a PostgreSQL URL (pool.ts). A statement may take 5 s (after 6 s this side gives up a silent connection), a lock
 * 2 s, and a transaction may be idle for 10 s.
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
