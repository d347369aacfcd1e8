import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { send } from './error-handler.ts';
import { Failure } from './errors.ts';

const A_YEAR = 31_536_000;

interface Page {
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
}

/** Paths whose first picture is drawn at build time; every other one gets the empty page. */
const DRAWN: Record<string, string> = { '/login': 'login.html', '/dashboard': 'dashboard.html' };

async function loadPages(folder: string): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  for (const name of ['index.html', ...Object.values(DRAWN)]) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    const plain = await readFile(path);
    pages.set(name, { plain, brotli: brotliCompressSync(plain), gzip: gzipSync(plain) });
  }
  return pages;
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').type('text/html; charset=utf-8');
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.plain);
}

/** Serves the built web app: hashed assets for ever, the page itself always fresh, unknown API paths as 404 in JSON. */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  const pages = await loadPages(folder);
  if (existsSync(folder))
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      // The pages go through sendPage, whatever the path by which they are asked for.
      globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/') || path.includes('\\assets\\');
        reply.setHeader('cache-control', hashed ? `public, max-age=${A_YEAR}, immutable` : 'no-cache');
      },
    });
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?');
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|media|assets)(\/|$)/.test(path);
    // By its own name, too, for the service worker, which keeps the drawn pages.
    const page = pages.get(DRAWN[path] ?? path.slice(1)) ?? pages.get('index.html');
    return isPage && page ? sendPage(request, reply, page) : send(reply, new Failure('not_found'));
  });
}
