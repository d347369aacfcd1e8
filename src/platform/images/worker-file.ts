import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Returns a worker's program: TypeScript next to the caller's file (`base`, its `import.meta.url`) in the sources. In a
 * build it is JavaScript next to the server's program, one folder above `chunks`.
 */
export function workerFile(name: string, base: string): URL {
  const places = [`./${name}.ts`, `./${name}.js`, `../${name}.js`].map((place) => new URL(place, base));
  const found = places.find((place) => existsSync(fileURLToPath(place)));
  if (!found) throw new Error(`${name}.js is missing beside the program.`);
  return found;
}
