import { spawn } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#contract/api-tokens.ts';
import { getMission } from '#contract/missions.ts';
import { buildMission } from '#server/testing/factories/missions.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { fakeClock } from '#server/testing/fake-clock.ts';
import { findPort } from '#server/testing/find-port.ts';
import { listenOnLoopback } from '#server/testing/listen-on-loopback.ts';
import { testApp } from '#server/testing/test-app.ts';
import { getBlock, RECIPES, SERVER } from './recipes.ts';

// The machine's own time, because the recipes read today's date from it.
const t = await testApp({ clock: fakeClock(new Date()) });
const dir = await mkdtemp(join(tmpdir(), 'emberkin-cookbook-'));
let server = '';

beforeAll(async () => {
  server = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const photo = sharp({ create: { width: 320, height: 240, channels: 3, background: '#d4542a' } }).jpeg();
  await writeFile(join(dir, 'photo.jpg'), await photo.toBuffer());
  // Every desktop has it, but machines that only run tests might not.
  await writeFile(join(dir, 'uuidgen'), `#!/bin/sh\necho ${randomUUID()}\n`, { mode: 0o755 });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

type Env = Record<string, string>;

/** Starts a program of this machine. If it is missing, the test fails and says so. */
function start(program: string, args: string[], env: Env = {}) {
  const child = spawn(program, args, {
    cwd: dir,
    env: { PATH: `${process.env.PATH ?? ''}:${dir}`, TZ: 'UTC', HOME: dir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`The recipes need ${program} on this machine: ${error.message}`)));
    child.once('close', resolve);
  });
  return { child, said, ended };
}

async function run(program: string, args: string[], env: Env = {}): Promise<string> {
  const { said, ended } = start(program, args, env);
  const code = await ended;
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${said.out}${said.err}`);
  expect(said.err).toBe('');
  return said.out;
}

/** Creates a PREMIUM user with a mission that starts today and a token that can write. */
async function buildReader() {
  const user = await buildUser(t);
  await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
    user.id,
  ]);
  const mission = await buildMission(t, user);
  const created = await t.call(createToken, { token: user.token, body: { name: 'Recipes', scope: 'write' } });
  return { user, mission, token: created.json().token as string };
}
type Reader = Awaited<ReturnType<typeof buildReader>>;

/** Runs the blocks of a recipe one after another, as a reader would, with real values instead of the samples. */
async function runCurl(id: string, { token, mission }: Reader, key = ''): Promise<string> {
  const [once, setup] = [getBlock('curl-due', 'Once in each terminal'), Object.values(RECIPES[id]!)];
  const script = [once, ...setup.filter((text) => text !== once)]
    .join('\n')
    .replaceAll(`${SERVER}/key/...`, key)
    .replaceAll(SERVER, server)
    .replaceAll('emb_...', token)
    .replaceAll('your-mission-id', mission);
  expect(script).not.toMatch(/emberkin\.example|\.\.\./);
  return run('sh', ['-eu', '-c', script]);
}

const feedOf = async ({ token, mission }: Reader) => {
  const answer = await fetch(`${server}/api/missions/${mission}/checkins`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as { type: string; content: string; photo_url: string | null }[];
};

describe('the recipes for curl', () => {
  it('are all run by a test of this file', () => {
    expect(Object.keys(RECIPES).filter((id) => /^(?:curl|python)-/.test(id))).toEqual([
      'curl-due',
      'curl-check-in',
      'curl-photo',
      'curl-mission',
      'curl-feed',
      'curl-webhook',
      'curl-key',
      'python-tick',
      'python-webhook',
    ]);
  });

  it('show what today needs', async () => {
    const reader = await buildReader();
    const out = await runCurl('curl-due', reader);
    expect(out).toContain(reader.user.name);
    expect(out).toContain(reader.mission);
    expect(out).toContain('"needed_today":true');
  });

  it('check in with a line of text, once a day', async () => {
    const reader = await buildReader();
    const receipt = JSON.parse(await runCurl('curl-check-in', reader));
    expect(receipt.mission_streak_days).toBe(1);
    expect((await feedOf(reader)).map(({ content }) => content)).toEqual(['Ten pages before breakfast']);
    await expect(runCurl('curl-check-in', reader)).rejects.toThrow('already_checked_in');
  });

  it('check in with a photo', async () => {
    const reader = await buildReader();
    await runCurl('curl-photo', reader);
    const [checkin] = await feedOf(reader);
    expect([checkin?.type, checkin?.content]).toEqual(['photo', 'Sunrise run']);
    expect(checkin?.photo_url).not.toBeNull();
  });

  it('start a mission', async () => {
    const reader = await buildReader();
    const { id } = JSON.parse(await runCurl('curl-mission', reader));
    expect(await runCurl('curl-due', reader)).toContain(id);
    const { first_day, today } = (await t.call(getMission, { token: reader.token, params: { id } })).json();
    expect(first_day).toBe(today);
  });

  it('follow a feed: the second run finds nothing new and keeps the file', async () => {
    const reader = await buildReader();
    await runCurl('curl-check-in', reader);
    await runCurl('curl-feed', reader);
    const first = await run('cat', ['feed.json']);
    expect(JSON.parse(first)).toHaveLength(1);
    await runCurl('curl-feed', reader);
    expect(await run('cat', ['feed.json'])).toBe(first);
  });

  it('receive check-ins', async () => {
    const webhook = JSON.parse(await runCurl('curl-webhook', await buildReader()));
    expect(webhook.secret).toMatch(/^whsec_/);
    expect(webhook.events.toSorted()).toEqual(['checkin.created', 'streak.at_risk']);
  });

  it('check in with a key', async () => {
    const reader = await buildReader();
    const created = await fetch(`${server}/api/checkin-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${reader.user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ mission_id: reader.mission }),
    });
    expect(created.status).toBe(201);
    const { url } = (await created.json()) as { url: string };
    const key = server + new URL(url).pathname;
    expect(JSON.parse(await runCurl('curl-key', reader, key))).toMatchObject({ checked_in: 'now' });
    expect(JSON.parse(await runCurl('curl-key', reader, key))).toMatchObject({ checked_in: 'before' });
    expect((await feedOf(reader)).map(({ type }) => type)).toEqual(['tick']);
  });
});

describe('the recipes for Python', () => {
  beforeAll(async () => {
    for (const id of ['python-tick', 'python-webhook'])
      for (const [title, text] of Object.entries(RECIPES[id]!))
        await writeFile(join(dir, title), text.replaceAll(SERVER, server));
  });

  it('tick everything that today needs, and nothing twice', async () => {
    const reader = await buildReader();
    const env = { EMBERKIN_TOKEN: reader.token };
    const out = await run('python3', ['tick.py'], env);
    expect(out).toBe('Read 20 pages before bed: 1-day streak\nYour streak: 1\n');
    expect((await feedOf(reader)).map(({ type }) => type)).toEqual(['tick']);
    expect(await run('python3', ['tick.py'], env)).toBe('Your streak: 1\n');
  });

  it('tick the remaining missions if one refuses', async () => {
    const reader = await buildReader();
    const due = { id: reader.mission, title: 'Read', needed_today: true };
    const missions = [{ ...due, id: randomUUID(), title: 'Gone' }, due];
    const proxy = createServer(async (request, response) => {
      const path = request.url ?? '';
      if (path.startsWith('/api/missions')) return response.end(JSON.stringify(missions));
      const chunks = await request.toArray();
      const answer = await fetch(server + path, {
        method: request.method ?? 'GET',
        headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      response.writeHead(answer.status).end(await answer.text());
    });
    const port = await listenOnLoopback(proxy);
    try {
      const text = getBlock('python-tick', 'tick.py').replaceAll(SERVER, `http://127.0.0.1:${port}`);
      await writeFile(join(dir, 'through.py'), text);
      const out = await run('python3', ['through.py'], { EMBERKIN_TOKEN: reader.token });
      expect(out).toMatch(/^Gone: mission_not_found: .+\nRead: 1-day streak\nYour streak: 1\n$/);
    } finally {
      proxy.close();
    }
  });

  it("exit with the server's message after a wrong token", async () => {
    const { said, ended } = start('python3', ['tick.py'], { EMBERKIN_TOKEN: 'emb_nobody' });
    expect([await ended, said.err.trim()]).toEqual([1, 'not_signed_in: Please sign in']);
  });

  it('receive each signed and current webhook event once', async () => {
    const secret = randomBytes(32);
    const port = await findPort();
    const { child, said, ended } = start('python3', ['receive.py'], {
      EMBERKIN_WEBHOOK_SECRET: `whsec_${secret.toString('base64')}`,
      PORT: String(port),
    });
    try {
      await expect.poll(() => said.out, { timeout: 15_000 }).toContain('Listening');
      const id = randomUUID();
      const send = async (body: string, sentAt = Math.floor(Date.now() / 1000), signed = body) => {
        const signature = createHmac('sha256', secret).update(`${id}.${sentAt}.${signed}`).digest('base64');
        const answer = await fetch(`http://127.0.0.1:${port}`, {
          method: 'POST',
          headers: {
            'webhook-id': id,
            'webhook-timestamp': String(sentAt),
            'webhook-signature': `v1,${randomBytes(32).toString('base64')} v1,${signature}`,
          },
          body,
        });
        return answer.status;
      };
      const event = JSON.stringify({
        id,
        type: 'checkin.created',
        timestamp: '2026-11-21T12:00:00.000Z',
        data: { a: 1 },
      });
      expect(await send(event.replace('1', '2'), undefined, event)).toBe(401);
      expect(await send(event, Math.floor(Date.now() / 1000) - 600)).toBe(401);
      expect(await send(event)).toBe(204);
      expect(await send(event)).toBe(204);
      await expect.poll(() => said.out).toContain('checkin.created');
      expect(said.out.split('\n').filter((line) => line.includes('checkin.created'))).toEqual([
        '2026-11-21T12:00:00.000Z checkin.created {"a": 1}',
      ]);
    } finally {
      child.kill();
      await ended;
    }
  });
});
