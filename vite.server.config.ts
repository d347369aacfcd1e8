/**
 * Builds the server together with its packages. Finding, reading and compiling a thousand files of `node_modules` took
 * most of the processor time of a start, and all of them stayed in memory. Code that a start does not need is imported
 * on first use. A second after the start, the server imports the parsers that clean descriptions. So creating a mission
 * needs no file that a new build might have replaced. The code is not minified, because that saves only a few MiB and
 * makes stack traces useless.
 */

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig } from 'vite';

/** Workers are started by their file, so each is a separate entry, like the programs. */
const workers = ['src/server', 'src/platform'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-worker.ts') && !file.startsWith('web'))
    .map((file) => join(folder, file)),
);
/**
 * Packages that stay outside the build: packages with native programs or data files next to their code, which they
 * could not find in the build, and packages that few installations load.
 */
const external = [
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@node-rs/argon2',
  '@takumi-rs/core',
  'heic-decode',
  'openid-client',
  'sharp',
];
const programs = {
  main: 'src/server/programs/main.ts',
  backup: 'src/server/programs/backup.ts',
  restore: 'src/server/programs/restore.ts',
  sweep: 'src/server/programs/sweep.ts',
  doctor: 'src/server/programs/doctor.ts',
  demo: 'tools/demo/main.ts',
  'link-libraries': 'src/platform/start/link-libraries.ts',
};

export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: { ...programs, ...Object.fromEntries(workers.map((file) => [basename(file, '.ts'), file])) },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
