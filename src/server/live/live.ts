import type { ServerResponse } from 'node:http';
import { SECOND_MS } from '#domain/durations.ts';
import { LIVE_HEARTBEAT_SECONDS, LIVE_SESSION_CHECK_SECONDS } from '#domain/limits.ts';
import type { Clock } from '../adapters/clock.ts';
import type { Log } from '../adapters/log.ts';
import type { Db } from '../db/open.ts';
import { listValidSessions } from '../features/auth/public.ts';
import { type Audience, type HintEnvelope, type HintKind, writeEnvelopes } from './hint-envelope.ts';
import { openPgChannel } from './pg-channel.ts';
import { resolveRecipients } from './recipients.ts';
import { makeStreams, type StreamOwner } from './streams.ts';

const TICK_MS = SECOND_MS;

export interface Live {
  /**
   * Tells those concerned that something changed, on whichever instance they are. For `after` of a transaction: what
   * is rolled back is never told, and a hint that is lost costs a few seconds on somebody's screen.
   */
  hint(concerned: Audience, ...kinds: HintKind[]): void;
  /** How many streams are open here. */
  count(): number;
  /** False when as many streams are open as one instance holds, and once it is ending. */
  hasRoom(): boolean;
  open(owner: StreamOwner, raw: ServerResponse): void;
  /** Does what is due by the clock: heartbeats, ends, a look at the sessions. The background does it every second. */
  tick(): Promise<void>;
  /** Listens to the other instances and begins to work in the background. */
  start(): Promise<void>;
  /** Tells every stream to come back later or elsewhere; hints of others go on until `stop`. */
  endStreams(): void;
  stop(): Promise<void>;
}

interface Options {
  readonly url: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
}

/** Hints of what changed to whoever has the page open (server-sent events; Limits: live streams). */
export function makeLive({ url, db, clock, log }: Options): Live {
  const streams = makeStreams(clock);
  const arrived: HintEnvelope[] = [];
  let delivering = false;
  let ending = false;
  let checkedAt = clock.now().getTime();
  let heardAt = checkedAt;
  let timer: NodeJS.Timeout | undefined;

  /** What comes while one batch is looked up makes the next one. What cannot be looked up now waits for a tick. */
  const deliver = async () => {
    if (delivering) return;
    delivering = true;
    try {
      while (arrived.length > 0) {
        const batch = arrived.splice(0);
        if (streams.size === 0) continue;
        const heard = await resolveRecipients(db, batch).catch((err: unknown) => {
          arrived.unshift(...batch);
          throw err;
        });
        for (const [user, hints] of heard) streams.send(user, hints);
      }
    } catch (err) {
      log.warn({ err }, 'live hints could not be delivered yet');
    } finally {
      delivering = false;
    }
  };

  const wire = openPgChannel({
    url,
    log,
    onNotices: (notices) => {
      arrived.push(...notices);
      void deliver();
    },
    onGap: () => streams.sendAll({ kind: 'everything' }),
  });

  const isDue = (then: number, seconds: number) => Math.abs(clock.now().getTime() - then) >= seconds * SECOND_MS;

  const endSessionsThatAreOver = async () => {
    if (streams.size === 0 || !isDue(checkedAt, LIVE_SESSION_CHECK_SECONDS)) return;
    checkedAt = clock.now().getTime();
    const asked = streams.sessions;
    const open = await listValidSessions(db, asked, clock.now());
    // Streams that came meanwhile were signed in a moment ago.
    const fresh = streams.sessions.filter((id) => !asked.includes(id));
    streams.keepSessions(new Set([...open, ...fresh]));
  };

  const checkWire = async () => {
    if (!isDue(heardAt, LIVE_HEARTBEAT_SECONDS)) return;
    heardAt = clock.now().getTime();
    await wire.check();
  };

  const tick = async () => {
    streams.tick();
    const looks = await Promise.allSettled([endSessionsThatAreOver(), checkWire(), deliver()]);
    for (const look of looks)
      if (look.status === 'rejected') log.warn({ err: look.reason }, 'the sessions of live streams wait');
  };

  return {
    hint: (concerned, ...kinds) => wire.send(writeEnvelopes(concerned, kinds)),
    count: () => streams.size,
    hasRoom: () => !ending && streams.hasRoom(),
    open: (owner, raw) => streams.add(owner, raw),
    tick,
    async start() {
      timer = setInterval(() => void tick(), TICK_MS);
      timer.unref();
      await wire.start();
    },
    endStreams() {
      ending = true;
      streams.end();
    },
    async stop() {
      clearInterval(timer);
      await wire.stop();
    },
  };
}
