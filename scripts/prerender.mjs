// Runs after `vite build` and `vite build --ssr src/web/prerender.tsx --outDir dist/prerender`: draws the pages that
// are sent ready, and writes a brotli and a gzip twin of every file, so that the server compresses nothing itself.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WEB = 'dist/web';
const MARK = '<!--page-->';
const SCRIPT_BYTES_MAX = 110_000;
const REQUESTS_MAX = 12;

/** The chunks behind some sources in the order of need, without what index.html names already. */
function chunksOf(manifest, sources, known) {
  const found = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is no chunk of its own any more`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const source of sources) visit(source);
  return [...found].filter((file) => !known.includes(file));
}

function assertClean(file, html) {
  if (/\sstyle=/.test(html)) throw new Error(`${file}: the content security policy forbids style attributes`);
  if (/<script(?![^>]*\ssrc=)/.test(html))
    throw new Error(`${file}: the content security policy forbids inline scripts`);
}

const { renderPages } = await import(pathToFileURL(join('dist/prerender', 'prerender.js')).href);
const template = readFileSync(join(WEB, 'index.html'), 'utf8');
if (!template.includes(MARK)) throw new Error('index.html lost the place of the page: run `vite build` first');
const manifest = JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8'));

for (const [file, { title, needs, html }] of Object.entries(await renderPages())) {
  const links = chunksOf(manifest, needs, template).map(
    (chunk) => `<link rel="modulepreload" crossorigin href="/${chunk}">`,
  );
  const made = template
    .replace(MARK, () => html)
    .replace('<title>Emberkin</title>', () => `<title>${title}</title>`)
    .replace('</head>', () => `${links.join('')}</head>`);
  assertClean(file, made);
  writeFileSync(join(WEB, file), made);
}

const squeeze = {
  '.br': (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }),
};
// Fonts and pictures are compressed by their own formats.
const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((f) =>
  /\.(html|js|css|svg|json|txt|webmanifest)$/.test(f),
);
for (const file of files) {
  const bytes = readFileSync(join(WEB, file));
  for (const [ending, shrink] of Object.entries(squeeze)) {
    const small = await shrink(bytes);
    if (small.length < bytes.length) writeFileSync(join(WEB, file + ending), small);
  }
}

// The first visit of /login is what slow phones feel; what does not belong there must not creep in.
const login = readFileSync(join(WEB, 'login.html'), 'utf8');
const scripts = [...login.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(
  ([, file]) => statSync(join(WEB, `${file}.br`)).size,
);
const bytes = scripts.reduce((sum, size) => sum + size, 0);
const requests = 1 + [...login.matchAll(/<(?:script|link)[^>]*(?:src|href)="\//g)].length;
console.log(`/login: ${bytes} bytes of JavaScript (brotli), ${requests} requests`);
if (bytes > SCRIPT_BYTES_MAX)
  throw new Error(`/login needs ${bytes} bytes of JavaScript, more than ${SCRIPT_BYTES_MAX}`);
if (requests > REQUESTS_MAX) throw new Error(`/login needs ${requests} requests, more than ${REQUESTS_MAX}`);

rmSync('dist/prerender', { recursive: true });
rmSync(join(WEB, '.vite'), { recursive: true });
