import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BEFORE_FIRST_RELEASE, listMigrations } from './db/migrate.ts';
import { prepareSchema } from './prepare-schema.ts';
import { MIGRATIONS } from './root.ts';
import { connected, emptyDatabase, temporaryFolder } from './testing/backups.ts';
import { ask, cleanUpServers, start, temporary } from './testing/embedded-server.ts';
import { startProgram } from './testing/start-program.ts';
import { testApp } from './testing/test-app.ts';

const SLOW = 120_000;
const t = await testApp();
const backups = await temporaryFolder();
cleanUpServers();

/** Tables as a version before the first release made them. */
const TABLES_OF_BEFORE = `
  create table migrations (name text primary key, applied_at timestamptz not null default now());
  insert into migrations (name) values ('0000_first-release.sql'), ('0004_reminder-minutes.sql');
  create table users (id uuid primary key);
  insert into users values (gen_random_uuid())`;

/** What a program could change in a database: its tables, rows, roles and settings. */
const STATE = `select
  (select json_agg(c.oid::regclass::text order by c.oid) from pg_class c where c.relnamespace = 'public'::regnamespace) as tables,
  (select json_agg(m order by m.name) from migrations m) as migrations, (select json_agg(u) from users u) as users,
  (select json_agg(nspname order by nspname) from pg_namespace where nspname !~ '^pg_') as schemas,
  (select json_agg(a.*::text order by a.oid) from pg_authid a) as roles,
  (select datacl::text from pg_database where datname = current_database()) as rights`;

/** Every file below a folder with its size, its mode and when it was written. */
async function filesBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const lines = names.map(async (name) => {
    const { size, mode, mtimeMs } = await stat(join(folder, name));
    return `${name} ${size} ${mode} ${mtimeMs}`;
  });
  return (await Promise.all(lines)).sort();
}

it.each([
  ['main', []],
  ['backup', [join(backups, 'backup.zip')]],
  ['restore', [join(backups, 'whole.zip')]],
  ['sweep', ['--adopt']],
  ['doctor', []],
] as const)(
  '%s ends with 1 at a database of before the first release, and changes nothing.',
  { timeout: SLOW },
  async (program, args) => {
    const url = await emptyDatabase();
    await connected(url, (client) => client.query(TABLES_OF_BEFORE));
    const env = { DATABASE_URL: url, DATA_DIR: t.dataDir };
    const whole = { ...env, DATABASE_URL: t.deps.direct_url };
    if (program === 'restore') await once((await startProgram('backup', args, whole)).child, 'close');
    const [state, files] = [await ask(url, STATE), await filesBelow(t.dataDir)];
    const more = await readdir(backups);
    const { child, said } = await startProgram(program, args, env);
    const [code] = await once(child, 'close');
    expect(said.text).toContain(BEFORE_FIRST_RELEASE);
    expect(code).toBe(1);
    expect(await ask(url, STATE)).toEqual(state);
    expect(await filesBelow(t.dataDir)).toEqual(files);
    expect(await readdir(backups)).toEqual(more);
  },
);

it('An embedded database of before the first release is left as it was, and stopped.', { timeout: SLOW }, async () => {
  const dataDir = await temporary(0o755);
  const first = await start(dataDir);
  await ask(first.owner_url, TABLES_OF_BEFORE);
  await ask(first.owner_url, `alter role emberkin_app password 'of before'`);
  const state = await ask(first.owner_url, STATE);
  // While another process uses it, it stays up for that one.
  await connected(first.owner_url, async () => {
    await expect(start(dataDir)).rejects.toThrow(BEFORE_FIRST_RELEASE);
    expect(await ask(first.owner_url, STATE)).toEqual(state);
  });
  await first.stop();
  await expect(start(dataDir)).rejects.toThrow(BEFORE_FIRST_RELEASE);
  await expect(ask(first.owner_url, 'select 1')).rejects.toThrow();
});

it('A database with newer migrations goes on.', async () => {
  const url = await emptyDatabase();
  await prepareSchema(url);
  await ask(url, `insert into migrations (name) values ('9999_flying.sql')`);
  await prepareSchema(url);
  const names = [...(await listMigrations(MIGRATIONS)), '9999_flying.sql'];
  expect(await ask(url, 'select name from migrations order by name')).toEqual(names.map((name) => ({ name })));
});
