import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type Checkin, createCheckin, listCheckins } from '#contract/checkins.ts';
import { CHECKINS_PAGE } from '#domain/limits.ts';
import { PROGRAMS } from './build.ts';
import { type ServerProcess, startServerProcess } from './child.ts';
import { startDatabase } from './database.ts';
import { type Membership, makeDataset, tokenOf } from './dataset.ts';
import { type LiveClient, openStream } from './live-client.ts';
import { heading, percentile, table, type Verdict, verdict } from './report.ts';

const PEOPLE = 500;
const EACH = 5;
const CHECKINS = 400;
/** As many as a busy evening of ten thousand people: one every 25 ms. */
const EVERY_MS = 25;
const AIM_MS = 1000;
/** Screens on the instance that restarts, and the check-ins meanwhile. */
const SCREENS = 60;
const DURING_RESTART = 120;
/** The pause of the product's own page before it comes back. */
const AGAIN_MS = { min: 1000, spread: 9000 };

const headers = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

async function checkIn(url: string, { mission_id, token }: Membership): Promise<string> {
  const body = JSON.stringify({ mission_id, type: 'tick' });
  const answer = await fetch(url + createCheckin.path, { method: 'POST', headers: headers(token), body });
  if (answer.status !== 201) throw new Error(`A check-in was refused with ${answer.status}.`);
  return ((await answer.json()) as { checkin: { id: string } }).checkin.id;
}

/** Opens all streams, half on each instance, and measures from sending a check-in to each member's event. */
async function timeHints(instances: readonly ServerProcess[], memberships: readonly Membership[]): Promise<Verdict[]> {
  const sent = new Map<string, number>();
  const early = new Map<string, number[]>();
  const times: number[] = [];
  const hear = (id: string) => {
    const at = performance.now();
    const begun = sent.get(id);
    if (begun !== undefined) times.push(at - begun);
    // The event may be faster than the answer that tells the id.
    else early.set(id, [...(early.get(id) ?? []), at]);
  };
  const clients: LiveClient[] = [];
  for (let person = 0; person < PEOPLE; person++)
    clients.push(
      await openStream(instances[person % 2]!.url, tokenOf(person), (event) => {
        if (event.kind === 'feed' && event.checkin_id) hear(event.checkin_id);
      }),
    );
  const sizes = new Map<string, number>();
  for (const { mission_id } of memberships) sizes.set(mission_id, (sizes.get(mission_id) ?? 0) + 1);
  let expected = 0;
  const answers: Promise<void>[] = [];
  for (const [at, membership] of memberships.slice(0, CHECKINS).entries()) {
    expected += sizes.get(membership.mission_id)!;
    const begun = performance.now();
    answers.push(
      checkIn(instances[at % 2]!.url, membership).then((id) => {
        sent.set(id, begun);
        for (const heard of early.get(id) ?? []) times.push(heard - begun);
      }),
    );
    await wait(EVERY_MS);
  }
  await Promise.all(answers);
  const patience = performance.now() + 5000;
  while (times.length < expected && performance.now() < patience) await wait(20);
  for (const client of clients) client.close();
  times.sort((one, other) => one - other);
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  heading(`${CHECKINS} check-ins in ${(CHECKINS * EVERY_MS) / 1000} s, ${PEOPLE} open streams on two instances`);
  table(
    ['', 'events', 'p50 ms', 'p99 ms', 'max ms'],
    [
      [
        'sending to event',
        String(times.length),
        p50.toFixed(0),
        p99.toFixed(0),
        (times.at(-1) ?? Number.NaN).toFixed(0),
      ],
    ],
  );
  return [
    verdict('Every member hears of every check-in', times.length === expected, `${times.length} of ${expected}`),
    verdict(
      `From a check-in to its event under ${AIM_MS} ms (p99, the request itself included)`,
      p99 < AIM_MS,
      `${p99.toFixed(0)} ms`,
    ),
  ];
}

/** What somebody has on the screen: the newest check-ins of a mission, kept true by hints as the page does it. */
class Screen {
  shown: string[] = [];
  private asking: Promise<void> | null = null;
  private again = false;

  readonly membership: Membership;
  private readonly server: () => string;
  private readonly closing: AbortSignal;

  constructor(membership: Membership, server: () => string, closing: AbortSignal) {
    this.membership = membership;
    this.server = server;
    this.closing = closing;
  }

  private async ask(): Promise<void> {
    const path = listCheckins.path.replace('{id}', this.membership.mission_id);
    const answer = await fetch(this.server() + path, { headers: headers(this.membership.token) });
    if (answer.ok) this.shown = ((await answer.json()) as Checkin[]).map(({ id }) => id);
  }

  /** One question at a time; what is heard meanwhile asks once more. */
  private refresh(): void {
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = this.ask()
      .catch(() => undefined)
      .finally(() => {
        this.asking = null;
        if (!this.again) return;
        this.again = false;
        this.refresh();
      });
  }

  async watch(opened: () => void): Promise<void> {
    while (!this.closing.aborted) {
      try {
        const stream = await openStream(this.server(), this.membership.token, (event) => {
          if (event.kind === 'feed' || event.kind === 'everything') this.refresh();
        });
        this.closing.addEventListener('abort', stream.close);
        this.refresh();
        opened();
        await stream.over;
      } catch {
        // The instance is away.
      }
      await wait(AGAIN_MS.min + Math.random() * AGAIN_MS.spread, undefined, { signal: this.closing }).catch(
        () => undefined,
      );
    }
  }
}

/** Restarts one instance under check-ins at the other: afterwards every screen shows what the server has. */
async function restart(
  instances: ServerProcess[],
  memberships: readonly Membership[],
  start: () => Promise<ServerProcess>,
): Promise<Verdict[]> {
  const closing = new AbortController();
  // Every screen hears of the end.
  setMaxListeners(0, closing.signal);
  const byMission = new Map(memberships.map((membership) => [membership.mission_id, membership]));
  const screens = [...byMission.values()]
    .slice(0, SCREENS)
    .map((membership) => new Screen(membership, () => instances[1]!.url, closing.signal));
  let opened = 0;
  const watching = screens.map((screen) => screen.watch(() => opened++));
  while (opened < screens.length) await wait(20);
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
  const patience = performance.now() + AGAIN_MS.min + AGAIN_MS.spread + 5000;
  while (opened < 2 * screens.length && performance.now() < patience) await wait(50);
  await wait(500);
  let behind = 0;
  for (const { membership, shown } of screens) {
    const path = `${listCheckins.path.replace('{id}', membership.mission_id)}?limit=${CHECKINS_PAGE}`;
    const rows = (await (
      await fetch(instances[0]!.url + path, { headers: headers(membership.token) })
    ).json()) as Checkin[];
    if (rows.map(({ id }) => id).join() !== shown.join()) behind += 1;
  }
  closing.abort();
  await Promise.all(watching);
  return [
    verdict(
      `A restart of one instance leaves no screen behind (${DURING_RESTART} check-ins at the other meanwhile)`,
      behind === 0 && opened >= 2 * screens.length,
      `${behind} of ${screens.length}, ${opened - screens.length} came back`,
    ),
  ];
}

/** Hints between two instances on one database. */
export async function live(): Promise<Verdict[]> {
  const database = await startDatabase({ fsync: 'off', full_page_writes: 'off' });
  const instances: ServerProcess[] = [];
  try {
    const { memberships } = await makeDataset(database.url, { people: PEOPLE, each: EACH, days: 2 }, 'none');
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: database.data_dir,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      NODE_ENV: 'development',
    };
    const start = () => startServerProcess({ program: PROGRAMS.product, preload: PROGRAMS.report_cpu }, env, '/ready');
    instances.push(await start(), await start());
    return [...(await timeHints(instances, memberships)), ...(await restart(instances, memberships, start))];
  } finally {
    for (const instance of instances) await instance.stop();
    await database.remove();
  }
}
