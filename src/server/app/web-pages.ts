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
/** Paths whose page is prerendered at build time; all others get the empty page. */
const DRAWN: Record<string, string> = { '/dashboard': 'dashboard.html' };

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path) : undefined);

/** A built file. The build stores compressed versions beside it where they are smaller. */
function loadFile(path: string, cache: string): MemoryFile {
  const headers = { 'cache-control': cache, 'content-type': TYPES[path.slice(path.lastIndexOf('.') + 1)]! };
  const [br, gzip] = [readIfThere(`${path}.br`), readIfThere(`${path}.gz`)];
  return { bodies: { br, gzip, identity: readFileSync(path) }, headers };
}

const OF_PAGE = { 'cache-control': 'no-cache', 'content-type': HTML };

/** The pages of the app by their file names, with the provider if there is one. */
async function loadPages(folder: string, sso: PageSso | null): Promise<Map<string, MemoryFile>> {
  const names = ['index.html', ...Object.values(DRAWN), ...LANGUAGES.map(({ tag }) => loginFile(tag))];
  const built = names.filter((name) => existsSync(join(folder, name)));
  const loadPage = async (name: string) =>
    sso === null
      ? loadFile(join(folder, name), 'no-cache')
      : toMemoryFile(addSso(readFileSync(join(folder, name), 'utf8'), sso), OF_PAGE);
  return new Map(await Promise.all(built.map(async (name) => [name, await loadPage(name)] as const)));
}

/** The scripts and styles of the build by path. Together they take a few megabytes. */
function loadAssets(folder: string): Map<string, MemoryFile> {
  const assets = join(folder, 'assets');
  if (!existsSync(assets)) return new Map();
  const names = readdirSync(assets).filter((name) => /\.(?:js|css)$/.test(name));
  return new Map(names.map((name) => [`/assets/${name}`, loadFile(join(assets, name), FOREVER)] as const));
}

/** The pages of secret links: a reader who has one can see the mission, and no search finds it. */
const isUnlisted = (path: string) => /^\/(?:join|accept-invitation|key)\//i.test(path);

/** The pages of check-in keys, which have a name of their own in the log; a key would be a secret there. */
const KEY_PAGES = '/key/*';

/** The pages of links in messages. What follows is often copied with the period of its sentence. */
const isOfLink = (path: string) => /^\/(?:join|accept-invitation|key|one-tap|unsubscribe)\//i.test(path);

/** A path with an ending names a file: no other page of the app has such a path. */
const isFileName = (path: string) => !isOfLink(path) && /\.[a-z\d]+$/i.test(path);

const isAdminPage = (path: string) => /^\/admin\/?$/i.test(path);

/**
 * Serves the built web app: pages, scripts and styles from memory, other files (fonts, icons, the service worker) from
 * the disk, and unknown API paths as 404 in JSON, as the operator's page is where its calls do not exist. Hashed files
 * are cached forever, browsers ask for pages each time. `/login` leads to the single sign-on provider if that is the only
 * way to sign in, except after a sign-out or with a problem.
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  { isForAdmin, sso }: { isForAdmin: IsForAdmin; sso: PageSso | null },
): Promise<void> {
  const pages = await loadPages(folder, sso);
  const pageOf = (path: string) => pages.get(DRAWN[path] ?? path.slice(1)) ?? pages.get('index.html');
  for (const [path, file] of loadAssets(folder)) app.get(path, (request, reply) => sendFile(request, reply, file));
  // The service worker stores the pages under the names of their files.
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
      // Files in memory are served from there.
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
