import { through } from './pooler.ts';

/**
 * Returns a warning with the statements that fix it if the role of DATABASE_URL is a superuser; otherwise null. A
 * superuser can read files and run programs on the database machine.
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
