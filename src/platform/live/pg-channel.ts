import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isUnreachable, markOutage } from '#platform/db/failures.ts';
import type { Log } from '#platform/lib/log.ts';
import { type HintEnvelope, packEnvelopes, readEnvelopes } from './hint-envelope.ts';

const CHANNEL = 'emberkin_live';
/** Combines the envelopes of 5 ms. */
const BATCH_MS = 5;
const RETRY_MS = 500;
/** If more envelopes wait for the database, one 'everything' replaces them. */
const PENDING_MAX = 1000;
const EVERYTHING = '"everything"';

export interface PgChannel {
  /** Sends envelopes (JSON) to all instances, including this one, within milliseconds. Never fails. */
  send(envelopes: readonly string[]): void;
  /** Replaces the connection if it does not respond. */
  check(): Promise<void>;
  /** Resolves after the first attempt to connect, even if it failed. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  readonly url: string;
  readonly log: Log;
  readonly onEnvelopes: (envelopes: readonly HintEnvelope[]) => void;
  readonly onGap: () => void;
}

/** `away`: the last attempt to connect failed and was logged. */
type State =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'listening'; readonly client: pg.Client; readonly onLost: () => void }
  | { readonly kind: 'away' };

interface Channel extends Options {
  state: State;
  readonly pending: Set<string>;
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

/** Drops a connection unless another has replaced it. */
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
      // They might have been sent. Sending them twice is harmless.
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

/** Connects and listens; `lost` resolves when the connection breaks. */
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

/** Replaces broken connections until stopped; calls `onAttempt` after the first attempt, even if it failed. */
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

/** Connects the instances of a database with LISTEN and NOTIFY, each over its own connection. */
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
