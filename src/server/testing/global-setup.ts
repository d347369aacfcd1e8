import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import { prepareEmbeddedSchema } from '#platform/start/prepare-schema.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the database for the owner of the tables. */
    owner_url: string;
    /** The same for the role that the app uses. */
    app_url: string;
  }
}

/** The migrated database that every test file copies its own from. */
export const TEMPLATE = 'emberkin_template';

/**
 * Starts one embedded PostgreSQL for the whole run, with a migrated template database. Durability is off here, because
 * no data outlives the run; the crash tests start servers with normal settings. Each app of a file keeps its connections
 * for 30 s without use and until the end of the file, and files with dozens of apps meet.
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
