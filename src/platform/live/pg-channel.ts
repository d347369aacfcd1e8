import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isUnreachable, markOutage } from '#platform/db/failures.ts';
import type { Log } from '#platform/lib/log.ts';
import { type HintEnvelope, packEnvelopes, readEnvelopes } from './hint-envelope.ts';

const CHANNEL = 'emberkin_live';
/** Envelopes within so many milliseconds are sent together. */
const BATCH_MS = 5;
const RETRY_MS = 500;
/** Beyond so many pending envelopes while the database is away, one 'everything' replaces them. */
const PENDING_MAX = 1000;
const EVERYTHING = '"everything"';

export interface PgChannel {
  /** Sends envelopes (as JSON) to every instance, including this one, within a few milliseconds. Never fails. */
  send(envelopes: readonly string[]): void;
  /** Checks that the connection answers; if not, it is replaced. */
  check(): Promise<void>;
  /** Resolves when the first connection is listening or was refused. */
  start(): Promise<void>;
  /** Sends what is pending and closes the connection. */
  stop(): Promise<void>;
}

interface Options {
  readonly url: string;
  readonly log: Log;
  readonly onEnvelopes: (envelopes: readonly HintEnvelope[]) => void;
  /** Called when envelopes may have been missed. */
  readonly onGap: () => void;
}

/** The state of the connection; `away`: the last attempt to connect failed, which has been logged. */
type State =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'listening'; readonly client: pg.Client; readonly onLost: () => void }
  | { readonly kind: 'away' };

interface Channel extends Options {
  state: State;
  /** Unsent envelopes, each once. */
  readonly pending: Set<string>;
  /** The round of sending in progress. */
  flushing: Promise<void> | null;
  readonly stopping: AbortController;
}

const clientOf = ({ state }: Channel) => (state.kind === 'listening' ? state.client : null);

function receive({ log, onEnvelopes, onGap }: Channel, payload = ''): void {
  try {
    if (payload === EVERYTHING) onGap();
    else onEnvelopes(readEnvelopes(payload));
  } catch (err) {
    log.warn({ err }, 'a live notice could not be read');
    onGap();
  }
}

/** Drops a connection, unless another one has replaced it already. */
function drop(channel: Channel, client: pg.Client | null): void {
  const { state } = channel;
  if (state.kind !== 'listening' || state.client !== client) return;
  channel.state = { kind: 'connecting' };
  client.end().catch(() => undefined);
  state.onLost();
}

async function flushAll(channel: Channel): Promise<void> {
  const { pending } = channel;
  for (let client = clientOf(channel); client && pending.size > 0; client = clientOf(channel)) {
    const batch = [...pending];
    pending.clear();
    const payloads = batch.includes(EVERYTHING) ? [EVERYTHING] : packEnvelopes(batch);
    try {
      await client.query(`select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) payload`, [payloads]);
    } catch {
      // They may have been sent: sending them twice is harmless.
      for (const envelope of batch) pending.add(envelope);
      drop(channel, client);
    }
  }
}

function flush(channel: Channel): Promise<void> {
  channel.flushing ??= flushAll(channel).finally(() => {
    channel.flushing = null;
  });
  return channel.flushing;
}

/** Opens a connection that listens; `lost` resolves when it breaks. */
async function connect(channel: Channel): Promise<{ lost: Promise<void> }> {
  const client = new pg.Client({
    connectionString: channel.url,
    application_name: 'emberkin-live',
    connectionTimeoutMillis: 3000,
    statement_timeout: 5000,
    query_timeout: 5000,
    keepAlive: true,
  });
  client.on('notification', ({ payload }) => receive(channel, payload));
  client.on('error', () => drop(channel, client));
  client.on('end', () => drop(channel, client));
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
  const lost = new Promise<void>((onLost) => {
    channel.state = { kind: 'listening', client, onLost };
  });
  return { lost };
}

/**
 * Replaces broken connections until stopped; `onAttempt` is called after the first attempt, whether or not it
 * succeeded.
 */
async function stayConnected(channel: Channel, onAttempt: () => void): Promise<void> {
  const { log, onGap, stopping } = channel;
  while (!stopping.signal.aborted) {
    const wasLost = channel.state.kind === 'away';
    try {
      const { lost } = await connect(channel);
      if (stopping.signal.aborted) return drop(channel, clientOf(channel));
      if (wasLost) log.info({}, 'live hints go out again');
      onGap();
      void flush(channel);
      onAttempt();
      await lost;
    } catch (err) {
      if (isUnreachable(err)) markOutage(err);
      if (!wasLost) log.warn({ err }, 'live hints wait for the database');
      channel.state = { kind: 'away' };
      onAttempt();
    }
    await wait(RETRY_MS * (1 + Math.random()), undefined, { signal: stopping.signal }).catch(() => undefined);
  }
}

/** LISTEN and NOTIFY between the instances of one database, each over a connection of its own. */
export function openPgChannel(options: Options): PgChannel {
  const channel: Channel = {
    ...options,
    state: { kind: 'connecting' },
    pending: new Set(),
    flushing: null,
    stopping: new AbortController(),
  };
  let background: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  return {
    send(envelopes) {
      const { pending } = channel;
      for (const envelope of envelopes) pending.add(envelope);
      if (pending.size > PENDING_MAX) {
        pending.clear();
        pending.add(EVERYTHING);
      }
      timer ??= setTimeout(() => {
        timer = undefined;
        void flush(channel);
      }, BATCH_MS);
    },
    async check() {
      const client = clientOf(channel);
      await client?.query('select 1').catch(() => drop(channel, client));
    },
    start: () =>
      new Promise((resolve) => {
        background ??= stayConnected(channel, resolve);
      }),
    async stop() {
      clearTimeout(timer);
      await flush(channel);
      channel.stopping.abort();
      drop(channel, clientOf(channel));
      await background;
    },
  };
}
