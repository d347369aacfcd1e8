import type pg from 'pg';
import { grantRows } from '#platform/db/grants.ts';
import { runMigrations } from '#platform/db/migrate.ts';
import { inTurn } from '#platform/db/turn.ts';
import { grantToApp } from '#platform/postgres/app-role.ts';
import { MIGRATIONS } from './root.ts';

/** Brings all tables up to date, then grants rights on them, in one turn. Only their owner can do that. */
const prepare = (ownerUrl: string, grant: (client: pg.Client) => Promise<void>): Promise<void> =>
  inTurn(ownerUrl, async (client) => {
    await runMigrations(client, MIGRATIONS);
    await client.query('begin');
    await grant(client);
    await client.query('commit');
  });

/** Brings all tables up to date for an app that works as their owner. */
export const prepareSchema = (ownerUrl: string): Promise<void> => prepare(ownerUrl, async () => undefined);

/** Does the same in the embedded database, where the app uses a role that owns no tables. */
export const prepareEmbeddedSchema = (ownerUrl: string): Promise<void> => prepare(ownerUrl, grantToApp);

/** Does the same for an app that works under `role`, which gets rights on rows unless it is the owner itself. */
export const prepareSchemaFor = (ownerUrl: string, role: string): Promise<void> =>
  prepare(ownerUrl, async (client) => {
    const { rows } = await client.query<{ owns: boolean }>("select pg_has_role($1, current_user, 'usage') as owns", [
      role,
    ]);
    if (!rows[0]!.owns) await grantRows(client, role);
  });
