import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { loginFile, type PageSso } from '#contract/site.ts';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { send } from '#platform/http/error-handler.ts';
import { Failure } from '#platform/http/errors.ts';
import { languageOfPage } from '#platform/http/language.ts';
import { type MemoryFile, sendFile, toMemoryFile } from '#platform/http/memory-files.ts';
import type { IsForAdmin } from '#platform/http/networks.ts';
import { addSso, toProvider } from './sso-pages.ts';

const A_YEAR = 31_536_000;
const FOREVER = `public, max-age=${A_YEAR}, immutable`;

const HTML = 'text/html; charset=utf-8';
const TYPES: Record<string, string> = {
  html: HTML,
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** The path whose page is prerendered in each language. */
const LOGIN = '/login';
/** Paths whose page is prerendered at build time. Other paths get the empty page. */
const DRAWN: Record<string, string> = { '/dashboard': 'dashboard.html' };

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path) : undefined);

/** Loads a built file. The build stores a compressed version next to it if that is smaller. */
function loadFile(path: string, cache: string): MemoryFile {
  const headers = { 'cache-control': cache, 'content-type': TYPES[path.slice(path.lastIndexOf('.') + 1)]! };
  const [br, gzip] = [readIfThere(`${path}.br`), readIfThere(`${path}.gz`)];
  return { bodies: { br, gzip, identity: readFileSync(path) }, headers };
}

const OF_PAGE = { 'cache-control': 'no-cache', 'content-type': HTML };

/** Loads the app's pages by file name and adds the single sign-on provider, if any. */
async function loadPages(folder: string, sso: PageSso | null): Promise<Map<string, MemoryFile>> {
  const names = ['index.html', ...Object.values(DRAWN), ...LANGUAGES.map(({ tag }) => loginFile(tag))];
  const built = names.filter((name) => existsSync(join(folder, name)));
  const loadPage = async (name: string) =>
    sso === null
      ? loadFile(join(folder, name), 'no-cache')
      : toMemoryFile(addSso(readFileSync(join(folder, name), 'utf8'), sso), OF_PAGE);
  return new Map(await Promise.all(built.map(async (name) => [name, await loadPage(name)] as const)));
}

/** Loads the scripts and styles of the build by path. Together they take a few megabytes. */
function loadAssets(folder: string): Map<string, MemoryFile> {
  const assets = join(folder, 'assets');
  if (!existsSync(assets)) return new Map();
  const names = readdirSync(assets).filter((name) => /\.(?:js|css)$/.test(name));
  return new Map(names.map((name) => [`/assets/${name}`, loadFile(join(assets, name), FOREVER)] as const));
}

/** The pages of secret links. Anyone with the link can see the mission, but search engines must not list it. */
const isUnlisted = (path: string) => /^\/(?:join|accept-invitation|key)\//i.test(path);

/** The pages of check-in keys. They share one route, because the log must not contain the secret key. */
const KEY_PAGES = '/key/*';

/** The pages of links in messages. People often copy such a link with the period after it. */
const isOfLink = (path: string) => /^\/(?:join|accept-invitation|key|one-tap|unsubscribe)\//i.test(path);

/** A path with an extension names a file. No other page of the app has such a path. */
const isFileName = (path: string) => !isOfLink(path) && /\.[a-z\d]+$/i.test(path);

const isAdminPage = (path: string) => /^\/admin\/?$/i.test(path);

/**
 * Serves the built web app. Pages, scripts and styles come from memory; fonts, icons and the service worker from disk.
 * Unknown API paths return 404 as JSON, and so does the operator's page if its calls are hidden. Browsers cache hashed
 * files forever and revalidate pages. `/login` redirects to the single sign-on provider if people can only sign in
 * there, except after a sign-out or an error.
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  { isForAdmin, sso }: { isForAdmin: IsForAdmin; sso: PageSso | null },
): Promise<void> {
  const pages = await loadPages(folder, sso);
  const pageOf = (path: string) => pages.get(DRAWN[path] ?? path.slice(1)) ?? pages.get('index.html');
  for (const [path, file] of loadAssets(folder)) app.get(path, (request, reply) => sendFile(request, reply, file));
  // The service worker stores pages under their file names.
  for (const path of [...Object.keys(DRAWN), ...[...pages.keys()].map((name) => `/${name}`)]) {
    const page = pageOf(path);
    if (page) app.get(path, (request, reply) => sendFile(request, reply, page));
  }
  const english = pages.get(loginFile('en'));
  if (english)
    app.get<{ Querystring: { redirect?: unknown; sso?: unknown; signed_out?: unknown } }>(LOGIN, (request, reply) => {
      const { redirect, sso: problem, signed_out } = request.query;
      if (sso?.passwords === false && problem === undefined && signed_out === undefined)
        return reply.header('cache-control', 'no-store').redirect(toProvider(redirect), 302);
      const language = languageOfPage(request);
      reply.headers({ 'content-language': language, vary: 'accept-language, cookie' });
      return sendFile(request, reply, pages.get(loginFile(language)) ?? english);
    });
  const keyPage = pageOf(KEY_PAGES);
  if (keyPage)
    app.get(KEY_PAGES, (request, reply) => sendFile(request, reply.header('x-robots-tag', 'noindex'), keyPage));
  if (existsSync(folder))
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      // Files in memory have their own routes.
      globIgnore: ['**/*.html', '**/*.br', '**/*.gz', 'assets/*.js', 'assets/*.css'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/') || path.includes('\\assets\\');
        reply.header('cache-control', hashed ? FOREVER : 'no-cache');
      },
    });
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && !/^\/(api|media|assets)(\/|$)/.test(path) && !isFileName(path);
    const isHidden = isAdminPage(path) && !isForAdmin(request);
    const page = isPage && !isHidden ? pageOf(path) : undefined;
    if (isUnlisted(path)) reply.header('x-robots-tag', 'noindex');
    return page ? sendFile(request, reply, page) : send(reply, new Failure('not_found'));
  });
}
