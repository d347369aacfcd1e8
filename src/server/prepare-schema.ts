import { JOBS } from './all-jobs.ts';
import { grantToApp } from './db/embedded/app-role.ts';
import { grantRows, inTurn } from './db/grants.ts';
import { migrate } from './db/migrate.ts';
import { SCHEMA } from './jobs/outcome.ts';
import { prepareQueue } from './jobs/prepare-queue.ts';
import { MIGRATIONS } from './root.ts';

const SCHEMAS = ['public', SCHEMA];

/** Brings all tables up to date, including those of the queue. Only their owner can do that. */
export async function prepareSchema(ownerUrl: string): Promise<void> {
  await migrate(ownerUrl, MIGRATIONS);
  await prepareQueue(ownerUrl, JOBS);
}

/** Does the same in the embedded database, where the app uses a role that owns no tables. */
export async function prepareEmbeddedSchema(ownerUrl: string): Promise<void> {
  await prepareSchema(ownerUrl);
  await grantToApp(ownerUrl, SCHEMAS);
}

/** Does the same for an app that works under `role`, which gets rights on rows unless it is the owner itself. */
export async function prepareSchemaFor(ownerUrl: string, role: string): Promise<void> {
  await prepareSchema(ownerUrl);
  await inTurn(ownerUrl, async (client) => {
    const { rows } = await client.query<{ owns: boolean }>("select pg_has_role($1, current_user, 'usage') as owns", [
      role,
    ]);
    if (!rows[0]!.owns) await grantRows(client, role, SCHEMAS);
  });
}
