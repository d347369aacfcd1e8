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

/** Connections on which many reads are in flight at once (docs/decisions/0068). */
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

const isFree = ({ state, in_flight, busy_since }: ReadConnection, now: number) =>
  state === 'open' && (in_flight === 0 || (in_flight < IN_FLIGHT_MAX && now - busy_since < SLOW_MS));

/** The free connection with the fewest reads in flight. */
function leastBusy(connections: Iterable<ReadConnection>, now: number): ReadConnection | null {
  let least: ReadConnection | null = null;
  for (const one of connections)
    if (isFree(one, now) && (least === null || one.in_flight < least.in_flight)) least = one;
  return least;
}

/** The connections that there are now, in the order in which they were opened. */
function makeConnections({ makeClient, life_ms, onError }: Options) {
  const connections = new Set<ReadConnection>();
  const ends = new Set<Promise<void>>();
  let paused_until = 0;

  const remove = (connection: ReadConnection) => {
    connection.state = 'closed';
    connections.delete(connection);
  };

  /** Takes no more reads; those in flight are still answered. */
  function end(connection: ReadConnection): void {
    remove(connection);
    const goodbye = connection.client.end().catch(() => undefined);
    const ended = Promise.race([goodbye, wait(GOODBYE_MS, undefined, { ref: false })]);
    ends.add(ended);
    void ended.then(() => ends.delete(ended));
  }

  function open(now: number): void {
    const client = makeClient();
    const connection: ReadConnection = {
      client,
      retires_at: now + life_ms,
      state: 'opening',
      in_flight: 0,
      busy_since: 0,
    };
    connections.add(connection);
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

  return {
    /** A connection that takes another read, or null; replaces what is too old and opens what is missing. */
    choose(now: number): ReadConnection | null {
      for (const connection of connections) if (now > connection.retires_at) end(connection);
      if (connections.size < READ_CONNECTIONS && now > paused_until) open(now);
      return leastBusy(connections, now);
    },
    listOpen: () => [...connections].filter(({ state }) => state === 'open'),
    endAll() {
      for (const connection of connections) end(connection);
    },
    /** Resolves when all that were ended have said goodbye. */
    ended: () => Promise.all(ends),
  };
}

/** Keeps a few pipelined connections for reads: fewer round trips and fewer processes of the database than a pool. */
export function openReadConnections(options: Options): ReadConnections {
  const connections = makeConnections(options);
  let closing = false;

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
      const connection = connections.choose(now);
      return connection && send(connection, config, now);
    },
    count() {
      const open = connections.listOpen();
      return { total: open.length, idle: open.filter(({ in_flight }) => in_flight === 0).length };
    },
    retire: () => connections.endAll(),
    async close() {
      closing = true;
      connections.endAll();
      await connections.ended();
    },
  };
}
