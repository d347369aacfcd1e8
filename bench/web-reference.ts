import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build } from 'vite';
import { login } from '#contract/auth.ts';
import { ROOT } from '#server/root.ts';
import { freePort } from './child.ts';
import { bearerJson } from './dataset.ts';
import type { Account } from './web-browser.ts';

const WEB = join(ROOT, 'dist', 'web');
const OUT = join(ROOT, 'dist', 'bench', 'web');
const SCRIPT = 'reference.js';

interface File {
  type: string;
  bytes: Buffer;
  /** Fonts are compressed already. */
  plain?: true;
  cache?: string;
}

export interface ReferenceServer {
  readonly url: string;
  stop(): Promise<void>;
}

async function buildScript(): Promise<Buffer> {
  await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: OUT,
      emptyOutDir: true,
      target: ['chrome111'],
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(ROOT, 'bench', 'reference-page.tsx'),
        output: { entryFileNames: SCRIPT, codeSplitting: false },
      },
    },
  });
  return readFile(join(OUT, SCRIPT));
}

/** The product's empty page with its style sheet and fonts, but with the reference's script in place of the product's. */
async function makePage(title: string): Promise<Buffer> {
  const product = await readFile(join(WEB, 'index.html'), 'utf8');
  const withoutScripts = product
    .replaceAll(/<script type="module".*?<\/script>|<link rel="(?:modulepreload|manifest)".*?>/g, '')
    .replace('</head>', `<script type="module" crossorigin src="/${SCRIPT}"></script></head>`);
  // As in the product, something is painted before the script runs: only what comes after that counts as blocking.
  const page = withoutScripts.replace(
    /<div id="root">.*<\/div>(?=\s*<noscript>)/s,
    `<div id="root"><main class="mx-auto grid max-w-xl gap-6 px-6 py-7"><h1 class="text-2xl font-extrabold">${title}</h1></main></div>`,
  );
  if (!page.includes(title) || !page.includes(SCRIPT)) throw new Error('The page of the product has changed its form.');
  return Buffer.from(page);
}

/** What the product answers for the account: the reference page shows the same. */
async function copyAnswer(url: string, path: string, account: Account): Promise<Buffer> {
  const body = JSON.stringify(account);
  const signIn = await fetch(url + login.path, { method: login.method, headers: bearerJson(''), body });
  const { access_token } = (await signIn.json()) as { access_token: string };
  const answer = await fetch(url + path, { headers: bearerJson(access_token) });
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}

async function collectFiles(product: string, account: Account): Promise<Map<string, File>> {
  const json = async (path: string): Promise<[string, File]> => [
    path,
    { type: 'application/json', bytes: await copyAnswer(product, path, account) },
  ];
  const forever = 'public, max-age=31536000, immutable';
  const assets = (await readdir(join(WEB, 'assets'))).filter((name) => /\.(css|woff2)$/.test(name));
  const asset = async (name: string): Promise<[string, File]> => {
    const bytes = await readFile(join(WEB, 'assets', name));
    const type = name.endsWith('.css') ? 'text/css' : 'font/woff2';
    return [`/assets/${name}`, { type, bytes, cache: forever, ...(type === 'font/woff2' && { plain: true }) }];
  };
  return new Map<string, File>([
    ['/login', { type: 'text/html; charset=utf-8', bytes: await makePage('Sign in') }],
    ['/dashboard', { type: 'text/html; charset=utf-8', bytes: await makePage('Dashboard') }],
    [`/${SCRIPT}`, { type: 'text/javascript', bytes: await buildScript(), cache: forever }],
    ['/theme.js', { type: 'text/javascript', bytes: await readFile(join(WEB, 'theme.js')) }],
    ['/icon.svg', { type: 'image/svg+xml', bytes: await readFile(join(WEB, 'icon.svg')) }],
    ...(await Promise.all(assets.map(asset))),
    await json('/api/auth/me'),
    await json('/api/dashboard'),
  ]);
}

/** Builds the reference page and serves it, compressed, with what the product at `product` answers for the account. */
export async function serveReference(product: string, account: Account): Promise<ReferenceServer> {
  const files = new Map<string, File>();
  for (const [path, file] of await collectFiles(product, account))
    files.set(path, file.plain ? file : { ...file, bytes: await promisify(brotliCompress)(file.bytes) });
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (!file) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': file.bytes.length,
      'cache-control': file.cache ?? 'no-cache',
      ...(!file.plain && { 'content-encoding': 'br' }),
    });
    return response.end(file.bytes);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
