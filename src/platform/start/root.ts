import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(from: string): string {
  const above = dirname(from);
  if (existsSync(join(from, 'package.json'))) return from;
  if (above === from) throw new Error('The folder with package.json was not found above the running file.');
  return findRoot(above);
}

/** The project folder, whether the code runs from src/ or dist/. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

export const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

export const MIGRATIONS = join(ROOT, 'src', 'server', 'migrations');
