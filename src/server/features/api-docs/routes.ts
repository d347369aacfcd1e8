import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { DOCS_PATHS, docsFile } from '#contract/api-docs.ts';
import type { Deps } from '../../deps.ts';
import { isNamed } from '../../http/negotiation.ts';
import { type MemoryFile, sendFile } from '../../http/static-files.ts';
import { toDocsPage } from './view.ts';

type Page = MemoryFile & { readonly etag: string };

/** Between the size of the highest quality and its second of work. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

async function preparePage(path: string, config: Deps['config']): Promise<Page> {
  const plain = Buffer.from(toDocsPage(await readFile(path, 'utf8'), config));
  const [brotli, zipped] = await Promise.all([promisify(brotliCompress)(plain, QUALITY), promisify(gzip)(plain)]);
  const etag = `W/"${createHash('sha1').update(plain).digest('base64url').slice(0, 16)}"`;
  return { plain, brotli, gzip: zipped, type: 'text/html; charset=utf-8', cache: 'no-cache', etag };
}

/**
 * The public pages about the API, from the build of the web (docs/decisions/0050). Each is prepared at its first request
 * and stays in memory. Without a build there are none.
 */
export function apiDocsRoutes(app: FastifyInstance, { config }: Pick<Deps, 'config'>, web: string): void {
  const pages = new Map<string, Promise<Page>>();
  for (const path of DOCS_PATHS) {
    const file = join(web, docsFile(path));
    if (!existsSync(file)) continue;
    app.get(path, async (request, reply) => {
      const page = pages.get(path) ?? preparePage(file, config);
      pages.set(path, page);
      const ready = await page.catch((error: unknown) => {
        pages.delete(path);
        throw error;
      });
      reply.header('etag', ready.etag);
      if (isNamed(request.headers['if-none-match'], ready.etag))
        return reply.headers({ 'cache-control': ready.cache, vary: 'accept-encoding' }).code(304).send();
      return sendFile(request, reply, ready);
    });
    app.get(`${path}/`, (_request, reply) => reply.redirect(path, 308));
  }
  app.get('/docs', (_request, reply) => reply.redirect('/docs/api', 308));
  // Otherwise the app would answer, which sends whoever wants one of these pages to the server.
  if (existsSync(join(web, docsFile('/docs/api'))))
    app.get('/docs/*', (_request, reply) => reply.redirect('/docs/api', 302));
}
