import type pg from 'pg';
import { grantRows } from '#platform/db/grants.ts';
import { runMigrations } from '#platform/db/migrate.ts';
import { inTurn } from '#platform/db/turn.ts';
import { grantToApp } from '#platform/postgres/app-role.ts';
import { MIGRATIONS } from './root.ts';

/** Runs migrations, then grants rights, under one lock. Only the tables' owner can do that. */
const prepare = (ownerUrl: string, grant: (client: pg.Client) => Promise<void>): Promise<void> =>
  inTurn(ownerUrl, async (client) => {
    await runMigrations(client, MIGRATIONS);
    await client.query('begin');
    await grant(client);
    await client.query('commit');
  });

/** Runs migrations for an app that connects as the tables' owner. */
export const prepareSchema = (ownerUrl: string): Promise<void> => prepare(ownerUrl, async () => undefined);

/** Runs migrations in the embedded database and grants rights to the app's role, which owns no tables. */
export const prepareEmbeddedSchema = (ownerUrl: string): Promise<void> => prepare(ownerUrl, grantToApp);

/** Runs migrations for an app that connects as `role`, and grants rights on rows unless it is the owner. */
export const prepareSchemaFor = (ownerUrl: string, role: string): Promise<void> =>
  prepare(ownerUrl, async (client) => {
    const { rows } = await client.query<{ owns: boolean }>("select pg_has_role($1, current_user, 'usage') as owns", [
      role,
    ]);
    if (!rows[0]!.owns) await grantRows(client, role);
  });
