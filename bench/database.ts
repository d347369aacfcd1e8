import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#server/db/embedded/embedded.ts';

export interface BenchDatabase {
  readonly url: string;
  /** The DATA_DIR that it belongs to. */
  readonly data_dir: string;
  /** The directory of its cluster. */
  readonly location: string;
  stop(): Promise<void>;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
}

/** The product's own PostgreSQL in an empty directory, as it is started for everybody but for the settings given. */
export async function startDatabase(settings: Record<string, string> = {}): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'emberkin-bench-'));
  // The account that the database runs as under root must be able to pass.
  await chmod(dataDir, 0o755);
  const server = await startEmbedded({ dataDir, settings });
  const remove = async () => {
    await server.stop();
    // A server that was killed leaves its database running: found here, so that it can be stopped.
    if (existsSync(join(server.location, 'postmaster.pid'))) await (await startEmbedded({ dataDir })).stop();
    await rm(dataDir, { recursive: true, force: true });
    process.off('SIGINT', interrupt);
  };
  const interrupt = () => remove().finally(() => process.exit(130));
  process.once('SIGINT', interrupt);
  return { url: server.owner_url, data_dir: dataDir, location: server.location, stop: () => server.stop(), remove };
}
