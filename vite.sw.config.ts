import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';

const WEB = 'dist/web';
/**
 * The worker does not store fonts beyond Latin and languages other than English: they load when a text needs them. It
 * also skips files for the server only: compressed copies, the pages of `docs` and the pages of /login.
 */
const LEFT_OUT =
  /\.(?:br|gz|map)$|^sw\.js$|^robots\.txt$|^\.vite|^screenshots\/|^docs\/|^docs\.js$|^scalar-start\.js$|^login|^assets\/scalar\/|^assets\/text-(?!en-)|-latin-ext-|^assets\/readex-/;

/**
 * Lists every file of the finished build. A file with a hash in its name never changes; all other files get a revision
 * from their content.
 */
function filesOf(folder: string): { url: string; revision: string | null }[] {
  // Tools read this file before anything is built.
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => !LEFT_OUT.test(file))
    .sort()
    .map((file) => ({ url: `/${file}`, revision: file.startsWith('assets/') ? null : revisionOf(join(folder, file)) }));
}

const revisionOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);

/**
 * Builds the service worker after the pages were drawn, because it lists their final bytes (docs/decisions/0025). It is
 * one file at the root, so it controls the whole site.
 */
export default defineConfig({
  publicDir: false,
  define: {
    __FILES__: JSON.stringify(filesOf(WEB)),
    'process.env.NODE_ENV': '"production"',
  },
  build: {
    outDir: WEB,
    emptyOutDir: false,
    target: ['chrome111', 'firefox114', 'safari16.4'],
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'src/web/sw.ts',
      output: { format: 'iife', entryFileNames: 'sw.js', codeSplitting: false },
    },
  },
});
