import type pg from 'pg';

/** Lists the owner's tables and sequences, quoted. The schema can also contain tables of other roles. */
async function listOwned(client: pg.Client) {
  const { rows } = await client.query<{ name: string; is_table: boolean }>(
    `select format('public.%I', c.relname) as name, c.relkind <> 'S' as is_table
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
       and pg_has_role(c.relowner, 'usage') order by name`,
  );
  const join = (tables: boolean) => rows.filter(({ is_table }) => is_table === tables).map(({ name }) => name);
  return { tables: join(true).join(', '), sequences: join(false).join(', ') };
}

/** Lists the owner's tables on which the role lacks a right that `grantRows` grants. */
export async function listLacking(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('public.%I', c.relname) as name
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'usage')
       and not (has_schema_privilege($1, c.relnamespace, 'usage')
         and has_table_privilege($1, c.oid, 'select') and has_table_privilege($1, c.oid, 'insert')
         and (c.relname = 'audit_log'
           or has_table_privilege($1, c.oid, 'update') and has_table_privilege($1, c.oid, 'delete')))
     order by name`,
    [role],
  );
  return rows.map(({ name }) => name);
}

/**
 * Grants a role read and write access to the owner's tables, except that it can only insert into the audit log
 * (docs/rules.md#operator). Call it after every migration, because only the owner has rights on a new table.
 */
export async function grantRows(client: pg.Client, roleName: string): Promise<void> {
  const role = client.escapeIdentifier(roleName);
  const { tables, sequences } = await listOwned(client);
  await client.query(`grant usage on schema public to ${role}`);
  await client.query(`grant select, insert, update, delete on ${tables} to ${role}`);
  if (sequences) await client.query(`grant usage, select on ${sequences} to ${role}`);
  await client.query(`revoke update, delete on audit_log from ${role}`);
}
