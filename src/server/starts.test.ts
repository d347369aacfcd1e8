import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { listMigrations, migrate } from '#platform/db/migrate.ts';
import { prepareInstance } from '#platform/start/prepare-instance.ts';
import { prepareSchema } from '#platform/start/prepare-schema.ts';
import { MIGRATIONS } from '#platform/start/root.ts';
import { readConfig } from './app/config.ts';
import { connected } from './testing/backups.ts';
import { findPort } from './testing/find-port.ts';
import { startProgram } from './testing/start-program.ts';

const SLOW = 120_000;
const STARTS = [1, 2, 3];
const FIVE_TIMES = [1, 2, 3, 4, 5];
const folder = await mkdtemp(join(tmpdir(), 'emberkin-starts-'));
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Creates a database without tables and returns its owner's URL. */
async function emptyDatabase(): Promise<string> {
  const url = new URL(inject('owner_url'));
  const name = `start_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates a database with only the first migration applied. */
async function olderDatabase(): Promise<string> {
  const url = await emptyDatabase();
  const [first] = await listMigrations(MIGRATIONS);
  await migrate(url, MIGRATIONS, { last: first! });
  return url;
}

const DATABASES = [
  ['an empty database', emptyDatabase],
  ['a database of an earlier release', olderDatabase],
] as const;

/** Requires all migrations, and besides them only `newer` ones. */
async function requirePrepared(url: string, newer: readonly string[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select name from migrations order by name');
  await client.end();
  expect(rows.map(({ name }) => name)).toEqual([...(await listMigrations(MIGRATIONS)), ...newer]);
}

/** Starts the program and returns its output when it is ready or has exited. */
async function startInstance(DATABASE_URL: string, DATA_DIR: string): Promise<string> {
  const settings = { DATABASE_URL, DATA_DIR, PORT: String(await findPort()), LOG_LEVEL: 'warn' };
  const { child, said } = await startProgram('main', [], settings);
  children.push(child);
  const ended = once(child, 'exit');
  while (child.exitCode === null && !said.text.includes('Mails:')) await wait(50);
  child.kill('SIGTERM');
  await ended;
  return said.text;
}

it('a start accepts a database with newer migrations', async () => {
  const url = await emptyDatabase();
  await prepareSchema(url);
  await connected(url, (client) => client.query(`insert into migrations (name) values ('9999_flying.sql')`));
  await prepareSchema(url);
  await requirePrepared(url, ['9999_flying.sql']);
});

describe('three concurrent starts', () => {
  it.each(DATABASES)('all prepare %s, five times', { timeout: SLOW }, async (_, build) => {
    for (const time of FIVE_TIMES) {
      const url = await build();
      const config = { ...readConfig({ DATA_DIR: join(folder, 'data'), DATABASE_URL: url }) };
      const prepared = STARTS.map(() => prepareInstance(config, {}, () => undefined));
      await expect(Promise.all(prepared), `time ${time}`).resolves.toHaveLength(STARTS.length);
      await requirePrepared(url);
    }
  });

  it.each(DATABASES)('all become ready on %s', { timeout: SLOW }, async (_, build) => {
    const url = await build();
    const said = await Promise.all(STARTS.map((n) => startInstance(url, join(folder, `${n}`))));
    for (const text of said) expect(text).toContain('Emberkin is ready:');
    expect(said.join('\n')).not.toMatch(/deadlock|could not|serializ/i);
    await requirePrepared(url);
  });
});
