// Runs last in the web build: writes a brotli and a gzip twin of every file, so that the server need not compress.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WEB = 'dist/web';

const compress: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  // The highest quality would take 18 s for the reference's script, to save 10 %.
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 2 ** 21 ? 9 : 11 } }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }),
};
// Fonts and pictures have their own compression.
const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
  // The server writes its address into the API pages and compresses them then.
  (f) => /\.(html|js|css|svg|json|txt|webmanifest)$/.test(f) && !/^docs[\\/]/.test(f),
);
for (const file of files) {
  const bytes = readFileSync(join(WEB, file));
  for (const [ending, shrink] of Object.entries(compress)) {
    const small = await shrink(bytes);
    if (small.length < bytes.length) writeFileSync(join(WEB, file + ending), small);
  }
}
