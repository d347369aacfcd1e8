import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isLost, isSilent } from './failures.ts';

/** So few that their caches stay warm; what they have no room for goes over the pool. */
export const READ_CONNECTIONS = 2;
/** At most so many reads are in flight on one connection. */
const IN_FLIGHT_MAX = 8;
/** A connection that has worked on one read for so long takes no others, which would wait behind it. */
const SLOW_MS = 20;
/** After a connection could not be opened, the pool alone is used for so long. */
const PAUSE_MS = 2000;
/** A server that does not say goodbye holds up a stop for no longer than this. */
const GOODBYE_MS = 2000;
/** The statement is not known under its name: it was sent behind the one that was to introduce it, which failed. */
const UNKNOWN_NAME = '26000';

const READS = /^\s*(?:select|with)\b/i;
const LOCKS_OR_WRITES =
  /\b(?:insert|update|delete|merge|nextval|setval|set_config|pg_notify|pg_sleep\w*|pg_\w*advisory\w*|for (?:key )?share)\b/i;

/** Whether a statement only reads, by its text: then it waits for no lock on a row, and can be sent twice. */
export const onlyReads = (sql: string): boolean => READS.test(sql) && !LOCKS_OR_WRITES.test(sql);

/** Whether a read failed because of what it asks, and not because of its connection or of the read before it. */
function isOwn(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return isSilent(error);
  return !isLost(error) && error.severity !== 'FATAL' && error.code !== UNKNOWN_NAME;
}

interface ReadConnection {
  readonly client: pg.Client;
  readonly retires_at: number;
  state: 'opening' | 'open' | 'closed';
  in_flight: number;
  /** When the read that is worked on now began. */
  busy_since: number;
}

interface Options {
  /** Opens no connection yet. The driver's option `pipeline` is set. */
  readonly makeClient: () => pg.Client;
  readonly life_ms: number;
  readonly onError?: ((error: Error) => void) | undefined;
}

/** Connections on which many reads are in flight at once (docs/decisions/0083). */
export interface ReadConnections {
  /**
   * Sends a read, or returns null where it belongs on the pool: while the connections open, or are full or busy with
   * something slow. Also when it failed for a reason that is not the read's own, so that the pool can repeat it.
   */
  query(config: pg.QueryConfig): Promise<pg.QueryResult | null> | null;
  /** How many are open, and how many of those have nothing to do. */
  count(): { total: number; idle: number };
  /** Ends those that are open now, once their reads are answered; the next read opens others. */
  retire(): void;
  close(): Promise<void>;
}

/** Keeps a few pipelined connections for reads: fewer round trips and fewer processes of the database than a pool. */
export function openReadConnections({ makeClient, life_ms, onError }: Options): ReadConnections {
  let connections: ReadConnection[] = [];
  let paused_until = 0;
  let closing = false;
  const ends = new Set<Promise<void>>();

  const remove = (connection: ReadConnection) => {
    connection.state = 'closed';
    connections = connections.filter((other) => other !== connection);
  };

  function open(now: number): void {
    const client = makeClient();
    const connection: ReadConnection = {
      client,
      retires_at: now + life_ms,
      state: 'opening',
      in_flight: 0,
      busy_since: 0,
    };
    connections.push(connection);
    client.on('error', (error) => {
      if (connection.state === 'open') onError?.(error);
      end(connection);
    });
    client.on('end', () => remove(connection));
    client.connect().then(
      () => {
        if (connection.state === 'opening') connection.state = 'open';
      },
      (error: Error) => {
        if (connection.state === 'opening') onError?.(error);
        paused_until = performance.now() + PAUSE_MS;
        end(connection);
      },
    );
  }

  /** Takes no more reads; those in flight are still answered. */
  function end(connection: ReadConnection): void {
    remove(connection);
    const goodbye = connection.client.end().catch(() => undefined);
    const ended = Promise.race([goodbye, wait(GOODBYE_MS, undefined, { ref: false })]);
    ends.add(ended);
    void ended.then(() => ends.delete(ended));
  }

  const isFree = ({ state, in_flight, busy_since }: ReadConnection, now: number) =>
    state === 'open' && (in_flight === 0 || (in_flight < IN_FLIGHT_MAX && now - busy_since < SLOW_MS));

  function choose(now: number): ReadConnection | null {
    for (const connection of connections) if (now > connection.retires_at) end(connection);
    if (connections.length < READ_CONNECTIONS && now > paused_until) open(now);
    const free = connections.filter((connection) => isFree(connection, now));
    return free.reduce<ReadConnection | null>(
      (least, other) => (least === null || other.in_flight < least.in_flight ? other : least),
      null,
    );
  }

  async function send(connection: ReadConnection, config: pg.QueryConfig, now: number) {
    if (connection.in_flight === 0) connection.busy_since = now;
    connection.in_flight += 1;
    try {
      return await connection.client.query(config);
    } catch (error) {
      if (isOwn(error) || closing) throw error;
      return null;
    } finally {
      connection.in_flight -= 1;
      connection.busy_since = performance.now();
    }
  }

  return {
    query(config) {
      if (closing) return null;
      const now = performance.now();
      const connection = choose(now);
      return connection && send(connection, config, now);
    },
    count: () => {
      const opened = connections.filter(({ state }) => state === 'open');
      return { total: opened.length, idle: opened.filter(({ in_flight }) => in_flight === 0).length };
    },
    retire() {
      for (const connection of connections) end(connection);
    },
    async close() {
      closing = true;
      for (const connection of connections) end(connection);
      await Promise.all(ends);
    },
  };
}
