import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { loginFile, type PageSso } from '#contract/site.ts';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { addVary } from './compression.ts';
import { send } from './error-handler.ts';
import { Failure } from './errors.ts';
import { languageOfPage } from './language.ts';
import type { IsForAdmin } from './networks.ts';
import { addSso, signOnPath } from './sso-pages.ts';
import { sendTagged } from './tags.ts';

const A_YEAR = 31_536_000;
const FOREVER = `public, max-age=${A_YEAR}, immutable`;

const HTML = 'text/html; charset=utf-8';

/** Two builds can have equal lengths and dates, and their pages name other files: a browser must not keep an old page. */
const WITHOUT_TAG = { etag: false, lastModified: false };

/** The pages of secret links: whoever holds one can see the mission, but nobody finds it by searching. */
const isUnlisted = (path: string) => /^\/(?:join|accept-invitation|key)\//i.test(path);

/** The pages of check-in keys, which have a name of their own in the log; a key would be a secret there. */
const KEY_PAGES = '/key/*';

/** The pages with a path of their own. The service worker stores two of them under the names of their files. */
const PAGES = {
  '/dashboard': 'dashboard.html',
  '/dashboard.html': 'dashboard.html',
  '/index.html': 'index.html',
  [KEY_PAGES]: 'index.html',
};

/** A path whose last part has a dot names a file: no page of the app has such a path. */
const isFileName = (path: string) => /\.[^/]*$/.test(path);

const isAdminPage = (path: string) => /^\/admin\/?$/i.test(path);

/**
 * Serves the built web app from the disk, and unknown API paths as 404 in JSON, as the operator's page is where its calls
 * do not exist. Hashed files are cached forever, pages are revalidated each time. `/login` leads to the single sign-on
 * provider if that is the only way to sign in, except after a sign-out or with a problem.
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  { isForAdmin, sso }: { isForAdmin: IsForAdmin; sso: PageSso | null },
): Promise<void> {
  const names = ['index.html', 'dashboard.html', ...LANGUAGES.map(({ tag }) => loginFile(tag))];
  const built = names.filter((name) => existsSync(join(folder, name)));
  /** The pages with the provider, if there is one. */
  const changed = new Map(
    sso ? built.map((name) => [name, addSso(readFileSync(join(folder, name), 'utf8'), sso)]) : [],
  );
  const sendPage = (reply: FastifyReply, name: string): FastifyReply => {
    const page = changed.get(name);
    if (page === undefined) return reply.sendFile(name, WITHOUT_TAG);
    addVary(reply.header('cache-control', 'no-cache'), 'accept-encoding');
    return sendTagged(reply, HTML, page);
  };
  for (const [path, name] of Object.entries(PAGES))
    if (built.includes(name))
      app.get(path, (_request, reply) => {
        if (path === KEY_PAGES) reply.header('x-robots-tag', 'noindex');
        return sendPage(reply, name);
      });
  if (built.includes(loginFile('en')))
    app.get<{ Querystring: { redirect?: unknown; sso?: unknown; signed_out?: unknown } }>(
      '/login',
      (request, reply) => {
        const { redirect, sso: problem, signed_out } = request.query;
        if (sso?.passwords === false && problem === undefined && signed_out === undefined)
          return reply.header('cache-control', 'no-store').redirect(signOnPath(redirect), 302);
        const language = languageOfPage(request);
        reply.headers({ 'content-language': language, vary: 'accept-language, cookie' });
        return sendPage(reply, loginFile(language));
      },
    );
  if (existsSync(folder))
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      // Pages have paths of their own.
      globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
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
    if (isUnlisted(path)) reply.header('x-robots-tag', 'noindex');
    return isPage && !isHidden && built.includes('index.html')
      ? sendPage(reply, 'index.html')
      : send(reply, new Failure('not_found'));
  });
}
