import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ConfigError } from '#platform/config/config-error.ts';
import { Text } from '#platform/db/columns.ts';
import { EMBEDDED_REMEDY, findMinorNote } from '#platform/db/postgres-minors.ts';
import { findPrograms } from '#platform/postgres/binaries.ts';
import { readConfig } from '#server/app/config.ts';
import { prepareAccount } from '#server/app/start.ts';
import { connected, emptyDatabase, temporaryFolder } from '#server/testing/backups.ts';
import { cleanUpServers, temporary } from '#server/testing/embedded-server.ts';
import { testApp } from '#server/testing/test-app.ts';
import { passwords } from '../keys/passwords.ts';
import { systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { connectionsFor, prepareInstance } from './prepare-instance.ts';

cleanUpServers();

const WARNING =
  'SECRET_KEY differs from the key that this database was used with: links in earlier emails do not work.';

describe('the stored hash of SECRET_KEY', async () => {
  const t = await testApp();
  async function warningsWith(SECRET_KEY: string): Promise<string[]> {
    const warnings: string[] = [];
    const none = () => undefined;
    const log: Log = { info: none, warn: (_, sentence) => void warnings.push(sentence), error: none };
    const config = readConfig({ DATA_DIR: t.dataDir, SECRET_KEY });
    await prepareAccount({ db: t.db, clock: systemClock, passwords: passwords(), config, log });
    return warnings;
  }

  it('causes a warning at each start with another key, but not while a key is rotated', async () => {
    expect(await warningsWith('the first key of all')).toEqual([]);
    expect(await warningsWith('the first key of all')).toEqual([]);
    expect(await warningsWith('the second of all keys,the first key of all')).toEqual([]);
    expect(await warningsWith('the second of all keys')).toEqual([]);
    expect(await warningsWith('somebody elses secret')).toEqual([WARNING]);
    expect(await warningsWith('somebody elses secret')).toEqual([WARNING]);
    expect(await warningsWith('the second of all keys')).toEqual([]);
  });

  it('is replaced without a warning if its row is deleted', async () => {
    expect(await warningsWith('the key that is here to stay')).toEqual([WARNING]);
    await t.db.rows("delete from server_facts where name = 'secret_key'");
    expect(await warningsWith('the key that is here to stay')).toEqual([]);
    expect(await warningsWith('the key that is here to stay')).toEqual([]);
    expect(await warningsWith('the second of all keys')).toEqual([WARNING]);
  });

  it('does not contain the secret', async () => {
    const rows = await t.db.rows(z.object({ name: Text, value: Text }), 'select name, value from server_facts');
    expect(rows).toContainEqual({ name: 'secret_key', value: expect.stringMatching(/^[\w-]{22}$/) });
    expect(JSON.stringify(rows)).not.toMatch(/of all|here to stay|somebody elses/);
  });
});

it.each([
  [5, 60],
  [10, 60],
  [100, 330],
])('with a pool of %i the embedded database allows %i connections, for three instances', (pool, connections) => {
  expect(connectionsFor(pool)).toBe(connections);
});

it('a start reports an embedded PostgreSQL only if it lacks security fixes', {
  timeout: 60_000,
}, async () => {
  const said: string[] = [];
  const closers: (() => unknown)[] = [];
  const config = readConfig({ DATA_DIR: await temporary(0o755) });
  await prepareInstance(config, { report: (line) => said.push(line) }, (close) => closers.push(close));
  for (const close of closers) await close();
  const note = findMinorNote((await findPrograms(null)).version, EMBEDDED_REMEDY);
  expect(said.filter((line) => line.startsWith('PostgreSQL 18'))).toEqual(note === null ? [] : [note]);
});

describe('a database whose encoding lacks letters', () => {
  it.each(['LATIN1', 'SQL_ASCII', 'EUC_JP'])('stops the start with a sentence if it is %s', async (encoding) => {
    const DATABASE_URL = await emptyDatabase(encoding);
    const config = readConfig({ DATA_DIR: await temporaryFolder(), DATABASE_URL });
    await expect(prepareInstance(config, {}, () => undefined)).rejects.toThrow(
      new ConfigError(
        `The database ${new URL(DATABASE_URL).pathname.slice(1)} is in ${encoding}, which cannot store all languages: create another with "create database … encoding 'UTF8' template template0", and move the data with "npm run backup" and "npm run restore" (docs/operations.md#move).`,
      ),
    );
    const tables = await connected(DATABASE_URL, (client) =>
      client.query("select from pg_class where relnamespace = 'public'::regnamespace"),
    );
    expect(tables.rowCount).toBe(0);
  });
});
