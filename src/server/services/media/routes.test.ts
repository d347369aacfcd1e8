import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHOTO_SIZES } from '#domain/photo-sizes.ts';
import { handleErrors } from '#platform/http/error-handler.ts';
import { diskStorage } from '#platform/storage/disk.ts';
import { photoUrls } from '#platform/storage/signed-url.ts';
import { avatarUrl } from '../../facts/users.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { webpOf } from '../../testing/webp-of.ts';
import { registerMedia } from './routes.ts';

let root: string;
let lines: { msg: string; key?: string }[];
let app: FastifyInstance;
const key = `avatars/${randomUUID()}/512.webp`;
const url = avatarUrl(key)!;
const clock = fakeClock('2026-11-21T12:00:00Z');
const photos = photoUrls(PHOTO_SIZES, 'a secret of the server');

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'emberkin-media-'));
  const storage = diskStorage(root);
  await storage.put(key, webpOf('<script>not a picture</script>'));
  lines = [];
  app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } } });
  handleErrors(app);
  registerMedia(app, { storage, photo_urls: photos, clock });
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

describe('profile pictures', () => {
  it('are served as images whatever their bytes are, and can be cached for a year', async () => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '42',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const again = await app.inject({ url, headers: { 'if-none-match': String(answer.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const head = await app.inject({ url, method: 'HEAD' });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '42']);
  });

  it.each([
    `/media/avatars/${randomUUID()}/512.webp`,
    url.replace('512', '513'),
    url.replace('512.webp', '512.svg'),
    '/media/avatars/..%2f..%2fsecret/512.webp',
    '/media/avatars/%00/512.webp',
    url.toUpperCase().replace('/MEDIA/AVATARS', '/media/avatars'),
  ])('are not found at %s', async (path) => {
    const answer = await app.inject(path);
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not_found', detail: 'Not found' }]);
  });

  it.each([
    ['for the headers alone', { method: 'HEAD' as const }, 200],
    ['for a picture that the browser has', { headers: { 'if-none-match': `"${key}"` } }, 304],
  ])('leave no file open after 20 requests %s', async (_, request, status) => {
    const open = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
    const before = await open();
    for (let i = 0; i < 20; i++) expect((await app.inject({ url, ...request })).statusCode).toBe(status);
    await expect.poll(open).toBeLessThanOrEqual(before + 2);
  });

  it.each([
    ['is empty', Buffer.alloc(0)],
    ['has the head alone', webpOf('the whole picture').subarray(0, 12)],
    ['lacks its end', webpOf('the whole picture').subarray(0, -1)],
    ['has bytes behind its end', Buffer.concat([webpOf('the whole picture'), Buffer.from('x')])],
    ['is no WebP', Buffer.from('not a picture at all')],
  ])('are not found and not cached if their file %s', async (_, bytes) => {
    const broken = `avatars/${randomUUID()}/96.webp`;
    await diskStorage(root).put(broken, bytes);
    lines.length = 0;
    for (const headers of [{}, { 'if-none-match': `"${broken}"` }]) {
      const answer = await app.inject({ url: `/media/${broken}`, headers });
      expect([answer.statusCode, answer.headers['cache-control'], answer.headers.etag]).toEqual([
        404,
        'no-store',
        undefined,
      ]);
    }
    expect(lines.map(({ msg, key: found }) => [msg, found])).toEqual(Array(2).fill(['a picture is missing', broken]));
    await diskStorage(root).put(broken, webpOf('restored'));
    expect((await app.inject(`/media/${broken}`)).statusCode).toBe(200);
  });

  it('have no URL if the user has none', () => {
    expect(avatarUrl(null)).toBeNull();
    expect(url).toBe(`/media/${key}`);
  });
});

describe('photos of check-ins', () => {
  const folder = `checkins/${randomUUID()}`;
  const { photo_url, photo_small_url } = photos.of(folder, clock.now());

  it('have URLs that depend on the secret and are the same in every process with it', () => {
    expect(photoUrls(PHOTO_SIZES, 'a secret of the server').of(folder, clock.now()).photo_url).toBe(photo_url);
    expect(photoUrls(PHOTO_SIZES, 'another secret of it').of(folder, clock.now()).photo_url).not.toBe(photo_url);
    expect(photos.of(null, clock.now())).toEqual({ photo_url: null, photo_small_url: null });
  });

  it('open with an older secret but not with a removed one', () => {
    const [path = '', query] = photo_url!.slice('/media/'.length).split('?');
    const { until, signature } = Object.fromEntries(new URLSearchParams(query)) as Record<string, string>;
    const expiryWith = (...secrets: [string, ...string[]]) =>
      photoUrls(PHOTO_SIZES, ...secrets).expiry(path, until!, signature!, clock.now());
    expect(expiryWith('a new secret of it', 'a secret of the server')).toEqual(new Date('2026-11-23T00:00:00Z'));
    expect(expiryWith('a new secret of it')).toBeNull();
    const both = photoUrls(PHOTO_SIZES, 'a new secret of it', 'a secret of the server');
    expect(both.of(folder, clock.now())).toEqual(photoUrls(PHOTO_SIZES, 'a new secret of it').of(folder, clock.now()));
  });

  it('are not found if their file is empty, in both sizes', async () => {
    const emptied = `checkins/${randomUUID()}`;
    const urls = Object.values(photos.of(emptied, clock.now())) as string[];
    for (const size of [1600, 400]) await diskStorage(root).put(`${emptied}/${size}.webp`, Buffer.alloc(0));
    for (const address of urls) {
      const answer = await app.inject(address);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    }
  });

  it('are not found after deletion, even with a valid signature', async () => {
    for (const url of [photo_url!, photo_small_url!]) expect((await app.inject(url)).statusCode).toBe(404);
  });
});
