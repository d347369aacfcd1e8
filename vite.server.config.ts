/**
 * Builds the server with its packages in it: finding, reading and compiling a thousand files of `node_modules` was most
 * of the processor time of a start, and all of them stayed in memory. What a start does not need is imported when it is
 * first used. The parsers that clean descriptions are imported a second after the start, so that creating a mission
 * does not depend on a file that another build may have replaced. The code is not minified, because that saves a few
 * MiB and makes every line of a stack trace useless.
 */

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig } from 'vite';

/** Workers are started by their file, so each is an entry of its own, beside the programs. */
const workers = ['src/server', 'src/platform'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-worker.ts') && !file.startsWith('web'))
    .map((file) => join(folder, file)),
);
/**
 * Packages that stay outside: those with programs of the machine or files of their own beside them, since a package
 * that reads a file next to its code would not find it in the build, and those that few installations load.
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
