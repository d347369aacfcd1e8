import { through } from './pooler.ts';

/**
 * Returns what the operator reads if the role of DATABASE_URL is a superuser, with the statements that mend it; null for
 * any other role. A superuser reads files and runs programs on the machine of the database.
 */
export const findSuperuserNote = (url: string): Promise<string | null> =>
  through(url, async (client) => {
    const { rows } = await client.query<{ role: string; database: string }>(
      `select current_user::text as role, format('%I', current_database()) as database
       where (select rolsuper from pg_roles where rolname = current_user)`,
    );
    const [found] = rows;
    if (!found) return null;
    const statements = `create role emberkin_rows login password '...'; grant connect on database ${found.database} to emberkin_rows;`;
    return `DATABASE_URL works as the superuser ${found.role}. Run ${statements} then name emberkin_rows in DATABASE_URL and ${found.role} in DATABASE_DIRECT_URL (docs/hosting.md#two-roles).`;
  });
