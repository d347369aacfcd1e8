import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { login } from '#contract/auth.ts';
import { openLive } from '#contract/live.ts';
import { removePictures } from '#server/services/media/public.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { openReader } from '#server/testing/live-reader.ts';
import { testApp } from '#server/testing/test-app.ts';
import { drainAndStop, stopLimit } from './stop.ts';

const t = await testApp();

async function startInstance() {
  const { app, deps } = await t.startInstance();
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, parts: { app, server: deps } };
}

/** Sends a request with `agent`; `connection` shows whether the server keeps the connection open. */
async function ask(url: string, agent: Agent): Promise<{ status: number | undefined; connection: string | undefined }> {
  const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode, connection: answer.headers.connection };
}

describe('a draining instance', () => {
  it('is not ready and ends its streams, but serves all other requests until the time is over', async () => {
    const { url, parts } = await startInstance();
    const user = await buildUser(t);
    const reader = await openReader(url, user.token);
    const agent = new Agent({ keepAlive: true });
    expect(await ask(`${url}/ready`, agent)).toEqual({ status: 200, connection: 'keep-alive' });
    // The first response builds the document, which could take longer than the drain on a busy machine.
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

  it('finishes a job that was enqueued during the drain', async () => {
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

describe('an upload during a stop', () => {
  afterEach(() => vi.useRealTimers());

  async function startUpload(url: string) {
    const body = JSON.stringify({ email: 'ana@example.com', password: 'campfire' });
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const upload = request(url + login.path, { method: 'POST', headers });
    const answered = new Promise<number | string>((resolve) => {
      upload.on('response', (answer) => resolve(answer.resume().statusCode!));
      upload.on('error', () => resolve('cut'));
    });
    upload.write(body.slice(0, 10));
    // A response to a later request shows that the server has the upload's headers.
    await ask(`${url}/health`, new Agent());
    return { answered, finish: () => upload.end(body.slice(10)) };
  }

  async function stopDuringUpload() {
    const { url, parts } = await startInstance();
    const upload = await startUpload(url);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return { upload, stopped: drainAndStop(parts, 0) };
  }

  it('has ten seconds to finish', async () => {
    const { upload, stopped } = await stopDuringUpload();
    vi.advanceTimersByTime(9000);
    upload.finish();
    expect(await upload.answered).toBe(401);
    vi.useRealTimers();
    await stopped;
  });

  it('is cut after ten seconds', async () => {
    const { upload, stopped } = await stopDuringUpload();
    vi.advanceTimersByTime(10_000);
    expect(await upload.answered).toBe('cut');
    vi.useRealTimers();
    await stopped;
  });
});

it.each([
  [15, { drain_seconds: 0, database_url: 'postgres://there' }],
  [20, { drain_seconds: 5, database_url: 'postgres://there' }],
  [45, { drain_seconds: 0, database_url: null }],
])('a stop may take %i s with %o', (seconds, settings) => {
  expect(stopLimit(settings)).toBe(seconds * 1000);
});
