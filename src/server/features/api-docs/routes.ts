import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type DocsPath, docsFile, RENDERED_PATHS } from '#contract/api-docs.ts';
import { pagePolicy } from '#platform/http/headers.ts';
import { type MemoryFile, sendFile, toMemoryFile } from '#platform/http/memory-files.ts';
import { tagOf } from '#platform/http/negotiation.ts';
import type { Deps } from '../../app/deps.ts';
import { inlineScripts, toDocsPage } from './view.ts';

/** The brotli quality, a compromise between size and the second that the best one takes. */
const QUALITY = 6;

/** Scalar draws the reference with an inline script and with styles that it writes into the page. */
const policyOf = (path: DocsPath, html: string): MemoryFile['headers'] =>
  path === '/docs/api/reference'
    ? pagePolicy({ 'script-src': inlineScripts(html), 'style-src': ["'unsafe-inline'"] })
    : {};

async function preparePage(file: string, path: DocsPath, config: Deps['config']): Promise<MemoryFile> {
  const html = toDocsPage(await readFile(file, 'utf8'), config);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    etag: tagOf(html),
    ...policyOf(path, html),
  };
  return toMemoryFile(html, headers, QUALITY);
}

/**
 * Serves the pages about the API and the help from the web build (docs/decisions/0098). The first request prepares a page,
 * which then stays in memory. Without a build there are no pages.
 */
export function apiDocsRoutes(app: FastifyInstance, { config }: Pick<Deps, 'config'>, web: string): void {
  const pages = new Map<string, Promise<MemoryFile>>();
  for (const path of RENDERED_PATHS) {
    const file = join(web, docsFile(path));
    if (!existsSync(file)) continue;
    app.get(path, async (request, reply) => {
      let page = pages.get(path);
      if (!page) {
        page = preparePage(file, path, config);
        page.catch(() => pages.delete(path));
        pages.set(path, page);
      }
      return sendFile(request, reply, await page);
    });
    app.get(`${path}/`, (_request, reply) => reply.redirect(path, 308));
  }
  // The type of every error (contract/errors.ts).
  app.get('/docs/api/errors/*', (_request, reply) => reply.redirect('/docs/api#errors', 302));
  app.get('/docs', (_request, reply) => reply.redirect('/docs/api', 308));
  // Otherwise the app would respond, which sends readers of these pages to the server.
  if (existsSync(join(web, docsFile('/docs/api'))))
    app.get('/docs/*', (_request, reply) => reply.redirect('/docs/api', 302));
}
