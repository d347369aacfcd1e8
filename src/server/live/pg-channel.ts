import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../adapters/log.ts';
import { type HintEnvelope, packEnvelopes, readEnvelopes } from './hint-envelope.ts';

const CHANNEL = 'emberkin_live';
/** Changes of so many milliseconds travel together. */
const BATCH_MS = 5;
const RETRY_MS = 500;
/** More than this while the database is away becomes 'everything'. */
const WAITING_MAX = 1000;
const EVERYTHING = '"everything"';

export interface PgChannel {
  /** Passes notices (as JSON) to every instance, this one included, within a few milliseconds. Never fails. */
  send(notices: readonly string[]): void;
  /** Asks the connection for a sign of life; one that gives none is replaced. */
  check(): Promise<void>;
  /** Resolves when the first connection listens or was refused. */
  start(): Promise<void>;
  /** Sends what waits and closes the connection. */
  stop(): Promise<void>;
}

interface Options {
  readonly url: string;
  readonly log: Log;
  readonly onNotices: (notices: readonly HintEnvelope[]) => void;
  /** Notices may have been missed. */
  readonly onGap: () => void;
}

/** LISTEN and NOTIFY between the instances on one database, over one connection of its own each. */
export function openPgChannel({ url, log, onNotices, onGap }: Options): PgChannel {
  const waiting = new Set<string>();
  const stopping = new AbortController();
  let client: pg.Client | null = null;
  let background: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | null = null;
  let away = false;

  const hear = (payload = '') => {
    if (payload === EVERYTHING) return onGap();
    try {
      onNotices(readEnvelopes(payload));
    } catch (err) {
      log.warn({ err }, 'a live notice could not be read');
      onGap();
    }
  };

  const flush = async () => {
    while (client && waiting.size > 0) {
      const batch = [...waiting];
      waiting.clear();
      const payloads = batch.includes(EVERYTHING) ? [EVERYTHING] : packEnvelopes(batch);
      try {
        await client.query(`select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) payload`, [payloads]);
      } catch {
        // They may have gone out or not: twice is harmless.
        for (const notice of batch) waiting.add(notice);
        return drop(client);
      }
    }
  };

  const flushOnce = (): Promise<void> => {
    flushing ??= flush().finally(() => {
      flushing = null;
    });
    return flushing;
  };

  let lost: () => void = () => undefined;
  const drop = (dropped: pg.Client | null) => {
    if (!dropped || dropped !== client) return;
    client = null;
    dropped.end().catch(() => undefined);
    lost();
  };

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'emberkin-live',
      connectionTimeoutMillis: 3000,
      statement_timeout: 5000,
      query_timeout: 5000,
      keepAlive: true,
    });
    fresh.on('notification', ({ payload }) => hear(payload));
    fresh.on('error', () => drop(fresh));
    fresh.on('end', () => drop(fresh));
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
    } catch (error) {
      fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
  };

  /** Keeps a connection until the end; `tried` is called once the first has come about or was refused. */
  const keep = async (tried: () => void) => {
    while (!stopping.signal.aborted) {
      const gone = new Promise<void>((resolve) => {
        lost = resolve;
      });
      try {
        await connect();
        if (stopping.signal.aborted) return drop(client);
        if (away) log.info({}, 'live hints go out again');
        away = false;
        onGap();
        void flushOnce();
        tried();
        await gone;
      } catch (err) {
        if (!away) log.warn({ err }, 'live hints wait for the database');
        away = true;
        tried();
      }
      await wait(RETRY_MS * (1 + Math.random()), undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  return {
    send(notices) {
      for (const notice of notices) waiting.add(notice);
      if (waiting.size > WAITING_MAX) {
        waiting.clear();
        waiting.add(EVERYTHING);
      }
      timer ??= setTimeout(() => {
        timer = undefined;
        void flushOnce();
      }, BATCH_MS);
    },
    async check() {
      const asked = client;
      await asked?.query('select 1').catch(() => drop(asked));
    },
    start: () =>
      new Promise((resolve) => {
        background ??= keep(resolve);
      }),
    async stop() {
      clearTimeout(timer);
      await flushOnce();
      stopping.abort();
      drop(client);
      lost();
      await background;
    },
  };
}
