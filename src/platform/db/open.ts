import type pg from 'pg';
import { isReadOnly } from './failures.ts';
import type { Outage } from './outage.ts';
import { closeIdle, openPool, type PoolOptions } from './pool.ts';
import { type Effects, type TransactionEffects, transact } from './transaction.ts';

/** Runs SQL: the pool, or the connection of a transaction. */
export interface Queryable {
  /**
   * Runs a statement, prepared once per connection under a name made from its text (unless DATABASE_PREPARE is off).
   * Instants come as ISO strings, days as `YYYY-MM-DD`.
   */
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
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

/** Wraps a pool or a client, so that all code queries in the same way. */
export const queryable = (client: pg.Pool | pg.ClientBase): Queryable => ({
  rows: async <Row>(text: string, values?: readonly unknown[]) =>
    (await client.query(queryOf(text, values))).rows as Row[],
});

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
  const viaPool = queryable(pool);
  const makeTx = (rows: Tx['rows'], own: TransactionEffects): Tx => ({
    rows,
    ...own,
    in_transaction: true,
  });

  const db: Db = {
    rows: (text, values) => watch(() => viaPool.rows(text, values)),
    transact(work) {
      const makeOn = (client: pg.PoolClient, own: TransactionEffects) => {
        const { rows } = queryable(client);
        return makeTx((text, values) => watch(() => rows(text, values)), own);
      };
      return transact({ pool, effects, makeTx: makeOn, watch }, work);
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
