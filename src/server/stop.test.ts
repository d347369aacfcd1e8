import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { login } from '#contract/auth.ts';
import { openLive } from '#contract/live.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { removePictures } from './features/media/public.ts';
import { drainAndStop, FADE_MS, fadeAndStop, stopLimit } from './stop.ts';
import { buildUser } from './testing/factories/users.ts';
import { openReader } from './testing/live-reader.ts';
import { testApp } from './testing/test-app.ts';

const t = await testApp();

/** One more instance that listens, and its parts for a stop. */
async function startInstance() {
  const { app, deps } = await t.startInstance();
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, parts: { app, server: deps } };
}

/** A request on a connection that stays open; the connection says whether it will. */
async function ask(url: string, agent: Agent): Promise<{ status: number | undefined; connection: string | undefined }> {
  const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode, connection: answer.headers.connection };
}

describe('an instance that drains', () => {
  it('A draining instance is not ready, sends its streams away, and serves everything else until the time is over.', async () => {
    const { url, parts } = await startInstance();
    const user = await buildUser(t);
    const reader = await openReader(url, user.token);
    const agent = new Agent({ keepAlive: true });
    expect(await ask(`${url}/ready`, agent)).toEqual({ status: 200, connection: 'keep-alive' });
    // The document is put together with its first answer, which could take all the time of the drain on a busy machine.
    await ask(`${url}/api/openapi.json`, agent);

    let over = false;
    const stopped = drainAndStop(parts, 4000).then(() => {
      over = true;
    });
    await reader.find((event) => event.kind === 'goodbye' && event.reconnect);
    expect(await ask(`${url}/ready`, agent)).toEqual({ status: 503, connection: 'close' });
    expect(await ask(`${url}/health`, agent)).toEqual({ status: 200, connection: 'close' });
    expect(await ask(`${url}/api/openapi.json`, agent)).toEqual({ status: 200, connection: 'close' });
    const stream = await fetch(url + openLive.path, { headers: { authorization: `Bearer ${user.token}` } });
    expect(stream.status).toBe(503);
    await stream.text();
    expect(over).toBe(false);
    await stopped;
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
  });

  it('Jobs go on while an instance drains, and one in progress is waited for.', async () => {
    const { parts } = await startInstance();
    parts.server.queue.start();
    const stopped = drainAndStop(parts, 500);
    await t.db.transact((tx) => tx.enqueue(removePictures, { folders: [] }));
    const waiting = () =>
      t.db.rows("select from jobs where name = 'remove-pictures' and state in ('waiting', 'running')");
    await expect.poll(waiting, { timeout: 5000 }).toEqual([]);
    await stopped;
  });
});

describe('a process that another one has replaced', () => {
  afterEach(() => vi.useRealTimers());

  /** Begins to send a body and leaves it unfinished; `finish` sends the rest. */
  async function beginUpload(url: string) {
    const body = JSON.stringify({ email: 'ana@example.com', password: 'campfire' });
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const upload = request(url + login.path, { method: 'POST', headers });
    const answered = new Promise<number | string>((resolve) => {
      upload.on('response', (answer) => resolve(answer.resume().statusCode!));
      upload.on('error', () => resolve('cut'));
    });
    upload.write(body.slice(0, 10));
    // The server has its headers as soon as it has answered what came after them.
    await ask(`${url}/health`, new Agent());
    return { answered, finish: () => upload.end(body.slice(10)) };
  }
  /** Fades with a clock for its limits that only `advance` moves. */
  async function fade() {
    const { url, parts } = await startInstance();
    const user = await buildUser(t);
    const reader = await openReader(url, user.token);
    const upload = await beginUpload(url);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hurry = new AbortController();
    const closing = vi.spyOn(parts.app, 'close');
    const stopped = fadeAndStop(parts, hurry.signal);
    await reader.find((event) => event.kind === 'goodbye' && event.reconnect);
    await vi.waitUntil(() => closing.mock.calls.length > 0, { timeout: 30_000 });
    return { upload, hurry, stopped };
  }

  it('A process that fades leaves its instance ready, and no request of a busy client fails.', async () => {
    const { url, parts } = await startInstance();
    const agent = new Agent({ keepAlive: true });
    expect((await ask(`${url}/ready`, agent)).connection).toBe('keep-alive');
    const begun = performance.now();
    const stopped = fadeAndStop(parts, new AbortController().signal);
    // By time, not by number: on a busy machine the last of twenty came after the end.
    do {
      expect(await ask(`${url}/ready`, agent)).toEqual({ status: 200, connection: 'close' });
      await wait(20);
    } while (performance.now() - begun < FADE_MS / 2);
    await stopped;
    await expect(fetch(`${url}/ready`)).rejects.toThrow('fetch failed');
  });

  it('Streams end at once, and an upload that was begun has ten minutes.', async () => {
    const { upload, stopped } = await fade();
    vi.advanceTimersByTime(10 * MINUTE_MS - 1000);
    upload.finish();
    expect(await upload.answered).toBe(401);
    vi.useRealTimers();
    await stopped;
  });

  it('After ten minutes the upload is cut.', async () => {
    const { upload, stopped } = await fade();
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(await upload.answered).toBe('cut');
    vi.useRealTimers();
    await stopped;
  });

  it('Once the whole instance stops it has ten seconds, as everywhere.', async () => {
    const { upload, hurry, stopped } = await fade();
    vi.advanceTimersByTime(MINUTE_MS);
    hurry.abort();
    vi.advanceTimersByTime(10_000);
    expect(await upload.answered).toBe('cut');
    vi.useRealTimers();
    await stopped;
  });
});

it.each([
  [15, { drain_seconds: 0, web_concurrency: 1, database_url: 'postgres://there' }],
  [20, { drain_seconds: 5, web_concurrency: 1, database_url: 'postgres://there' }],
  [20, { drain_seconds: 0, web_concurrency: 2, database_url: 'postgres://there' }],
  [45, { drain_seconds: 0, web_concurrency: 1, database_url: null }],
  [55, { drain_seconds: 5, web_concurrency: 4, database_url: null }],
])('A stop may take %i s with %o.', (seconds, settings) => {
  expect(stopLimit(settings)).toBe(seconds * 1000);
});
