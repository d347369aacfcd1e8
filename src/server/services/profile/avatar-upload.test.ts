import { readdir, readFile } from 'node:fs/promises';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
await t.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = t.app.server.address() as AddressInfo;

const URL_PATH = '/api/auth/upload-avatar';
const MIB = 1024 * 1024;
const FIXTURES = join(import.meta.dirname, '..', '..', 'testing', 'fixtures');

const drawing = () => sharp({ create: { width: 640, height: 400, channels: 3, background: '#b5472f' } });
const heic = () => readFile(join(FIXTURES, 'picture.heic'));

type Part = [name: string, data: Buffer | string, filename?: string | undefined, type?: string | undefined];

/** Builds the multipart body and content type of a browser form. */
async function buildForm(parts: Part[]) {
  const form = new FormData();
  for (const [name, data, filename = 'me.jpg', type = 'image/jpeg'] of parts)
    if (typeof data === 'string') form.append(name, data);
    else form.append(name, new Blob([new Uint8Array(data)], { type }), filename);
  const response = new Response(form);
  return { payload: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' };
}

async function send(token: string | undefined, ...parts: Part[]) {
  const { payload, type } = await buildForm(parts);
  const authorization = token ? { authorization: `Bearer ${token}` } : {};
  return t.app.inject({ method: 'POST', url: URL_PATH, headers: { 'content-type': type, ...authorization }, payload });
}

const upload = (token: string, data: Buffer, filename?: string, type?: string) =>
  send(token, ['avatar', data, filename, type]);

/** Lists all file names below a folder of the data directory, including hidden files. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(join(t.dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

/** Returns a function that lists spooled uploads and counts the files stored since this call. */
async function watchFiles() {
  const before = (await filesIn('media')).length;
  return async () => ({ tmp: await filesIn('tmp'), media: (await filesIn('media')).length - before });
}

describe('uploading a profile picture', () => {
  it.each([
    ['JPEG', () => drawing().jpeg().toBuffer()],
    ['PNG', () => drawing().png().toBuffer()],
    ['WebP', () => drawing().webp().toBuffer()],
    ['AVIF', () => drawing().avif({ effort: 0 }).toBuffer()],
    ['HEIC', heic],
    [
      'HEIF',
      async () => {
        const data = await heic();
        data.write('mif1', 8, 'latin1');
        return data;
      },
    ],
  ])('accepts a %s and serves it as a square WebP in two sizes', async (_, make) => {
    const { token } = await buildUser(t);
    // The name and the declared type of a file are only hints.
    const answer = await upload(token, await make(), 'holiday.bin', 'application/octet-stream');
    expect(answer.statusCode, answer.body).toBe(200);
    const { avatar_url, user } = answer.json();
    expect(user.avatar_url).toBe(avatar_url);
    expect((await t.call(me, { token })).json().avatar_url).toBe(avatar_url);
    for (const [url, size] of [
      [avatar_url, 512],
      [avatar_url.replace('/512.webp', '/96.webp'), 96],
    ]) {
      const picture = await t.app.inject(url);
      expect(picture.statusCode).toBe(200);
      expect(picture.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      const { format, width, height } = await sharp(picture.rawPayload).metadata();
      expect([format, width, height]).toEqual(['webp', size, size]);
    }
    expect(await filesIn('tmp')).toEqual([]);
  });

  it('stores nothing of the upload but its pixels', async () => {
    const { token } = await buildUser(t);
    const gps = {
      GPSLatitudeRef: 'N',
      GPSLatitude: '5/1 24/1 0/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '100/1 20/1 0/1',
    };
    const exif = { IFD0: { Copyright: 'Ana at home', Make: 'Phone' }, IFD3: gps };
    const data = await drawing().jpeg().withMetadata({ orientation: 6 }).withExifMerge(exif).toBuffer();
    expect((await sharp(data).metadata()).exif?.includes('Ana at home')).toBe(true);
    const answer = await upload(token, data);
    const { rawPayload } = await t.app.inject(answer.json().avatar_url);
    const metadata = await sharp(rawPayload).metadata();
    for (const key of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) expect(metadata[key]).toBeUndefined();
    expect(rawPayload.includes('Ana at home')).toBe(false);
  });

  it('replaces the previous picture and its files', async () => {
    const { token } = await buildUser(t);
    const left = await watchFiles();
    const first = (await upload(token, await drawing().jpeg().toBuffer())).json().avatar_url;
    const second = (await upload(token, await drawing().png().toBuffer())).json().avatar_url;
    expect(second).not.toBe(first);
    await t.queue.drain();
    for (const url of [first, first.replace('/512.webp', '/96.webp')])
      expect((await t.app.inject(url)).statusCode).toBe(404);
    expect((await t.app.inject(second)).statusCode).toBe(200);
    expect(await left()).toEqual({ tmp: [], media: 2 });
  });

  it('stores one picture and only its files after ten concurrent uploads', async () => {
    const { token } = await buildUser(t);
    const left = await watchFiles();
    const data = await drawing().jpeg().toBuffer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(token, data)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200));
    await t.queue.drain();
    const { avatar_url } = (await t.call(me, { token })).json();
    expect((await t.app.inject(avatar_url)).statusCode).toBe(200);
    expect(await left()).toEqual({ tmp: [], media: 2 });
  });

  it('accepts 10 MB', async () => {
    const { token } = await buildUser(t);
    // Bytes after the end of a JPEG are not part of the image.
    const jpeg = await drawing().jpeg().toBuffer();
    const answer = await upload(token, Buffer.concat([jpeg, Buffer.alloc(10 * MIB - jpeg.length)]));
    expect(answer.statusCode).toBe(200);
  });
});

describe('uploading a wrong profile picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const refused = [415, 'avatar_not_image', 'Please select a valid image file (JPEG, PNG, WebP, HEIC, HEIF)'];

  it.each([
    ['HTML that says it is a JPEG', Buffer.from('<html><script>alert(1)</script></html>')],
    ['an SVG in disguise', Buffer.from(svg)],
    ['an SVG with an XML head', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n')],
    ['a program', Buffer.from('MZ\u0090\u0000\u0003\u0000', 'latin1')],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['an empty file', Buffer.alloc(0)],
    ['random bytes', Buffer.from('f00dfeed'.repeat(64), 'hex')],
  ])('is refused for %s', async (_, data) => {
    const { token } = await buildUser(t);
    const left = await watchFiles();
    const answer = await upload(token, data, 'me.jpg', 'image/jpeg');
    expect([answer.statusCode, answer.json().code, answer.json().detail]).toEqual(refused);
    expect(await left()).toEqual({ tmp: [], media: 0 });
    expect((await t.call(me, { token })).json().avatar_url).toBeNull();
  });

  it('is refused as unreadable for a file that only starts like an image', async () => {
    const { token } = await buildUser(t);
    const left = await watchFiles();
    const jpeg = await drawing().jpeg().toBuffer();
    for (const data of [jpeg.subarray(0, 300), Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(500, 7)])]) {
      const answer = await upload(token, data);
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'image_unreadable']);
    }
    expect(await left()).toEqual({ tmp: [], media: 0 });
  });

  it('is refused above 10 MB', async () => {
    const { token } = await buildUser(t);
    const left = await watchFiles();
    const jpeg = await drawing().jpeg().toBuffer();
    const answer = await upload(token, Buffer.concat([jpeg, Buffer.alloc(10 * MIB + 1 - jpeg.length)]));
    expect([answer.statusCode, answer.json()]).toMatchObject([
      413,
      { code: 'avatar_too_large', detail: 'File size must be less than 10MB' },
    ]);
    expect(await left()).toEqual({ tmp: [], media: 0 });
  });

  it('is refused with 413 above 51 million pixels', async () => {
    const { token } = await buildUser(t);
    const create = { width: 10_000, height: 5_101, channels: 3 as const, background: '#000' };
    const answer = await upload(token, await sharp({ create }).png({ compressionLevel: 1 }).toBuffer());
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'image_too_many_pixels']);
  });

  it('is refused for a missing, misnamed or additional file', async () => {
    const { token } = await buildUser(t);
    const left = await watchFiles();
    const jpeg = await drawing().jpeg().toBuffer();
    const missing = {
      code: 'invalid_input',
      detail: 'Please choose a file',
      errors: [{ path: 'avatar', message: 'Please choose a file' }],
    };
    for (const answer of [
      await send(token, ['note', 'no file']),
      await send(token, ['photo', jpeg]),
      await send(token, ['avatar', 'a text in place of a file']),
    ])
      expect([answer.statusCode, answer.json()]).toMatchObject([422, missing]);
    const two = await send(token, ['avatar', jpeg], ['avatar', jpeg]);
    expect([two.statusCode, two.json().code]).toEqual([413, 'body_too_large']);
    const proto = await send(token, ['__proto__', jpeg]);
    expect([proto.statusCode, proto.json().code]).toEqual([400, 'malformed_body']);
    const json = await t.app.inject({
      method: 'POST',
      url: URL_PATH,
      headers: { authorization: `Bearer ${token}` },
      payload: { avatar: 'data:image/png;base64,AAAA' },
    });
    expect([json.statusCode, json.json()]).toMatchObject([422, missing]);
    expect(await left()).toEqual({ tmp: [], media: 0 });
  });

  it('is refused for a broken form', async () => {
    const { token } = await buildUser(t);
    const left = await watchFiles();
    const { payload, type } = await buildForm([['avatar', await drawing().jpeg().toBuffer()]]);
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const cut = await t.app.inject({ method: 'POST', url: URL_PATH, headers, payload: payload.subarray(0, 500) });
    expect([cut.statusCode, cut.json().code]).toEqual([400, 'malformed_body']);
    const headless = { ...headers, 'content-type': 'multipart/form-data' };
    const plain = await t.app.inject({ method: 'POST', url: URL_PATH, headers: headless, payload });
    expect(plain.statusCode).toBeGreaterThanOrEqual(400);
    expect(plain.statusCode).toBeLessThan(500);
    expect(await left()).toEqual({ tmp: [], media: 0 });
  });
});

describe('uploads over a real connection', () => {
  it('leave no file when they are interrupted', async () => {
    const { token } = await buildUser(t);
    const left = await watchFiles();
    const { payload, type } = await buildForm([['avatar', Buffer.alloc(2 * MIB, 7)]]);
    const answered = new Promise<void>((resolve) => {
      t.app.server.once('request', (_request, response) => response.once('close', resolve));
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST ${URL_PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: ${type}\r\ncontent-length: ${payload.length}\r\n\r\n`,
    );
    socket.write(payload.subarray(0, MIB));
    await expect.poll(() => filesIn('tmp'), { timeout: 5000 }).toHaveLength(1);
    socket.destroy();
    await answered;
    await expect.poll(() => filesIn('tmp'), { timeout: 5000 }).toEqual([]);
    expect((await left()).media).toBe(0);
    expect((await t.call(me, { token })).json().avatar_url).toBeNull();
  });

  /** Sends a request over the agent's only connection. Rejects if no response arrives within 5 s. */
  const sendOver = (agent: Agent, path: string, headers: Record<string, string>, body?: Buffer) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const length: Record<string, string> = body ? { 'content-length': String(body.length) } : {};
      const request = httpRequest(
        { agent, port, host: '127.0.0.1', path, method: body ? 'POST' : 'GET', headers: { ...headers, ...length } },
        async (response: IncomingMessage) => {
          let text = '';
          for await (const chunk of response) text += String(chunk);
          resolve({ status: response.statusCode ?? 0, body: text });
        },
      );
      request.setTimeout(5000, () => request.destroy(new Error('The server did not respond.')));
      request.on('error', reject);
      request.end(body);
    });

  it.each([
    ['without a token', 401, 3 * MIB, { authorization: '' }],
    ['too large', 413, 12 * MIB, {}],
    ['of the wrong type', 415, 3 * MIB, { 'content-type': 'image/jpeg' }],
    ['no picture', 415, 3 * MIB, {}],
  ])('do not block the next request on their connection when refused (%s)', async (_, status, bytes, changed) => {
    const { token } = await buildUser(t);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const authorization = `Bearer ${token}`;
    const { payload, type } = await buildForm([['avatar', Buffer.alloc(bytes, 7)]]);
    for (let round = 0; round < 3; round++) {
      const refused = await sendOver(agent, URL_PATH, { authorization, 'content-type': type, ...changed }, payload);
      expect(refused.status).toBe(status);
      const next = await sendOver(agent, '/api/auth/me', { authorization });
      expect(next.status).toBe(200);
    }
    agent.destroy();
    expect(await filesIn('tmp')).toEqual([]);
  });

  it.each([
    '/media/../package.json',
    '/media/avatars/../../package.json',
    '/media/avatars/..%2f..%2f..%2fpackage.json/512.webp',
    '/media/%2e%2e/%2e%2e/etc/passwd',
    '/media/avatars/%00/512.webp',
    '/media//etc/passwd',
    '/media/avatars/019aa5b0-0000-7000-8000-000000000000/512.webp',
    '/media/avatars/019aa5b0-0000-7000-8000-000000000000/..%2f512.webp',
    '/media/avatars/',
    '/media',
  ])('do not make the server serve %s', async (path) => {
    const answer = await new Promise<string>((resolve, reject) => {
      // A plain socket, because HTTP clients normalize the path.
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
      );
      let text = '';
      socket.on('data', (chunk) => {
        text += String(chunk);
      });
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 404 Not Found');
    expect(answer).toContain('"code":"not_found","detail":"Not found"}');
  });
});
