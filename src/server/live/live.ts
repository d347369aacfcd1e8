import type { ServerResponse } from 'node:http';
import { SECOND_MS } from '#domain/durations.ts';
import { LIVE_HEARTBEAT_SECONDS, LIVE_SESSION_CHECK_SECONDS } from '#domain/limits.ts';
import type { Clock } from '../adapters/clock.ts';
import type { Log } from '../adapters/log.ts';
import type { Db, Queryable } from '../db/open.ts';
import type { Audience, HintKind } from '../db/transaction.ts';
import { type HintEnvelope, writeEnvelopes } from './hint-envelope.ts';
import { openPgChannel } from './pg-channel.ts';
import { resolveRecipients } from './recipients.ts';
import { makeStreams, type StreamOwner, type Streams } from './streams.ts';

const TICK_MS = SECOND_MS;

export interface Live {
  /**
   * Tells an audience that something changed, on whichever instance their pages are. Within a transaction it is
   * `tx.changed`, so that nothing is told of what is rolled back. A hint that is lost costs a few seconds on a screen.
   */
  hint(audience: Audience, ...kinds: HintKind[]): void;
  /** How many streams are open here. */
  count(): number;
  /** False when as many streams are open as one instance holds, and once it is ending. */
  hasRoom(): boolean;
  open(owner: StreamOwner, raw: ServerResponse): void;
  /** Does what is due by the clock: heartbeats, ends, a look at the sessions. The background does it every second. */
  tick(): Promise<void>;
  /** Listens to the other instances and begins to work in the background. */
  start(): Promise<void>;
  /** Asks every stream to come back later or elsewhere; hints of others go on until `stop`. */
  endStreams(): void;
  stop(): Promise<void>;
}

interface Options {
  readonly url: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Which of the sessions a request could still be signed in with. */
  readonly listValidSessions: (db: Queryable, ids: readonly string[], now: Date) => Promise<ReadonlySet<string>>;
}

/** Hands the envelopes of the channel out to the streams of this instance. */
function makeDelivery(db: Db, log: Log, streams: Streams) {
  const arrived: HintEnvelope[] = [];
  let delivering = false;
  /** What comes while one batch is looked up makes the next one. What cannot be looked up now waits for a tick. */
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
  // Streams that came meanwhile were signed in a moment ago.
  const latest = streams.sessions.filter((id) => !checked.includes(id));
  streams.endOtherSessions(new Set([...valid, ...latest]));
}

/** Hints of what changed to whoever has the page open (server-sent events; docs/rules.md#notifications). */
export function makeLive(options: Options): Live {
  const { url, db, clock, log } = options;
  const streams = makeStreams(clock);
  const { arrived, deliver } = makeDelivery(db, log, streams);
  let ending = false;
  let sessionsCheckedAt = clock.now().getTime();
  let channelCheckedAt = sessionsCheckedAt;
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

  const isDue = (then: number, seconds: number) => Math.abs(clock.now().getTime() - then) >= seconds * SECOND_MS;

  const checkSessions = async () => {
    if (streams.size === 0 || !isDue(sessionsCheckedAt, LIVE_SESSION_CHECK_SECONDS)) return;
    sessionsCheckedAt = clock.now().getTime();
    await endStreamsOfEndedSessions(streams, options);
  };

  const checkChannel = async () => {
    if (!isDue(channelCheckedAt, LIVE_HEARTBEAT_SECONDS)) return;
    channelCheckedAt = clock.now().getTime();
    await channel.check();
  };

  const tick = async () => {
    streams.tick();
    const looks = await Promise.allSettled([checkSessions(), checkChannel(), deliver()]);
    for (const look of looks)
      if (look.status === 'rejected') log.warn({ err: look.reason }, 'the sessions of live streams wait');
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
