import type pg from 'pg';

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

/** The owner's tables in these schemas on which the role lacks a right that `grantRows` gives. */
export async function listLacking(client: pg.Client, role: string, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'usage') and not (
       has_schema_privilege($2, n.oid, 'usage')
       and has_table_privilege($2, c.oid, 'select') and has_table_privilege($2, c.oid, 'insert')
       and (c.relname = 'audit_log'
         or has_table_privilege($2, c.oid, 'update') and has_table_privilege($2, c.oid, 'delete')))
     order by name`,
    [schemas, role],
  );
  return rows.map(({ name }) => name);
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
