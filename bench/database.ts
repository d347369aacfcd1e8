import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#server/db/embedded.ts';

/** An empty folder for one part of the bench; the account of the database must be able to pass through it. */
export async function makeDataDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'emberkin-bench-'));
  await chmod(dir, 0o755);
  return dir;
}

export interface BenchDatabase {
  readonly url: string;
  readonly data_dir: string;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
}

/** The product's own PostgreSQL, as it is started for everybody but for the settings given. */
export async function startDatabase(settings: Record<string, string> = {}): Promise<BenchDatabase> {
  const dataDir = await makeDataDir();
  const server = await startEmbedded({ dataDir, settings });
  return {
    url: server.url,
    data_dir: dataDir,
    remove: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
