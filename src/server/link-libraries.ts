import { findPackage, linkLibraries } from './db/embedded/binaries.ts';

/**
 * The end of `npm run build`: makes the links between the libraries of the embedded PostgreSQL. A start makes them as
 * well, but a server whose account cannot write to the project, as in a container, finds them made.
 */
try {
  await linkLibraries(findPackage());
} catch (error) {
  if (!(error instanceof Error) || error.name !== 'EmbeddedError') throw error;
  process.stdout.write(`${error.message}\n`);
}
