import pg from 'pg';

/**
 * An arbitrary number: processes that start together wait for each other, as PostgreSQL refuses two changes of a role
 * at once.
 */
const LOCK = 4_117_232;

/** Runs work on a connection of the owner in one transaction, one process after the other. */
export async function inTurn(ownerUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('begin');
    // The role may have short limits of its own; whoever is ahead may take longer.
    await client.query('set local lock_timeout = 0; set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await work(client);
    await client.query('commit');
  } finally {
    // Ending the connection rolls back an open transaction.
    await client.end();
  }
}

/** The owner's tables and sequences in these schemas, quoted: others may have theirs beside them. */
async function listOwned(client: pg.Client, schemas: readonly string[]) {
  const { rows } = await client.query<{ name: string; is_table: boolean }>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relkind <> 'S' as is_table
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'S')
       and pg_has_role(c.relowner, 'usage') order by name`,
    [schemas],
  );
  const join = (tables: boolean) => rows.filter(({ is_table }) => is_table === tables).map(({ name }) => name);
  return { tables: join(true).join(', '), sequences: join(false).join(', ') };
}

/**
 * Lets a role read and write rows of the owner's tables in the schemas, and nothing else; it can only add rows to the
 * audit log (docs/rules.md#operator). Called after every migration, as a new table belongs to its owner alone.
 */
export async function grantRows(client: pg.Client, roleName: string, schemas: readonly string[]): Promise<void> {
  const role = client.escapeIdentifier(roleName);
  const { tables, sequences } = await listOwned(client, schemas);
  await client.query(
    `grant usage on schema ${schemas.map((name) => client.escapeIdentifier(name)).join(', ')} to ${role}`,
  );
  await client.query(`grant select, insert, update, delete on ${tables} to ${role}`);
  if (sequences) await client.query(`grant usage, select on ${sequences} to ${role}`);
  await client.query(`revoke update, delete on audit_log from ${role}`);
}
