import pg from 'pg';
import { clientFor, SESSION_LIMITS } from './session.ts';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/**
 * Converts PostgreSQL's `2026-11-21 03:40:52.12+00` to `2026-11-21T03:40:52.120Z`, the format of `Date`. Every
 * connection runs in UTC.
 */
const toIso = (s: string) => {
  const time = s.slice(11, -3);
  return `${s.slice(0, 10)}T${time.length === 8 ? `${time}.000` : time.padEnd(12, '0')}Z`;
};

/** The driver converts values for JSON, so queries need not map rows. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === TIMESTAMPTZ) return toIso;
    if (oid === DATE) return (s: string) => s;
    if (oid === INT8) return Number;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** A connection closes after half an hour, which limits how long an undetected failover lasts. */
const CONNECTION_LIFE_S = 30 * 60;

/**
 * Closes the connections that are idle now. After a failover they might still lead to the old primary, which answers
 * reads. Otherwise each of them would first have to fail a write.
 */
export function closeIdle(pool: pg.Pool): void {
  for (let idle = pool.idleCount; idle > 0; idle--)
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
}

export interface PoolOptions {
  /** The maximum number of connections; 10 by default. */
  readonly max?: number;
  /** How long a caller waits for a connection, in milliseconds; 3,000 by default. */
  readonly wait_ms?: number;
  /** Receives errors of idle connections that broke and of connections that could not be opened. */
  readonly onError?: (error: Error) => void;
  /**
   * Whether a transaction pooler might be in between; the role's settings then contain the timeouts (pooler.ts). False
   * by default.
   */
  readonly pooled?: boolean;
  /** Whether statements are prepared by name; true by default. */
  readonly prepare?: boolean;
  /**
   * Whether plans use indexes even for small tables; false by default. A prepared statement keeps its old plan when
   * thousands of rows arrive, until PostgreSQL has counted them.
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
    // For an open connection that goes silent. The server's own timeouts need a server that responds.
    query_timeout: 6000,
    application_name: 'emberkin',
    ...(pooled ? {} : { ...SESSION_LIMITS, options: `-c TimeZone=UTC${by_index ? ' -c enable_seqscan=off' : ''}` }),
    types,
    max,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: CONNECTION_LIFE_S,
    Client: clientFor({ pooled, prepare }),
  });
  // If the server closes an idle connection, no request fails: the pool replaces the connection.
  pool.on('error', (error) => onError?.(error));
  return pool;
}
