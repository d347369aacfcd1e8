// Runs last in the build of the web: writes a brotli and a gzip twin of every file, so that the server compresses
// nothing itself, and measures the first visit.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WEB = 'dist/web';
const SCRIPT_BYTES_MAX = 96_000;
const REQUESTS_MAX = 12;
const DOCS_SCRIPT_BYTES_MAX = 10_000;

const compress = {
  '.br': (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }),
};
// Fonts and pictures are compressed by their own formats.
const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
  // The server writes its own address into the pages about the API, and compresses them then.
  (f) => /\.(html|js|css|svg|json|txt|webmanifest)$/.test(f) && !/^docs[\\/]/.test(f),
);
for (const file of files) {
  const bytes = readFileSync(join(WEB, file));
  for (const [ending, shrink] of Object.entries(compress)) {
    const small = await shrink(bytes);
    if (small.length < bytes.length) writeFileSync(join(WEB, file + ending), small);
  }
}

// The budget of the first visit of /login, which slow phones feel most, without and with a single sign-on provider.
for (const page of readdirSync(WEB).filter((name) => /^login.*\.html$/.test(name))) {
  const login = readFileSync(join(WEB, page), 'utf8');
  const scripts = [...login.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(
    ([, file]) => statSync(join(WEB, `${file}.br`)).size,
  );
  const bytes = scripts.reduce((sum, size) => sum + size, 0);
  // Nobody asks for where the API is described before they want to know.
  const requests =
    1 + [...login.matchAll(/<(?:script|link(?! rel="(?:service-desc|help)"))[^>]*(?:src|href)="\//g)].length;
  console.log(`${page}: ${bytes} bytes of JavaScript (brotli), ${requests} requests`);
  if (bytes > SCRIPT_BYTES_MAX)
    throw new Error(`${page} needs ${bytes} bytes of JavaScript, more than ${SCRIPT_BYTES_MAX}`);
  if (requests > REQUESTS_MAX) throw new Error(`${page} needs ${requests} requests, more than ${REQUESTS_MAX}`);
}

// The pages about the API are complete without their script.
const [docsScript] = files.filter((f) => /^assets[\\/]docs-.*\.js$/.test(f));
const docsBytes = statSync(join(WEB, `${docsScript}.br`)).size;
console.log(`/docs/api: ${docsBytes} bytes of JavaScript (brotli)`);
if (docsBytes > DOCS_SCRIPT_BYTES_MAX)
  throw new Error(`The pages about the API need ${docsBytes} bytes of JavaScript, more than ${DOCS_SCRIPT_BYTES_MAX}`);
