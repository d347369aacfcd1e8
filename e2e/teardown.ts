import { rm } from 'node:fs/promises';

/** Removes the run's data. The server has stopped by then or stops on its own. */
export default async function teardown(): Promise<void> {
  const dir = process.env.E2E_DATA_DIR;
  if (dir?.includes('emberkin-e2e-')) await rm(dir, { recursive: true, force: true });
}
