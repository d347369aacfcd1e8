import type { ServerResponse } from 'node:http';
import { isOfOutage } from '#platform/db/failures.ts';
import type { Db, Queryable } from '#platform/db/open.ts';
import type { Audience, HintKind } from '#platform/db/transaction.ts';
import type { Clock } from '#platform/lib/clock.ts';
import { SECOND_MS } from '#platform/lib/durations.ts';
import { LIVE_HEARTBEAT_SECONDS, LIVE_SESSION_CHECK_SECONDS } from '#platform/lib/live-limits.ts';
import type { Log } from '#platform/lib/log.ts';
import { type HintEnvelope, writeEnvelopes } from './hint-envelope.ts';
import { openPgChannel, type PgChannel } from './pg-channel.ts';
import { makeStreams, type StreamOwner, type Streams } from './streams.ts';

const TICK_MS = SECOND_MS;

export interface Live {
  /**
   * Hints to an audience, on all instances, that something changed. In a transaction use `tx.changed`, which sends
   * nothing after a rollback. A lost hint delays an update until the page reconnects, at most 15 minutes.
   */
  hint(audience: Audience, ...kinds: HintKind[]): void;
  count(): number;
  /** Returns false if the instance is full or stopping. */
  hasRoom(): boolean;
  open(owner: StreamOwner, raw: ServerResponse): void;
  /** Runs what is due: heartbeats, ending old streams, checking sessions. A timer calls it every second. */
  tick(): Promise<void>;
  /** Connects to the other instances and starts the timer. */
  start(): Promise<void>;
  /** Asks all clients to reconnect; hints to other instances are sent until `stop`. */
  endStreams(): void;
  stop(): Promise<void>;
}

interface Options {
  readonly url: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly listValidSessions: (db: Queryable, ids: readonly string[], now: Date) => Promise<ReadonlySet<string>>;
  readonly resolveRecipients: (
    db: Queryable,
    envelopes: readonly HintEnvelope[],
  ) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}

function makeDelivery({ db, log, resolveRecipients }: Options, streams: Streams) {
  const arrived: HintEnvelope[] = [];
  let delivering = false;
  /** Envelopes that arrive during a lookup form the next batch. After a failed lookup they wait for the next tick. */
  const deliver = async () => {
    if (delivering) return;
    delivering = true;
    try {
      while (arrived.length > 0) {
        const batch = arrived.splice(0);
        if (streams.size === 0) continue;
        const recipients = await resolveRecipients(db, batch).catch((err: unknown) => {
          arrived.unshift(...batch);
          throw err;
        });
        for (const [user, hints] of recipients) streams.send(user, hints);
      }
    } catch (err) {
      log.warn({ err }, 'live hints could not be delivered yet');
    } finally {
      delivering = false;
    }
  };
  return { arrived, deliver };
}

async function endStreamsOfEndedSessions(streams: Streams, { db, clock, listValidSessions }: Options): Promise<void> {
  const checked = streams.sessions;
  const valid = await listValidSessions(db, checked, clock.now());
  // Sessions of streams that opened during the lookup were just authenticated.
  const latest = streams.sessions.filter((id) => !checked.includes(id));
  streams.endOtherSessions(new Set([...valid, ...latest]));
}

/** Limits the checks of sessions and of the channel to their intervals. */
function makeChecks(options: Options, streams: Streams, channel: PgChannel) {
  const now = () => options.clock.now().getTime();
  let sessionsCheckedAt = now();
  let channelCheckedAt = sessionsCheckedAt;
  const isDue = (then: number, seconds: number) => Math.abs(now() - then) >= seconds * SECOND_MS;
  return {
    async sessions() {
      if (streams.size === 0 || !isDue(sessionsCheckedAt, LIVE_SESSION_CHECK_SECONDS)) return;
      sessionsCheckedAt = now();
      await endStreamsOfEndedSessions(streams, options);
    },
    async channel() {
      if (!isDue(channelCheckedAt, LIVE_HEARTBEAT_SECONDS)) return;
      channelCheckedAt = now();
      await channel.check();
    },
  };
}

/** Sends hints about changes to open pages as server-sent events (docs/rules.md#notifications). */
export function makeLive(options: Options): Live {
  const { url, clock, log } = options;
  const streams = makeStreams(clock);
  const { arrived, deliver } = makeDelivery(options, streams);
  let ending = false;
  let timer: NodeJS.Timeout | undefined;

  const channel = openPgChannel({
    url,
    log,
    onEnvelopes: (envelopes) => {
      arrived.push(...envelopes);
      void deliver();
    },
    onGap: () => streams.sendAll({ kind: 'everything' }),
  });

  const checks = makeChecks(options, streams, channel);

  const tick = async () => {
    streams.tick();
    const looks = await Promise.allSettled([checks.sessions(), checks.channel(), deliver()]);
    for (const look of looks)
      if (look.status === 'rejected' && !isOfOutage(look.reason))
        log.warn({ err: look.reason }, 'the sessions of live streams wait');
  };

  return {
    hint: (audience, ...kinds) => channel.send(writeEnvelopes(audience, kinds)),
    count: () => streams.size,
    hasRoom: () => !ending && streams.hasRoom(),
    open: (owner, raw) => streams.add(owner, raw),
    tick,
    async start() {
      timer = setInterval(() => void tick(), TICK_MS);
      timer.unref();
      await channel.start();
    },
    endStreams() {
      ending = true;
      streams.end();
    },
    async stop() {
      clearInterval(timer);
      await channel.stop();
    },
  };
}
