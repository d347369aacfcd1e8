import pg from 'pg';
import { isReadOnly } from './failures.ts';
import type { Outage } from './outage.ts';
import { openReadConnections, READ_CONNECTIONS } from './read-connections.ts';
import { clientFor, SESSION_LIMITS } from './session.ts';
import { type Effects, type TransactionEffects, transact } from './transaction.ts';

/** Runs SQL: the pool, or the connection of a transaction. */
export interface Queryable {
  /**
   * Runs a statement, prepared once per connection under a name made from its text (unless DATABASE_PREPARE is off).
   * Instants come as ISO strings, days as `YYYY-MM-DD`.
   */
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * The same for a statement that writes and locks nothing: outside a transaction it may run twice, and on a connection
   * that others use at the same time (docs/decisions/0068).
   */
  read<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The connection of an open transaction, and the effects that follow its commit. */
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

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/** `2026-11-21 03:40:52.12+00` to `2026-11-21T03:40:52.120Z`, the format of Date; every connection runs in UTC. */
const toIso = (s: string) => {
  const time = s.slice(11, -3);
  return `${s.slice(0, 10)}T${time.length === 8 ? `${time}.000` : time.padEnd(12, '0')}Z`;
};

/** The driver itself converts values for JSON, so that no query has to map rows. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === TIMESTAMPTZ) return toIso;
    if (oid === DATE) return (s: string) => s;
    if (oid === INT8) return Number;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

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
export const queryable = (client: pg.Pool | pg.ClientBase): Queryable => {
  const rows = async <Row>(text: string, values?: readonly unknown[]) =>
    (await client.query(queryOf(text, values))).rows as Row[];
  return { rows, read: rows };
};

const noQueue = async () => {
  throw new Error('This database was opened without a job queue.');
};
/** For a database opened without the app, as by a script: no pages and devices are notified. */
const NO_EFFECTS: Effects<Tx> = {
  sendHint: () => undefined,
  jobs: { enqueue: noQueue, enqueueAll: noQueue, wake: () => undefined },
  notify: async () => undefined,
};

interface Options {
  /** The most connections, those that reads share included; 10 by default. */
  readonly max?: number;
  /** Milliseconds that a caller waits for a connection; 3,000 by default. */
  readonly wait_ms?: number;
  /** Hears of connections that broke while nobody used them, or could not be opened. */
  readonly onError?: (error: Error) => void;
  /** Hears how each statement ends. */
  readonly outage?: Outage;
  /** What transactions can do besides their statements; nothing by default. */
  readonly effects?: Effects<Tx>;
  /** Whether a transaction pooler may be in between: then the role has the time-outs (pooler.ts). False by default. */
  readonly pooled?: boolean;
  /** Whether statements are prepared by name; true by default. */
  readonly prepare?: boolean;
}

/** A connection ends after half an hour, so that a failover that nobody noticed is over by then. */
export const CONNECTION_LIFE_S = 30 * 60;

/**
 * Closes the connections that are idle now. After a failover they may lead to the former primary, which still answers
 * reads: without this, each of them would have to fail a write of its own first.
 */
export function closeIdle(pool: pg.Pool): void {
  for (let idle = pool.idleCount; idle > 0; idle--)
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
}

/** Fewer connections than this are all left to the pool. */
const SHARED_FROM = 6;

/**
 * Opens the pool on a PostgreSQL URL, and beside it the connections that reads share, where no pooler may be in between
 * (docs/decisions/0068). A statement may take 5 s (after 6 s this side gives up a silent connection), a lock 2 s, and a
 * transaction may be idle for 10 s.
 */
export function openDb(url: string, options: Options = {}): Db {
  const { max = 10, wait_ms = 3000, onError, outage, effects = NO_EFFECTS, pooled = false, prepare = true } = options;
  const shares = max >= SHARED_FROM && !pooled && prepare;
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: wait_ms,
    keepAlive: true,
    // For an open connection that went silent: the server's own timeouts need a server that answers.
    query_timeout: 6000,
    application_name: 'emberkin',
    ...(pooled ? {} : { ...SESSION_LIMITS, options: '-c TimeZone=UTC' }),
    types,
  };
  const pool = new pg.Pool({
    ...connection,
    max: shares ? max - READ_CONNECTIONS : max,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: CONNECTION_LIFE_S,
    Client: clientFor({ pooled, prepare }),
  });
  // When the server closes an idle connection no request fails; the pool replaces it.
  pool.on('error', (error) => onError?.(error));
  const makeClient = () => new pg.Client({ ...connection, pipeline: true });
  const reads = shares ? openReadConnections({ makeClient, life_ms: CONNECTION_LIFE_S * 1000, onError }) : null;

  /** Lets nobody else use a server that refused to write. */
  const leaveReadOnly = (error: unknown) => {
    if (isReadOnly(error)) {
      closeIdle(pool);
      reads?.retire();
    }
    throw error;
  };
  const viaPool = queryable(pool);
  const watch = async <T>(work: () => Promise<T>): Promise<T> => {
    const began_at = performance.now();
    try {
      const result = await work();
      outage?.answered(began_at);
      return result;
    } catch (error) {
      outage?.failed(error, began_at);
      return leaveReadOnly(error);
    }
  };
  const makeTx = (client: pg.PoolClient, effects: TransactionEffects): Tx => {
    const own = queryable(client);
    const rows: Tx['rows'] = (text, values) => watch(() => own.rows(text, values));
    return { rows, read: rows, ...effects, in_transaction: true };
  };
  return {
    rows: (text, values) => watch(() => viaPool.rows(text, values)),
    read: <Row>(text: string, values?: readonly unknown[]) =>
      watch(async () => {
        const answer = await reads?.query(queryOf(text, values));
        return answer ? (answer.rows as Row[]) : viaPool.rows<Row>(text, values);
      }),
    transact: (work) => transact({ pool, effects, makeTx, watch }, work),
    alive: () =>
      watch(() => pool.query('select 1')).then(
        () => true,
        () => false,
      ),
    pool,
    countConnections() {
      const shared = reads?.count() ?? { total: 0, idle: 0 };
      const { totalCount, idleCount, waitingCount } = pool;
      return { total: totalCount + shared.total, idle: idleCount + shared.idle, waiting: waitingCount };
    },
    async close() {
      await Promise.all([pool.end(), reads?.close()]);
    },
  };
}
