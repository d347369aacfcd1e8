import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOGIN_STAND_INS, loginFile } from '#contract/site.ts';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { serveWeb } from './static-files.ts';

const NAME = `A & "B" <c> $& '1'`;
const ESCAPED = 'A &amp; &quot;B&quot; &lt;c&gt; $&amp; &#39;1&#39;';
const page = (body: string) => `<html lang="en"><body>${body}</body></html>`;
const named = (body: string) => `<html data-sso="${ESCAPED}" lang="en"><body>${body}</body></html>`;
const query = `?${new URLSearchParams({ redirect: LOGIN_STAND_INS.redirect })}`;
const TAGS = LANGUAGES.map(({ tag }) => tag);
const loginPages = (tag: string) => ({
  [loginFile(tag, false)]: page(`<a href="/register">Sign up (${tag})</a>`),
  [loginFile(tag, true)]: page(
    `<a href="/start${query}">Continue with ${LOGIN_STAND_INS.name}</a><a href="/register${query}">`,
  ),
});
const PAGES: Record<string, string> = {
  'index.html': page('index'),
  'dashboard.html': page('dashboard'),
  ...Object.assign({}, ...TAGS.map(loginPages)),
};
const login = (query: string) =>
  named(`<a href="/start${query}">Continue with ${ESCAPED}</a><a href="/register${query}">`);

describe('the pages of a server with a single sign-on provider', () => {
  const apps: FastifyInstance[] = [];
  let web = '';
  const serve = async (name: string | null) => {
    const sso = name === null ? null : { name, passwords: true };
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

  it('Each page has the name for the app, escaped, and /login shows it.', async () => {
    const get = await serve(NAME);
    expect(await get('/dashboard')).toBe(named('dashboard'));
    expect(await get('/register')).toBe(named('index'));
    for (const path of ['/login', '/login?sso=sso_failed'])
      for (const accept of ['', 'gzip', 'br']) expect([path, await get(path, accept)]).toEqual([path, login('')]);
  });

  it.each([
    ['/insights', '?redirect=%2Finsights'],
    ['/a?b=1&c="<>\'$&', '?redirect=%2Fa%3Fb%3D1%26c%3D%22%3C%3E%27%24%26'],
  ])('The links of /login lead on to %s before any script has run.', async (redirect, expected) => {
    const get = await serve(NAME);
    for (const accept of ['', 'gzip', 'br'])
      expect(await get(`/login?${new URLSearchParams({ redirect })}`, accept)).toBe(login(expected));
  });

  it.each([
    'redirect=https%3A%2F%2Felsewhere.example',
    'redirect=%2F%2Felsewhere.example',
    'redirect=%2Fa&redirect=%2Fb',
  ])('What is no path of ours is left out: %s.', async (search) => {
    const get = await serve(NAME);
    expect(await get(`/login?${search}`)).toBe(login(''));
  });

  it('leads from /login to a provider that is the only way, except after a sign-out or with a problem', async () => {
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
      expect([statusCode, body]).toEqual([200, expect.stringContaining('<html data-sso="Camp" data-passwords="off"')]);
    }
  });

  it('Without a provider the pages are those of the build.', async () => {
    const get = await serve(null);
    expect(await get('/login?redirect=%2Finsights')).toBe(PAGES[loginFile('en', false)]);
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
  ])('The page of /login is in a language: with %s.', async (_, headers, language) => {
    const app = fastify();
    apps.push(app);
    await serveWeb(app, web, { isForAdmin: () => true, sso: null });
    const answer = await app.inject({ url: '/login', headers });
    expect(answer.body).toBe(PAGES[loginFile(language, false)]);
    expect(answer.headers).toMatchObject({
      'content-language': language,
      vary: 'accept-language, cookie, accept-encoding',
    });
    expect((await app.inject('/dashboard')).headers).toMatchObject({ vary: 'accept-encoding' });
  });
});
