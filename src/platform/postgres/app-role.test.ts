import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Text } from '#platform/db/columns.ts';
import { prepareEmbeddedSchema } from '#platform/start/prepare-schema.ts';
import { ask, cleanUpServers, start, temporary } from '#server/testing/embedded-server.ts';
import { ownerUrl, testApp } from '#server/testing/test-app.ts';

const SLOW = 30_000;
const DENIED = '42501';
cleanUpServers();

describe("the pool's role", async () => {
  const t = await testApp();
  // Copying a database does not copy its rights.
  await prepareEmbeddedSchema(ownerUrl(t.database_url));

  it.each([
    "copy (select 'x') to program 'cat'",
    "copy users (name) from program 'id'",
    "copy users (name) from '/etc/passwd'",
    "select pg_read_file('/etc/passwd')",
    'create table mine (id int)',
    'create temporary table mine (id int)',
    'create schema mine',
    "create function mine() returns int language sql as 'select 1'",
    'create role mine',
    'create database mine',
    'alter table users add column mine int',
    'drop table users',
    'truncate users',
    'set role emberkin',
    "update audit_log set note = 'x'",
    'delete from audit_log',
  ])('may not run: %s', async (statement) => {
    await expect(t.db.rows(statement)).rejects.toMatchObject({ code: DENIED });
  });

  it('reads and writes rows, and adds to the audit log', async () => {
    const [row] = await t.db.rows(z.object({ role: Text }), 'select current_user as role');
    expect(row).toEqual({ role: 'emberkin_app' });
    const id = 'a0000000-0000-4000-8000-000000000000';
    await t.db.rows("insert into audit_log (id, at, admin, action) values ($1, now(), 'keeper', 'login')", [id]);
    expect(await t.db.rows('select id from audit_log')).toEqual([{ id }]);
  });
});

describe('the passwords of a cluster', () => {
  it('differ between the two roles, and a lost app password is replaced', {
    timeout: SLOW,
  }, async () => {
    const dataDir = await temporary(0o755);
    const first = await start(dataDir);
    await prepareEmbeddedSchema(first.owner_url);
    const files = ['postgres-password', 'postgres-app-password'].map((name) => join(dataDir, name));
    const passwords = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    expect(new Set(passwords).size).toBe(2);
    for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600);
    const stored = "select count(*)::int as count from pg_authid where rolpassword like 'SCRAM-SHA-256$%'";
    expect(await ask(first.owner_url, stored)).toEqual([{ count: 2 }]);
    expect(await ask(first.app_url, 'select count(*)::int as count from users')).toEqual([{ count: 0 }]);
    await first.stop();

    await writeFile(files[1]!, 'another password');
    const second = await start(dataDir);
    expect(await ask(second.app_url, 'select count(*)::int as count from users')).toEqual([{ count: 0 }]);
    await expect(ask(first.app_url, 'select 1')).rejects.toThrow('password authentication failed');
  });
});
