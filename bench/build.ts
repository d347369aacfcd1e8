import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '#server/root.ts';

const OUT = join(ROOT, 'dist', 'bench');

/** The built programs of the bench: the product's server as `npm start` runs it, and what stands beside it. */
export const PROGRAMS = {
  product: join(OUT, 'main.js'),
  minimal: join(OUT, 'minimal-server.js'),
  load: join(OUT, 'load-process.js'),
  sign_ins: join(OUT, 'sign-in-process.js'),
  report_cpu: join(OUT, 'report-cpu.js'),
};

/**
 * Builds them from the current source with the product's own build settings, all in one go, so that neither server
 * has another compiler; into a folder of their own, so that a running server keeps its files.
 */
export async function buildPrograms(): Promise<void> {
  await build({
    configFile: join(ROOT, 'vite.server.config.ts'),
    root: ROOT,
    logLevel: 'warn',
    build: {
      outDir: OUT,
      rolldownOptions: {
        input: {
          'minimal-server': join(ROOT, 'bench', 'minimal-server.ts'),
          'load-process': join(ROOT, 'bench', 'load-process.ts'),
          'sign-in-process': join(ROOT, 'bench', 'sign-in-process.ts'),
          'report-cpu': join(ROOT, 'bench', 'report-cpu.ts'),
        },
      },
    },
  });
  for (const file of Object.values(PROGRAMS)) if (!existsSync(file)) throw new Error(`The build made no ${file}.`);
}
