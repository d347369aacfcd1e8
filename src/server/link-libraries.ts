import { findPackage, linkLibraries } from './db/embedded/binaries.ts';

/**
 * The end of `npm run build`: makes the links between the libraries of the embedded PostgreSQL. A start makes them as
 * well, but a server whose account cannot write to the project, as in a container, finds them made. An argument is the
 * architecture whose package is meant, as Node names it: a container is built for others than its builder's.
 */
try {
  await linkLibraries(findPackage(process.platform, process.argv[2]));
} catch (error) {
  if (!(error instanceof Error) || error.name !== 'EmbeddedError') throw error;
  process.stdout.write(`${error.message}\n`);
}
