import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The file of a worker's program: TypeScript beside the caller's file (`base`, its `import.meta.url`) in the sources;
 * JavaScript beside the server's program in a build, one folder up if the caller's code is in `chunks`.
 */
export function workerFile(name: string, base: string): URL {
  const places = [`./${name}.ts`, `./${name}.js`, `../${name}.js`].map((place) => new URL(place, base));
  const found = places.find((place) => existsSync(fileURLToPath(place)));
  if (!found) throw new Error(`${name}.js is missing beside the program.`);
  return found;
}
