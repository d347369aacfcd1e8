import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The file of a worker's program: TypeScript beside this file in the sources; JavaScript beside the server's program in
 * a build, one folder up if this code is in `chunks`.
 */
export function workerFile(name: string): URL {
  const places = [`./${name}.ts`, `./${name}.js`, `../${name}.js`].map((place) => new URL(place, import.meta.url));
  const found = places.find((place) => existsSync(fileURLToPath(place)));
  if (!found) throw new Error(`${name}.js is missing beside the program.`);
  return found;
}
