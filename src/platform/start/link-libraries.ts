import { findPackage, linkLibraries } from '#platform/postgres/binaries.ts';

/**
 * The end of `npm run build`: creates the links between the libraries of the npm package of PostgreSQL. A start creates them
 * as well, but a server whose account cannot write to the project finds them ready.
 */
try {
  await linkLibraries(findPackage());
} catch (error) {
  if (!(error instanceof Error) || error.name !== 'EmbeddedError') throw error;
  process.stdout.write(`${error.message}\n`);
}
