import pg from 'pg';

/** What a connection of the pool may take, in milliseconds. */
export const SESSION_LIMITS = {
  statement_timeout: 5000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 10_000,
} as const;

interface Way {
  /** Whether a transaction pooler may be in between. */
  readonly pooled: boolean;
  /** Whether statements are prepared by name. */
  readonly prepare: boolean;
}

/** The part of the driver's client that its types leave out: what a connection sends first. */
interface Startup {
  getStartupConf(): Record<string, string>;
}

/**
 * The class of connections for a way to the database. Through a pooler a connection begins with its time zone alone,
 * which poolers accept and keep for each client, unlike time-outs and `options`. Without names, each statement is parsed
 * anew: a pooler that runs the next transaction on another connection does not know them.
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
