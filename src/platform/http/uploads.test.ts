import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { handleErrors } from './error-handler.ts';
import { MULTIPART_LIMITS, receiveFiles, sweepUploads, type Upload } from './uploads.ts';

/** Simulates a full disk: files can be opened but not written. */
const disk = vi.hoisted(() => ({ full: false }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>();
  const open: typeof fs.open = async (...path) => {
    const handle = await fs.open(...path);
    const error = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const sink = () => new Writable({ write: (_chunk, _encoding, done) => done(error) });
    return disk.full ? Object.assign(handle, { createWriteStream: sink }) : handle;
  };
  return { ...fs, open };
});

const KIB = 1024;
const LIMIT = 256 * KIB;
const WANTED = { avatar: { max_bytes: LIMIT, too_large: 'avatar_too_large' } } as const;

let app: FastifyInstance;
let data_dir: string;
let port: number;
/** The result of the latest receiveFiles, even without a client. */
let outcome: Promise<unknown> = Promise.resolve();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'emberkin-uploads-'));
  app = fastify();
  handleErrors(app);
  await app.register(multipart, { limits: MULTIPART_LIMITS });
  const answer = async (upload: Upload) => {
    const sizes = await Promise.all(
      Object.values(upload.files).map(async (file) => (await readFile(file.path)).length),
    );
    const shown = {
      fields: upload.fields,
      files: Object.keys(upload.files),
      sizes,
      names: Object.values(upload.files).map((file) => file.filename),
    };
    await upload.cleanup();
    await upload.cleanup();
    return shown;
  };
  app.post('/upload', async (request) => {
    const received = receiveFiles(request, WANTED, data_dir);
    outcome = received.catch((error: unknown) => error);
    return answer(await received);
  });
  app.get('/ping', async () => ({ pong: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  expect(await temporaryFiles()).toEqual([]);
});
afterAll(async () => {
  agent.destroy();
  await app.close();
  await rm(data_dir, { recursive: true });
});

const temporaryFiles = () => readdir(join(data_dir, 'tmp')).catch(() => []);
const file = (bytes: number) => new File([new Uint8Array(bytes).fill(7)], 'me.png', { type: 'image/png' });

async function post(form: FormData) {
  const answer = await fetch(`http://127.0.0.1:${port}/upload`, { method: 'POST', body: form });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

function form(parts: [string, string | File][]): FormData {
  const created = new FormData();
  for (const [name, value] of parts) created.append(name, value);
  return created;
}

function raw(method: string, path: string, body = '', type = 'multipart/form-data; boundary=cut') {
  return new Promise<{ status: number; body: Record<string, unknown>; port: number }>((resolve, reject) => {
    const sent = send(
      { port, host: '127.0.0.1', method, path, agent, headers: body ? { 'content-type': type } : {} },
      (answer: IncomingMessage) => {
        const from = sent.socket?.localPort ?? 0;
        text(answer).then(
          (json) => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(json), port: from }),
          reject,
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const part = (name: string, content: string, filename?: string) =>
  `--cut\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
  `${filename === undefined ? '' : 'content-type: image/png\r\n'}\r\n${content}\r\n`;

describe('accepted uploads', () => {
  it('return fields and a file of up to the exact limit', async () => {
    const got = await post(
      form([
        ['type', 'photo'],
        ['avatar', file(LIMIT)],
        ['content', 'späte Läufe 🔥'],
      ]),
    );
    expect(got).toMatchObject({
      status: 200,
      body: { fields: { type: 'photo', content: 'späte Läufe 🔥' }, sizes: [LIMIT], names: ['me.png'] },
    });
  });

  it('omit an unexpected file, and an empty one without a name', async () => {
    expect((await post(form([['other', file(10)]]))).body).toMatchObject({ files: [] });
    const empty = await raw('POST', '/upload', `${part('avatar', '', '')}${part('type', 'tick')}--cut--\r\n`);
    expect(empty).toMatchObject({ status: 200, body: { files: [], fields: { type: 'tick' } } });
  });

  it('never use a file name as a path', async () => {
    const got = await raw('POST', '/upload', `${part('avatar', 'x', '../../etc/passwd')}--cut--\r\n`);
    expect(got).toMatchObject({ status: 200, body: { sizes: [1] } });
  });
});

describe('rejected uploads', () => {
  it("include a file one byte too large, with its part's code", async () => {
    expect(await post(form([['avatar', file(LIMIT + 1)]]))).toMatchObject({
      status: 413,
      body: { code: 'avatar_too_large' },
    });
  });

  it.each<[string, [string, string | File][], number, string]>([
    [
      'a second file',
      [
        ['avatar', file(9)],
        ['other', file(9)],
      ],
      413,
      'body_too_large',
    ],
    ['eleven fields', Array.from({ length: 11 }, (_, i) => [`f${i}`, 'x']), 413, 'body_too_large'],
    ['a field of 17 KiB', [['content', 'x'.repeat(17 * KIB)]], 413, 'body_too_large'],
    ['a prototype key', [['__proto__', 'x']], 400, 'malformed_body'],
    [
      'a constructor',
      [
        ['constructor', 'x'],
        ['avatar', file(9)],
      ],
      400,
      'malformed_body',
    ],
    ['a prototype key as a file', [['toString', file(9)]], 400, 'malformed_body'],
  ])('include one with %s', async (_, parts, status, code) => {
    expect(await post(form(parts))).toMatchObject({ status, body: { code } });
  });

  it.each([
    ['no boundary', `${part('a', 'b')}--cut--\r\n`, 'multipart/form-data'],
    ['another boundary', `${part('a', 'b')}--cut--\r\n`, 'multipart/form-data; boundary=other'],
    ['no end', part('avatar', 'x', 'me.png'), undefined],
    [
      'a field that calls itself JSON',
      '--cut\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n{"b":1}\r\n--cut--\r\n',
      undefined,
    ],
  ])('include a malformed one with %s, which does not stop the server', async (_, body, type) => {
    expect(await raw('POST', '/upload', body, type)).toMatchObject({ status: 400, body: { code: 'malformed_body' } });
    expect(await raw('GET', '/ping')).toMatchObject({ status: 200 });
  });
});

describe('connections', () => {
  it('serve the next request after an early rejection', async () => {
    const first = await raw('POST', '/upload', `${part('avatar', 'x'.repeat(40 * LIMIT), 'me.png')}--cut--\r\n`);
    expect(first).toMatchObject({ status: 413, body: { code: 'avatar_too_large' } });
    const second = await raw('GET', '/ping');
    expect(second).toMatchObject({ status: 200, body: { pong: true } });
    expect(second.port).toBe(first.port);
    const third = await raw(
      'POST',
      '/upload',
      `${part('__proto__', 'x')}${part('avatar', 'x'.repeat(4 * LIMIT), 'me.png')}--cut--\r\n`,
    );
    expect(third).toMatchObject({ status: 413 });
    expect(await raw('GET', '/ping')).toMatchObject({ status: 200, port: first.port });
  });

  it.each([
    ['in the middle of the file', part('avatar', 'x'.repeat(100 * KIB), 'me.png').slice(0, 50 * KIB)],
    ['before the file', part('type', 'photo')],
    ['right at its start', part('avatar', '', 'me.png').slice(0, -2)],
  ])('cut %s leave no file and do not stop the server', async (_, half) => {
    const before = outcome;
    const socket = connect(port, '127.0.0.1');
    const head =
      'POST /upload HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=cut\r\ncontent-length: 200000\r\n\r\n';
    socket.write(head + half);
    await expect.poll(() => outcome !== before).toBe(true);
    socket.destroy();
    expect(await outcome).toMatchObject({ code: 'malformed_body' });
    expect(await raw('GET', '/ping')).toMatchObject({ status: 200 });
  });

  it('with 20 concurrent uploads do not mix their files', async () => {
    const sizes = Array.from({ length: 20 }, (_, i) => 1000 + i);
    const got = await Promise.all(sizes.map((size) => post(form([['avatar', file(size)]]))));
    expect(got.map((one) => one.body.sizes)).toEqual(sizes.map((size) => [size]));
  });
});

it('an upload to a full disk returns 507, leaves no file and does not stop the server', async () => {
  disk.full = true;
  expect(await post(form([['avatar', file(9)]]))).toMatchObject({ status: 507, body: { code: 'storage_full' } });
  disk.full = false;
  expect(await post(form([['avatar', file(9)]]))).toMatchObject({ status: 200, body: { sizes: [9] } });
});

it('an upload that cannot be written for another reason returns 500', async () => {
  await rm(join(data_dir, 'tmp'), { recursive: true, force: true });
  await writeFile(join(data_dir, 'tmp'), 'in the way');
  expect((await post(form([['avatar', file(9)]]))).status).toBe(500);
  await rm(join(data_dir, 'tmp'));
});

it('sweepUploads deletes only uploads that are an hour old', async () => {
  const tmp = join(data_dir, 'tmp');
  await mkdir(tmp, { recursive: true });
  const now = new Date('2026-11-21T12:00:00Z');
  for (const [name, minutes] of [
    ['old', 61],
    ['fresh', 59],
  ] as const) {
    await writeFile(join(tmp, name), 'x');
    const at = new Date(now.getTime() - minutes * 60_000);
    await utimes(join(tmp, name), at, at);
  }
  await sweepUploads(data_dir, now);
  expect(await readdir(tmp)).toEqual(['fresh']);
  await rm(join(tmp, 'fresh'));
  await sweepUploads(join(data_dir, 'nowhere'), now);
});
