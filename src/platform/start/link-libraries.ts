import { findPackage, linkLibraries } from '#platform/postgres/binaries.ts';

/**
 * Runs at the end of `npm run build`, for servers whose account cannot write to the project. Other servers create the
 * links at startup.
 */
try {
  await linkLibraries(findPackage());
} catch (error) {
  if (!(error instanceof Error) || error.name !== 'EmbeddedError') throw error;
  process.stdout.write(`${error.message}\n`);
}
