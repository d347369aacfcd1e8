import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '#contract/auth.ts';
import { createCheckin, listCheckins } from '#contract/checkins.ts';
import type { Answer, Endpoint } from '#contract/endpoint.ts';
import { createMission } from '#contract/missions.ts';
import { generateInvitationCode, joinMission } from '#contract/missions-join.ts';
import { dayOf } from '#domain/days.ts';
import { DEFAULT_ZONE } from '#domain/zones.ts';
import { startEmbedded } from './db/embedded/embedded.ts';
import { startProgram } from './testing/start-program.ts';

const PEOPLE = 6;
const MISSIONS_EACH = 4;

let dataDir: string;
let server: { child: ChildProcess; url: string; exited: Promise<unknown> } | undefined;

/** Starts the real server on the durable embedded database; ready when the database answers through it. */
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

/** Makes everybody a member of every mission, so that each pair has one check-in to make today. */
async function createMembers(url: string) {
  const tokens: string[] = [];
  for (let i = 0; i < PEOPLE; i++) {
    const body = { name: `Person ${i}`, email: `crash${i}@example.com`, password: 'campfire' };
    tokens.push((await call(url, register, register.path, '', body)).access_token);
  }
  const start_date = dayOf(new Date(), DEFAULT_ZONE);
  const mission = { title: 'Survive', description: '<p>Every day.</p>', goal: 'All', duration_days: 30, start_date };
  const pairs: { mission_id: string; token: string }[] = [];
  const codes: { owner: string; code: string; mission_id: string }[] = [];
  // Joined missions count towards the limit of creating, so all missions are created first.
  for (const owner of tokens)
    for (let i = 0; i < MISSIONS_EACH; i++) {
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

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'emberkin-crash-'));
  await chmod(dataDir, 0o755);
});

afterAll(async () => {
  if (server && server.child.exitCode === null) server.child.kill('SIGTERM');
  await server?.exited;
  // A killed server leaves its database running; attaching to it allows stopping it.
  await (await startEmbedded({ dataDir })).stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('Every acknowledged check-in survives, once, although the server is killed twice meanwhile.', {
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
        // Without an answer it may or may not be recorded, so it is sent again with the same client_id.
        toSend.unshift(next);
        return;
      }
      // The others are sending at this moment and go on until the server is gone.
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
  const recorded: string[] = [];
  for (const { mission_id, token } of pairs.filter((pair) => pair.token === pairs[0]!.token)) {
    const page = await call(url, listCheckins, `${fill(listCheckins, mission_id)}?limit=50`, token);
    recorded.push(...page.map((checkin) => checkin.id));
  }
  expect(recorded.sort()).toEqual(acknowledged.sort());
});
