import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import { prepareEmbeddedSchema } from '#platform/start/prepare-schema.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database URL for the owner of the tables. */
    owner_url: string;
    /** The database URL for the app's role. */
    app_url: string;
  }
}

/** The migrated database that every test file copies. */
export const TEMPLATE = 'emberkin_template';

/**
 * Starts one embedded PostgreSQL for the whole run, with a migrated template database. Durability is off, because no
 * data outlives the run; crash tests start servers with normal settings. The limit on connections is high because each
 * app keeps idle connections for 30 s, and several files with dozens of apps run concurrently.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'emberkin-test-'));
  await chmod(dataDir, 0o755);
  const server = await startEmbedded({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '600' },
  });
  const admin = new pg.Client({ connectionString: server.owner_url });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const template = new URL(server.owner_url);
  template.pathname = `/${TEMPLATE}`;
  await prepareEmbeddedSchema(template.href);
  project.provide('owner_url', server.owner_url);
  project.provide('app_url', server.app_url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
