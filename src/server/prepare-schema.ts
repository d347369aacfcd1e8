import { JOBS } from './all-jobs.ts';
import { grantToApp } from './db/embedded/app-role.ts';
import { migrate } from './db/migrate.ts';
import { SCHEMA } from './jobs/outcome.ts';
import { prepareQueue } from './jobs/queue.ts';
import { MIGRATIONS } from './root.ts';

/** Brings all tables up to date, those of the queue included. Only their owner can. */
export async function prepareSchema(ownerUrl: string): Promise<void> {
  await migrate(ownerUrl, MIGRATIONS);
  await prepareQueue(ownerUrl, JOBS);
}

/** The same in the embedded database, whose tables the app reads and writes under a role that owns none of them. */
export async function prepareEmbeddedSchema(ownerUrl: string): Promise<void> {
  await prepareSchema(ownerUrl);
  await grantToApp(ownerUrl, ['public', SCHEMA]);
}
