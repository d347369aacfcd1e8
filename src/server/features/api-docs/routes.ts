import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { DOCS_PATHS, docsFile } from '#contract/api-docs.ts';
import type { Deps } from '../../deps.ts';
import { addVary } from '../../http/compression.ts';
import { sendTagged } from '../../http/tags.ts';
import { toDocsPage } from './view.ts';

/**
 * The public pages about the API, from the build of the web (docs/decisions/0050). Each is prepared at its first request
 * and stays in memory. Without a build there are none.
 */
export function apiDocsRoutes(app: FastifyInstance, { config }: Pick<Deps, 'config'>, web: string): void {
  const pages = new Map<string, Promise<string>>();
  for (const path of DOCS_PATHS) {
    const file = join(web, docsFile(path));
    if (!existsSync(file)) continue;
    app.get(path, async (_request, reply) => {
      let page = pages.get(path);
      if (!page) {
        page = readFile(file, 'utf8').then((html) => toDocsPage(html, config));
        page.catch(() => pages.delete(path));
        pages.set(path, page);
      }
      addVary(reply.header('cache-control', 'no-cache'), 'accept-encoding');
      return sendTagged(reply, 'text/html; charset=utf-8', await page);
    });
    app.get(`${path}/`, (_request, reply) => reply.redirect(path, 308));
  }
  app.get('/docs', (_request, reply) => reply.redirect('/docs/api', 308));
  // Otherwise the app would answer, which sends whoever wants one of these pages to the server.
  if (existsSync(join(web, docsFile('/docs/api'))))
    app.get('/docs/*', (_request, reply) => reply.redirect('/docs/api', 302));
}
