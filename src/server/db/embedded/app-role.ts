import pg from 'pg';

/** The role of the pool, the queue and the live channel. It owns nothing and cannot create anything. */
export const APP_ROLE = 'emberkin_app';

/**
 * An arbitrary number: processes that start together wait for each other, as PostgreSQL refuses two changes of a role
 * at once.
 */
const LOCK = 4_117_232;

async function inTurn(ownerUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await work(client);
    await client.query('commit');
  } finally {
    // Ending the connection rolls back an open transaction.
    await client.end();
  }
}

/** Creates the role, or gives the existing one its password and revokes what it should not have. */
export const makeAppRole = (ownerUrl: string, password: string): Promise<void> =>
  inTurn(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE]);
    await client.query(
      `${rowCount === 0 ? 'create' : 'alter'} role ${APP_ROLE} login nosuperuser nocreatedb nocreaterole noreplication
       nobypassrls password ${client.escapeLiteral(password)}`,
    );
  });

/**
 * Lets the app read and write rows of the database's schemas, and nothing else; it can only add rows to the audit log
 * (docs/rules.md#operator). Called after every migration, as a new table belongs to its owner alone.
 */
export const grantToApp = (ownerUrl: string, schemas: readonly string[]): Promise<void> =>
  inTurn(ownerUrl, async (client) => {
    const list = schemas.map((schema) => client.escapeIdentifier(schema)).join(', ');
    const database = client.escapeIdentifier(client.database!);
    // By default everybody may create temporary tables.
    await client.query(`revoke temporary on database ${database} from public`);
    await client.query(`grant usage on schema ${list} to ${APP_ROLE}`);
    await client.query(`grant select, insert, update, delete on all tables in schema ${list} to ${APP_ROLE}`);
    await client.query(`grant usage, select on all sequences in schema ${list} to ${APP_ROLE}`);
    await client.query(`revoke update, delete on audit_log from ${APP_ROLE}`);
  });
