import { JOBS } from './all-jobs.ts';
import { grantToApp } from './db/embedded/app-role.ts';
import { migrate } from './db/migrate.ts';
import { SCHEMA } from './jobs/outcome.ts';
import { prepareQueue } from './jobs/queue.ts';
import { MIGRATIONS } from './root.ts';

/** Brings all tables up to date, including those of the queue. Only their owner can do that. */
export async function prepareSchema(ownerUrl: string): Promise<void> {
  await migrate(ownerUrl, MIGRATIONS);
  await prepareQueue(ownerUrl, JOBS);
}

/** Does the same in the embedded database, where the app uses a role that owns no tables. */
export async function prepareEmbeddedSchema(ownerUrl: string): Promise<void> {
  await prepareSchema(ownerUrl);
  await grantToApp(ownerUrl, ['public', SCHEMA]);
}
