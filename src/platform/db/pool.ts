import pg from 'pg';
import { clientFor, SESSION_LIMITS } from './session.ts';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/**
 * Converts PostgreSQL's `2026-11-21 03:40:52.12+00` to `2026-11-21T03:40:52.120Z`, as `Date` prints it. Every connection
 * runs in UTC.
 */
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

/** A connection ends after half an hour, so that a failover that nobody noticed is over by then. */
const CONNECTION_LIFE_S = 30 * 60;

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

export interface PoolOptions {
  /** The most connections; 10 by default. */
  readonly max?: number;
  /** Milliseconds that a caller waits for a connection; 3,000 by default. */
  readonly wait_ms?: number;
  /** Hears of connections that broke while nobody used them, or could not be opened. */
  readonly onError?: (error: Error) => void;
  /** Whether a transaction pooler may be in between: then the role has the time-outs (pooler.ts). False by default. */
  readonly pooled?: boolean;
  /** Whether statements are prepared by name; true by default. */
  readonly prepare?: boolean;
  /**
   * Whether statements go by indexes although a table is small: a prepared statement keeps its plan when thousands of rows
   * come at once, until PostgreSQL has counted them. False by default.
   */
  readonly by_index?: boolean;
}

/** Opens the pool on a PostgreSQL URL. */
export function openPool(url: string, options: PoolOptions): pg.Pool {
  const { max = 10, wait_ms = 3000, onError, pooled = false, prepare = true, by_index = false } = options;
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: wait_ms,
    keepAlive: true,
    // For an open connection that went silent: the server's own timeouts need a server that answers.
    query_timeout: 6000,
    application_name: 'emberkin',
    ...(pooled ? {} : { ...SESSION_LIMITS, options: `-c TimeZone=UTC${by_index ? ' -c enable_seqscan=off' : ''}` }),
    types,
    max,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: CONNECTION_LIFE_S,
    Client: clientFor({ pooled, prepare }),
  });
  // When the server closes an idle connection no request fails; the pool replaces it.
  pool.on('error', (error) => onError?.(error));
  return pool;
}
