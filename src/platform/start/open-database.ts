import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformConfig } from '#platform/config/config.ts';
import { PASSWORD_FILE } from '#platform/postgres/cluster.ts';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import { ProgramError } from './program.ts';

export interface OpenDatabase {
  /** For the owner of the schema, past a pooler. */
  readonly url: string;
  /** Stops the embedded database unless a server uses it. */
  close(): Promise<void>;
}

type Settings = Pick<PlatformConfig, 'database_url' | 'database_direct_url' | 'data_dir' | 'postgres_bin'>;

/**
 * Opens the database of DATABASE_URL or the embedded database. Starts the embedded database unless a server runs it.
 * Without `create`, throws a ProgramError if no embedded database exists.
 */
export async function openDatabase(
  { database_url, database_direct_url, data_dir, postgres_bin }: Settings,
  { create, log }: { create: boolean; log: (line: string) => void },
): Promise<OpenDatabase> {
  if (database_url !== null) return { url: database_direct_url ?? database_url, close: async () => undefined };
  // The password file is in DATA_DIR even if the database is elsewhere.
  if (!create && !existsSync(join(data_dir, PASSWORD_FILE)))
    throw new ProgramError(`DATA_DIR ${data_dir} has no database.`);
  const { owner_url, stop } = await startEmbedded({ dataDir: data_dir, postgres_bin, log });
  return { url: owner_url, close: stop };
}
