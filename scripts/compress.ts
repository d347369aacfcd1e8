// Runs last in the build of the web: writes a brotli and a gzip twin of every file, so that the server compresses
// nothing itself.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WEB = 'dist/web';

const compress: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  // The highest quality would take 18 s for the script of the reference, to save 10 % of it.
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 2 ** 21 ? 9 : 11 } }),
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
