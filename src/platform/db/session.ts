import pg from 'pg';

/** The limits of a pool connection, in milliseconds. */
export const SESSION_LIMITS = {
  statement_timeout: 5000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 10_000,
} as const;

interface Way {
  /** Whether a transaction pooler might be in between. */
  readonly pooled: boolean;
  readonly prepare: boolean;
}

/** A method that the driver's types lack. It returns the startup parameters of a connection. */
interface Startup {
  getStartupConf(): Record<string, string>;
}

/**
 * Returns the driver's client class for a direct or a pooled connection. Through a pooler, a connection starts with
 * only its time zone. Poolers accept that parameter and track it for each client, unlike timeouts and `options`.
 * Without `prepare`, the server parses each statement again: a pooler may run the next transaction on a connection that
 * lacks the prepared names.
 */
export function clientFor({ pooled, prepare }: Way): typeof pg.Client {
  if (!pooled && prepare) return pg.Client;
  class OtherClient extends pg.Client {
    getStartupConf(): Record<string, string> {
      const conf = (pg.Client.prototype as unknown as Startup).getStartupConf.call(this);
      return pooled ? { ...conf, TimeZone: 'UTC' } : conf;
    }
  }
  if (!prepare) {
    const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
    Object.defineProperty(OtherClient.prototype, 'query', {
      value(this: pg.Client, first: unknown, ...rest: unknown[]) {
        const named = typeof first === 'object' && first !== null && 'name' in first;
        return query.call(this, named ? { ...first, name: undefined } : first, ...rest);
      },
    });
  }
  return OtherClient;
}
