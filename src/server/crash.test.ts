import { type ChildProcess, execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '#contract/auth.ts';
import { createCheckin, listCheckins } from '#contract/checkins.ts';
import { createMission } from '#contract/missions.ts';
import { generateInvitationCode, joinMission } from '#contract/missions-join.ts';
import { dayOf } from '#domain/days.ts';
import type { Answer, Endpoint } from '#platform/contract/endpoint.ts';
import { DEFAULT_ZONE } from '#platform/lib/zones.ts';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import { startProgram } from './testing/start-program.ts';

const PEOPLE = 6;
const MISSIONS_EACH = 4;

let dataDir: string;
let server: { child: ChildProcess; url: string; exited: Promise<unknown> } | undefined;

/** Starts the real server on the durable embedded database and waits until the database responds through it. */
async function start(): Promise<string> {
  const env = { DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'info', RATE_LIMITS: 'off' };
  const { child, said } = await startProgram('main', [], env);
  const exited = once(child, 'exit');
  let url: string | undefined;
  while (!url || !(await fetch(`${url}/ready`)).ok) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${said.text}`);
    await wait(20);
    url = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(said.text)?.[1];
  }
  server = { child, url, exited };
  return url;
}

async function call<E extends Endpoint>(
  url: string,
  e: E,
  path: string,
  token: string,
  body?: object,
): Promise<Answer<E>> {
  const answer = await fetch(url + path, {
    method: e.method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const json = (await answer.json()) as Answer<E>;
  if (!answer.ok) throw new Error(`${e.method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
  return json;
}

const fill = (e: Endpoint, value: string) => e.path.replace(/\{\w+\}/, value);

/** Makes every user a member of every mission, so each pair has one check-in to make today. */
async function createMembers(url: string, people = PEOPLE, missionsEach = MISSIONS_EACH) {
  const tokens: string[] = [];
  for (let i = 0; i < people; i++) {
    const body = { name: `Person ${i}`, email: `crash${i}@example.com`, password: 'campfire' };
    tokens.push((await call(url, register, register.path, '', body)).access_token);
  }
  const start_date = dayOf(new Date(), DEFAULT_ZONE);
  const mission = { title: 'Survive', description: '<p>Every day.</p>', goal: 'All', duration_days: 30, start_date };
  const pairs: { mission_id: string; token: string }[] = [];
  const codes: { owner: string; code: string; mission_id: string }[] = [];
  // Joined missions count toward the limit on creating, so all missions are created first.
  for (const owner of tokens)
    for (let i = 0; i < missionsEach; i++) {
      const { id } = await call(url, createMission, createMission.path, owner, mission);
      const path = fill(generateInvitationCode, id);
      const { invitation_code } = await call(url, generateInvitationCode, path, owner);
      codes.push({ owner, code: invitation_code, mission_id: id });
    }
  for (const { owner, code, mission_id } of codes)
    for (const token of tokens) {
      if (token !== owner) await call(url, joinMission, fill(joinMission, code), token);
      pairs.push({ mission_id, token });
    }
  return pairs;
}

async function listRecorded(url: string, pairs: Awaited<ReturnType<typeof createMembers>>): Promise<string[]> {
  const recorded: string[] = [];
  for (const { mission_id, token } of pairs.filter((pair) => pair.token === pairs[0]!.token)) {
    const page = await call(url, listCheckins, `${fill(listCheckins, mission_id)}?limit=50`, token);
    recorded.push(...page.map((checkin) => checkin.id));
  }
  return recorded.sort();
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'emberkin-crash-'));
  await chmod(dataDir, 0o755);
});

afterAll(async () => {
  if (server && server.child.exitCode === null) server.child.kill('SIGTERM');
  await server?.exited;
  // A killed server leaves its database running. Attaching to it allows us to stop it.
  await (await startEmbedded({ dataDir })).stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('every acknowledged check-in survives exactly once although the server is killed twice', {
  timeout: 60_000,
}, async () => {
  let url = await start();
  const pairs = await createMembers(url);
  const toSend = pairs.map((pair) => ({ ...pair, client_id: randomUUID() as string }));
  const acknowledged: string[] = [];

  const send = async (killAt: number) => {
    for (let next = toSend.shift(); next; next = toSend.shift()) {
      const { token, ...body } = next;
      try {
        const { checkin } = await call(url, createCheckin, createCheckin.path, token, { ...body, type: 'tick' });
        acknowledged.push(checkin.id);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        // Without a response, the check-in might be recorded. It is sent again with the same `client_id`.
        toSend.unshift(next);
        return;
      }
      // Other requests are in flight at this moment and continue until the server is dead.
      if (acknowledged.length === killAt) server!.child.kill('SIGKILL');
    }
  };
  for (const killAt of [30, 70]) {
    await Promise.all(Array.from({ length: 6 }, () => send(killAt)));
    await server!.exited;
    url = await start();
  }
  await send(Number.POSITIVE_INFINITY);

  expect(acknowledged.length).toBe(pairs.length);
  expect(await listRecorded(url, pairs)).toEqual(acknowledged.sort());
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
const DISK = '220m';
const CONFIRMED = 200;

/** Kills the server and its database at the same moment. */
async function killBoth(): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  server!.child.kill('SIGKILL');
  process.kill(Number(pid), 'SIGKILL');
  await server!.exited;
}

// Mounting a small disk needs root on Linux.
describe.runIf(canMount)('a full disk', () => {
  let other: string;

  beforeAll(async () => {
    server?.child.kill('SIGTERM');
    await server?.exited;
    other = dataDir;
    dataDir = await mkdtemp(join(tmpdir(), 'emberkin-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', dataDir]);
  });

  afterAll(async () => {
    server?.child.kill('SIGTERM');
    await server?.exited;
    // After a failed test, the disk is still full.
    await rm(join(dataDir, 'filler'), { force: true });
    await (await startEmbedded({ dataDir })).stop();
    execFileSync('umount', [dataDir]);
    await rm(dataDir, { recursive: true, force: true });
    dataDir = other;
  });

  it('loses no confirmed check-in if the server and its database are killed', { timeout: 90_000 }, async () => {
    let url = await start();
    const pairs = await createMembers(url, 11, 2);
    const confirmed: string[] = [];
    let refused = 0;
    const checkIn = async ({ token, mission_id }: (typeof pairs)[number], content: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ mission_id, type: content === '' ? 'tick' : 'text', content });
      const answer = await fetch(url + createCheckin.path, { method: 'POST', headers, body });
      if (answer.ok) confirmed.push(((await answer.json()) as Answer<typeof createCheckin>).checkin.id);
      else if (answer.status === 507) refused += 1;
      else throw new Error(`${answer.status} ${await answer.text()}`);
    };
    for (const pair of pairs.slice(0, CONFIRMED)) await checkIn(pair, '');
    expect(confirmed).toHaveLength(CONFIRMED);

    const filler = join(dataDir, 'filler');
    await writeFile(filler, Buffer.alloc(300 << 20)).catch((error) => expect(error.code).toBe('ENOSPC'));
    // Text that hardly compresses soon needs new pages.
    for (const pair of pairs.slice(CONFIRMED)) await checkIn(pair, randomBytes(990).toString('hex'));
    expect(refused).toBeGreaterThan(0);
    await killBoth();
    // Either the server or PostgreSQL runs out of space first.
    await expect(start()).rejects.toThrow(/Emberkin could not start\. .*no space left/i);
    await rm(filler);
    url = await start();
    expect(await listRecorded(url, pairs)).toEqual(confirmed.sort());
  });
});
