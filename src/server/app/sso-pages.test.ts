import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginFile } from '#contract/site.ts';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { serveWeb } from './web-pages.ts';

const SSO = { name: `A & "B" </script> $& '1'`, passwords: true };
const page = (body: string) => `<html lang="en"><body><div id="root">${body}</div></body></html>`;
const PAGES: Record<string, string> = {
  'index.html': page('index'),
  'dashboard.html': page('dashboard'),
  ...Object.fromEntries(LANGUAGES.map(({ tag }) => [loginFile(tag), page(`Sign in (${tag})`)])),
};
const ELEMENT = /<script type="application\/json" id="sso">([^<]*)<\/script>(?=<div id="root">)/;

describe('serving pages with single sign-on', () => {
  const apps: FastifyInstance[] = [];
  let web = '';
  const serve = async (sso: typeof SSO | null) => {
    const app = fastify();
    apps.push(app);
    await serveWeb(app, web, { isForAdmin: () => true, sso });
    return async (url: string, accept = '') => {
      const answer = await app.inject({ url, headers: { 'accept-encoding': accept } });
      expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      if (accept === 'br') return brotliDecompressSync(answer.rawPayload).toString();
      return accept === 'gzip' ? gunzipSync(answer.rawPayload).toString() : answer.body;
    };
  };
  beforeAll(async () => {
    web = await mkdtemp(join(tmpdir(), 'emberkin-web-'));
    for (const [file, html] of Object.entries(PAGES)) await writeFile(join(web, file), html);
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await rm(web, { recursive: true, force: true });
  });

  it.each([
    ['/dashboard', 'dashboard.html'],
    ['/register', 'index.html'],
    ['/login?redirect=%2Finsights', loginFile('en')],
  ])('names the provider in %s, before the root and never as markup', async (url, file) => {
    const get = await serve(SSO);
    for (const accept of ['', 'gzip', 'br']) {
      const html = await get(url, accept);
      expect(JSON.parse(ELEMENT.exec(html)![1]!)).toEqual(SSO);
      expect(html.replace(ELEMENT, '')).toBe(PAGES[file]);
    }
  });

  it('redirects /login to the only provider, except after a sign-out or an error', async () => {
    const app = fastify();
    apps.push(app);
    await serveWeb(app, web, { isForAdmin: () => true, sso: { name: 'Camp', passwords: false } });
    for (const [url, location] of [
      ['/login', '/api/auth/oidc/start'],
      ['/login?redirect=%2Finsights', '/api/auth/oidc/start?redirect=%2Finsights'],
      ['/login?redirect=%2F%2Felsewhere.example', '/api/auth/oidc/start'],
    ]) {
      const { statusCode, headers } = await app.inject(url!);
      expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, location, 'no-store']);
    }
    for (const url of ['/login?signed_out=true', '/login?sso=sso_failed&redirect=%2Finsights', '/dashboard']) {
      const { statusCode, body } = await app.inject(url);
      expect([statusCode, body]).toEqual([
        200,
        expect.stringContaining('id="sso">{"name":"Camp","passwords":false}</script>'),
      ]);
    }
  });

  it('sends the built pages unchanged if there is no provider', async () => {
    const get = await serve(null);
    expect(await get('/login?redirect=%2Finsights')).toBe(PAGES[loginFile('en')]);
    expect(await get('/dashboard')).toBe(PAGES['dashboard.html']);
    expect(await get('/register')).toBe(PAGES['index.html']);
  });

  it.each([
    ['no wish', {}, 'en'],
    ['a browser in Chinese', { 'accept-language': 'zh-CN,en;q=0.8' }, 'zh-Hans'],
    ['a wish that there is not', { 'accept-language': 'tlh, *' }, 'en'],
    ['a chosen language', { 'accept-language': 'zh-CN', cookie: 'a=b; language=ar' }, 'ar'],
    ['a chosen one that is gone', { 'accept-language': 'ms', cookie: 'language=xx' }, 'ms'],
    ['a broken cookie', { 'accept-language': 'ms', cookie: 'language="ar' }, 'ms'],
  ])('chooses the language of /login from %s', async (_, headers, language) => {
    const app = fastify();
    apps.push(app);
    await serveWeb(app, web, { isForAdmin: () => true, sso: null });
    const answer = await app.inject({ url: '/login', headers });
    expect(answer.body).toBe(PAGES[loginFile(language)]);
    expect(answer.headers).toMatchObject({
      'content-language': language,
      vary: 'accept-language, cookie, accept-encoding',
    });
    expect((await app.inject('/dashboard')).headers).toMatchObject({ vary: 'accept-encoding' });
  });
});
