import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { makeLogger } from '#platform/http/log.ts';
import { buildApp } from '../app/app.ts';
import { testApp } from '../testing/test-app.ts';

const SCRIPT = "self.addEventListener('fetch', () => undefined);";
const SECRET = 'what lies beside the folder';
const parent = await mkdtemp(join(tmpdir(), 'emberkin-web-'));
const folder = join(parent, 'web');
await mkdir(folder);
await writeFile(join(parent, 'secret.txt'), SECRET);
await writeFile(join(folder, 'index.html'), '<!doctype html>');
await writeFile(join(folder, 'sw.js'), SCRIPT);
await writeFile(join(folder, 'icon.png'), 'a picture');

const lines: { level: number; msg: string }[] = [];
const log = makeLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
const t = await testApp({ log });
const app = await buildApp(t.deps, folder);
afterAll(async () => {
  await app.close();
  await rm(parent, { recursive: true });
});

describe('a file from the disk', () => {
  it.each([
    ['a range behind its end', '/sw.js', { range: 'bytes=99999999-' }, 416],
    ['a range of another file', '/icon.png', { range: 'bytes=10-20' }, 416],
    ['a range that is none', '/sw.js', { range: 'bytes=x' }, 416],
    ['another version', '/sw.js', { 'if-match': '"x"' }, 412],
    ['a version of before', '/icon.png', { 'if-unmodified-since': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 412],
  ])('refuses %s without an error in the log', async (_, url, headers, status) => {
    for (const method of ['GET', 'HEAD'] as const) {
      lines.length = 0;
      const answer = await app.inject({ method, url, headers });
      expect([method, answer.statusCode, answer.body]).toEqual([method, status, '']);
      expect(answer.headers['cache-control']).toBe('no-store');
      const size = url === '/sw.js' ? SCRIPT.length : 9;
      expect(answer.headers['content-range']).toBe(status === 416 ? `bytes */${size}` : undefined);
      await setImmediate();
      expect(lines.map(({ level, msg }) => [level, msg])).toEqual([[30, 'request']]);
    }
  });

  it.each([
    ['a range that it has', { range: 'bytes=0-3' }, 206, SCRIPT.slice(0, 4)],
    ['several ranges', { range: 'bytes=0-3,5-6' }, 200, SCRIPT],
    ['any version', { 'if-match': '*' }, 200, SCRIPT],
    ['a range of another version', { range: 'bytes=0-3', 'if-range': '"x"' }, 200, SCRIPT],
    ['a change since then', { 'if-modified-since': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 200, SCRIPT],
  ])('sends %s', async (_, headers, status, body) => {
    const answer = await app.inject({ url: '/sw.js', headers });
    expect([answer.statusCode, answer.body]).toEqual([status, body]);
  });

  it.each(['/%00.js', '/..%2fsw.js', '/%2e%2e/%2e%2e/etc/passwd', '/.hidden', '/sw.js/', '/assets/..%5csw.js'])(
    'causes no server error if its path is %s',
    async (url) => {
      lines.length = 0;
      const { statusCode } = await app.inject(url);
      expect(statusCode).toBeLessThan(500);
      await setImmediate();
      expect(lines.filter(({ level }) => level > 30)).toEqual([]);
    },
  );

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/%252e%252e%252fsecret.txt',
    '/..%5csecret.txt',
    '/....//secret.txt',
    '/assets/../../secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/.%00./secret.txt',
    '//secret.txt',
  ])('sends nothing from outside the folder at %s', async (url) => {
    const { statusCode, body } = await app.inject(url);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(statusCode).toBeLessThan(500);
    expect(body).not.toContain(SECRET);
  });

  it('sends a page under its file name, which the service worker stores', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url: '/index.html' });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    }
  });

  it.each(['/sitemap.xml', '/nothing.txt', '/mission/photo.png', '/favicon.png'])(
    'is a 404 if nothing exists at %s',
    async (url) => {
      for (const method of ['GET', 'HEAD'] as const) expect((await app.inject({ method, url })).statusCode).toBe(404);
      expect((await app.inject('/mission/photo')).statusCode).toBe(200);
      for (const link of ['/join/ABCD2345.', '/one-tap/a.b', '/unsubscribe/x.', '/key/x.', '/accept-invitation/x.'])
        expect((await app.inject(link)).statusCode).toBe(200);
    },
  );
});
