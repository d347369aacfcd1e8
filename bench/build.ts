import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '#platform/start/root.ts';
import { build as buildProduct } from '../scripts/build.ts';

const OUT = join(ROOT, 'dist', 'bench');

/** The programs of the bench: the product's server as `npm start` runs it, the bare server and the load process. */
const SOURCES = {
  bare: 'bare-server',
  load: 'load-process',
} as const;

const built = (name: string) => join(OUT, `${name}.js`);

export const PROGRAMS = {
  product: built('main'),
  bare: built(SOURCES.bare),
  load: built(SOURCES.load),
};

/**
 * Builds the programs from the current source in one go with the product's build settings, so that all share a
 * compiler. The output is a separate folder, so a running server keeps its files.
 */
export async function buildPrograms(): Promise<void> {
  await build({
    configFile: join(ROOT, 'vite.server.config.ts'),
    root: ROOT,
    logLevel: 'warn',
    build: {
      outDir: OUT,
      rolldownOptions: {
        input: Object.fromEntries(Object.values(SOURCES).map((name) => [name, join(ROOT, 'bench', `${name}.ts`)])),
      },
    },
  });
  for (const file of Object.values(PROGRAMS)) if (!existsSync(file)) throw new Error(`The build created no ${file}.`);
}

/** Builds the web app if it is stale: the product's server serves it, and keeps parts of it in memory. */
export async function buildWeb(): Promise<void> {
  await buildProduct('web');
}
