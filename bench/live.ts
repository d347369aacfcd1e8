import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type Checkin, createCheckin, listCheckins } from '#contract/checkins.ts';
import { CHECKINS_PAGE } from '#domain/limits.ts';
import { PROGRAMS } from './build.ts';
import { type ServerProcess, startServerProcess, waitUntil } from './child.ts';
import { NOT_DURABLE, startDatabase } from './database.ts';
import { bearer, bearerJson, type Membership, makeDataset, tokenOf } from './dataset.ts';
import { type LiveClient, openStream } from './live-client.ts';
import { measureIdlePages } from './live-idle.ts';
import { RECONNECT_MS, Screen } from './live-screen.ts';
import { heading, percentile, table, type Verdict, verdict } from './report.ts';

const WHERE = 'docs/performance.md#open-pages';
const PEOPLE = 500;
const EACH = 5;
const CHECKINS = 400;
/** As many as a busy evening of ten thousand people: one every 25 ms. */
const EVERY_MS = 25;
const MAX_MS = 1000;
const PATIENCE_MS = 5000;
/** Screens on the instance that restarts, and the check-ins meanwhile. */
const SCREENS = 60;
const DURING_RESTART = 120;

async function checkIn(url: string, { mission_id, token }: Membership): Promise<string> {
  const body = JSON.stringify({ mission_id, type: 'tick' });
  const answer = await fetch(url + createCheckin.path, { method: 'POST', headers: bearerJson(token), body });
  if (answer.status !== 201) throw new Error(`A check-in was refused with ${answer.status}.`);
  return ((await answer.json()) as { checkin: { id: string } }).checkin.id;
}

/** Whatever happens or not, the bench goes on and judges what there is. */
const waitPatiently = (holds: () => boolean, ms: number) => waitUntil(holds, ms, '').catch(() => undefined);

interface Stopwatch {
  /** Milliseconds from sending a check-in to each event about it. */
  readonly times: number[];
  onEvent(checkinId: string): void;
  /** An event may be faster than the answer that names the check-in. */
  onAnswer(checkinId: string, sentAt: number): void;
}

function makeStopwatch(): Stopwatch {
  const sent = new Map<string, number>();
  const early = new Map<string, number[]>();
  const times: number[] = [];
  return {
    times,
    onEvent(id) {
      const at = performance.now();
      const begun = sent.get(id);
      if (begun !== undefined) times.push(at - begun);
      else early.set(id, [...(early.get(id) ?? []), at]);
    },
    onAnswer(id, begun) {
      sent.set(id, begun);
      for (const at of early.get(id) ?? []) times.push(at - begun);
    },
  };
}

/** Opens all streams, half on each instance, and measures from sending a check-in to each member's event. */
async function timeHints(instances: readonly ServerProcess[], memberships: readonly Membership[]): Promise<Verdict[]> {
  const stopwatch = makeStopwatch();
  const clients: LiveClient[] = [];
  for (let person = 0; person < PEOPLE; person++)
    clients.push(
      await openStream(instances[person % 2]!.url, tokenOf(person), (event) => {
        if (event.kind === 'feed' && event.checkin_id) stopwatch.onEvent(event.checkin_id);
      }),
    );
  const sizes = new Map<string, number>();
  for (const { mission_id } of memberships) sizes.set(mission_id, (sizes.get(mission_id) ?? 0) + 1);
  let expected = 0;
  const answers: Promise<void>[] = [];
  for (const [at, membership] of memberships.slice(0, CHECKINS).entries()) {
    expected += sizes.get(membership.mission_id)!;
    const begun = performance.now();
    answers.push(checkIn(instances[at % 2]!.url, membership).then((id) => stopwatch.onAnswer(id, begun)));
    await wait(EVERY_MS);
  }
  await Promise.all(answers);
  const { times } = stopwatch;
  await waitPatiently(() => times.length >= expected, PATIENCE_MS);
  for (const client of clients) client.close();
  times.sort((one, other) => one - other);
  const [p50, p99, max] = [percentile(times, 0.5), percentile(times, 0.99), times.at(-1) ?? Number.NaN];
  heading(`${CHECKINS} check-ins in ${(CHECKINS * EVERY_MS) / 1000} s, ${PEOPLE} open streams on two instances`);
  const row = ['sending to event', String(times.length), ...[p50, p99, max].map((ms) => ms.toFixed(0))];
  table(['', 'events', 'p50 ms', 'p99 ms', 'max ms'], [row]);
  const every = 'Every member is notified of every check-in';
  const soon = `From a check-in to its event under ${MAX_MS} ms (p99, the request itself included)`;
  return [
    verdict(WHERE, every, times.length === expected, `${times.length} of ${expected}`),
    verdict(WHERE, soon, p99 < MAX_MS, `${p99.toFixed(0)} ms`),
  ];
}

/** How many screens show something else than the server has. */
async function countBehind(server: ServerProcess, screens: readonly Screen[]): Promise<number> {
  let behind = 0;
  for (const { membership, shown } of screens) {
    const path = `${listCheckins.path.replace('{id}', membership.mission_id)}?limit=${CHECKINS_PAGE}`;
    const answer = await fetch(server.url + path, { headers: bearer(membership.token) });
    const ids = ((await answer.json()) as Checkin[]).map(({ id }) => id);
    if (ids.join() !== shown.join()) behind += 1;
  }
  return behind;
}

/** Restarts one instance under check-ins at the other: afterwards every screen shows what the server has. */
async function restart(
  instances: ServerProcess[],
  memberships: readonly Membership[],
  start: () => Promise<ServerProcess>,
): Promise<Verdict> {
  const closing = new AbortController();
  // Every screen listens to the end.
  setMaxListeners(0, closing.signal);
  const byMission = new Map(memberships.map((membership) => [membership.mission_id, membership]));
  const screens = [...byMission.values()]
    .slice(0, SCREENS)
    .map((membership) => new Screen(membership, () => instances[1]!.url, closing.signal));
  let opened = 0;
  const watching = screens.map((screen) => screen.watch(() => opened++));
  const reconnected = RECONNECT_MS.min + RECONNECT_MS.spread + PATIENCE_MS;
  await waitPatiently(() => opened >= screens.length, reconnected);
  const watched = new Set(screens.map(({ membership }) => membership.mission_id));
  const actors = memberships.slice(CHECKINS).filter(({ mission_id }) => watched.has(mission_id));
  const checkins = (async () => {
    for (const actor of actors.slice(0, DURING_RESTART)) {
      await checkIn(instances[0]!.url, actor);
      await wait(EVERY_MS);
    }
  })();
  await wait(500);
  await instances[1]!.stop();
  instances[1] = await start();
  await checkins;
  await waitPatiently(() => opened >= 2 * screens.length, reconnected);
  await wait(500);
  const behind = await countBehind(instances[0]!, screens);
  closing.abort();
  await Promise.all(watching);
  return verdict(
    WHERE,
    `A restart of one instance leaves no screen behind (${DURING_RESTART} check-ins at the other meanwhile)`,
    behind === 0 && opened >= 2 * screens.length,
    `${behind} of ${screens.length}, ${opened - screens.length} came back`,
  );
}

/** Hints between two instances on one database, and open pages on which nothing happens. */
export async function live(): Promise<Verdict[]> {
  const database = await startDatabase(NOT_DURABLE);
  const instances: ServerProcess[] = [];
  try {
    const { memberships } = await makeDataset(database.url, { people: PEOPLE, each: EACH, days: 2 }, 'none');
    const start = () => startServerProcess(PROGRAMS.product, { ...database.env, LOG_LEVEL: 'error' }, '/ready');
    instances.push(await start(), await start());
    const idle = await measureIdlePages(instances[0]!, database, { people: PEOPLE, memberships });
    const hints = await timeHints(instances, memberships);
    return [...idle, ...hints, await restart(instances, memberships, start)];
  } finally {
    for (const instance of instances) await instance.stop();
    await database.remove();
  }
}
