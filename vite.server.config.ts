import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig } from 'vite';

/** Workers are started by their file, so each is an entry of its own, beside the programs. */
const workers = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('-worker.ts'))
  .map((file) => join('src/server', file));
/** Packages with programs of the machine or files of their own beside them, and those that are rarely loaded. */
const external = [
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  'fontkit',
  'heic-decode',
  'openid-client',
  'sharp',
];
const programs = {
  main: 'src/server/main.ts',
  backup: 'src/server/backup.ts',
  restore: 'src/server/restore.ts',
  sweep: 'src/server/sweep.ts',
  doctor: 'src/server/doctor.ts',
  demo: 'tools/demo/main.ts',
  'link-libraries': 'src/server/link-libraries.ts',
};

export default defineConfig({
  publicDir: false,
  // All other packages go into the build: finding and reading their thousand files took half of the start.
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: { ...programs, ...Object.fromEntries(workers.map((file) => [basename(file, '.ts'), file])) },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
