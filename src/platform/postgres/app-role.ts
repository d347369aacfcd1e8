import type pg from 'pg';
import { grantRows } from '../db/grants.ts';
import { inTurn } from '../db/turn.ts';

/** The role of the pool, the queue and the live channel. It owns nothing and cannot create objects. */
export const APP_ROLE = 'emberkin_app';

/** Creates the role, or resets its password and rights if it exists. */
export const makeAppRole = (ownerUrl: string, password: string): Promise<void> =>
  inTurn(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE]);
    await client.query(
      `${rowCount === 0 ? 'create' : 'alter'} role ${APP_ROLE} login nosuperuser nocreatedb nocreaterole noreplication
       nobypassrls password ${client.escapeLiteral(password)}`,
    );
  });

/** Grants only access to rows. Run it after every migration. */
export async function grantToApp(client: pg.Client): Promise<void> {
  // PUBLIC may create temporary tables by default.
  await client.query(`revoke temporary on database ${client.escapeIdentifier(client.database!)} from public`);
  await grantRows(client, APP_ROLE);
}
