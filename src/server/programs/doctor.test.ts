import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { Text } from '#platform/db/columns.ts';
import { findSuperuserNote } from '#platform/db/superuser.ts';
import { prepareEmbeddedSchema, prepareSchemaFor } from '#platform/start/prepare-schema.ts';
import { ROOT } from '#platform/start/root.ts';
import { backupName } from '#platform/storage/backup-folder.ts';
import { OWNER_FILE } from '#platform/storage/storage.ts';
import { connected, contentsOf, emptyDatabase, temporaryFolder } from '../testing/backups.ts';
import { cleanUpServers, start, temporary } from '../testing/embedded-server.ts';
import { fillEveryTable } from '../testing/every-table.ts';
import { startFakeOidc } from '../testing/oidc-server.ts';
import { startFakeSmtp } from '../testing/smtp-server.ts';
import { startProgram } from '../testing/start-program.ts';
import { asOwner, ownerUrl, testApp, testDatabase } from '../testing/test-app.ts';

const SLOW = 60_000;
const HOUR_MS = 3_600_000;
const t = await testApp();
await fillEveryTable(t.db, t.deps.storage, 'hashed');
const owner = ownerUrl(t.database_url);
const [smtp, oidc] = [await startFakeSmtp(), await startFakeOidc()];
const backups = await temporaryFolder();
const keys = webPush.generateVAPIDKeys();
const vapidFile = join(t.dataDir, 'vapid.json');

/** The settings of a server on which everything works. */
const WELL: Record<string, string> = {
  DATABASE_URL: t.database_url,
  DATABASE_DIRECT_URL: owner,
  DATA_DIR: t.dataDir,
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Emberkin <fire@emberkin.example>',
  PUBLIC_URL: 'http://emberkin.test',
  BACKUP_DIR: backups,
  OIDC_ISSUER: oidc.issuer,
  OIDC_CLIENT_ID: oidc.client_id,
  OIDC_CLIENT_SECRET: oidc.client_secret,
  VAPID_PUBLIC_KEY: keys.publicKey,
  VAPID_PRIVATE_KEY: keys.privateKey,
};

/** Replaces the backups with one that started this long ago. */
async function setBackupAge(ms: number): Promise<void> {
  for (const name of await readdir(backups)) await rm(join(backups, name));
  await writeFile(join(backups, backupName(new Date(Date.now() - ms))), 'zip');
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
  /** Returns the output about one part. */
  of(name: string): string | undefined;
}

async function run(
  env: Record<string, string>,
  { args = [], imports = [] }: { args?: string[]; imports?: string[] } = {},
): Promise<Ended> {
  const { child, said } = await startProgram('doctor', args, { DATABASE_URL: '', ...env }, { imports });
  const [code] = (await once(child, 'close')) as [number | null];
  const lines = said.text.split('\n');
  return { code, said: said.text, of: (name) => lines.find((line) => line.slice(7).startsWith(name)) };
}

/** Lists every file in a folder with the attributes that a change would affect. */
async function filesBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const files = names.map(async (name) => {
    const { size, mtimeMs, ctimeMs, mode } = await stat(join(folder, name));
    return [name, size, mtimeMs, ctimeMs, mode].join(' ');
  });
  return (await Promise.all(files)).sort();
}

/** Returns everything that the doctor could change on a server with DATABASE_URL. */
const everything = async () => ({
  ...(await contentsOf(owner)),
  facts: await connected(
    owner,
    async (client) => (await client.query('select * from server_facts order by name')).rows,
  ),
  tables: await connected(owner, async (client) => (await client.query('select count(*) from pg_class')).rows),
  data: await filesBelow(t.dataDir),
  backups: await filesBelow(backups),
});

beforeAll(() => oidc.register('http://emberkin.test/api/auth/oidc/callback'));
beforeEach(() => setBackupAge(5 * HOUR_MS));
afterAll(async () => {
  await smtp.close();
  await oidc.close();
});

describe('npm run doctor on a healthy server', () => {
  it('reports that each part works and changes nothing', { timeout: SLOW }, async () => {
    const before = await everything();
    const { code, said, of } = await run(WELL);
    // The database of the npm package might not be the newest minor version.
    expect(said.split('\n').filter((line) => !/^(?:ok|OLD) /.test(line))).toEqual(['']);
    expect(code).toBe(0);
    expect(of('Database')).toMatch(/PostgreSQL \d+\.\d+.* at DATABASE_URL, with all migrations and permissions$/i);
    expect(of('Photos')).toMatch(/media belongs to this database: 24 pictures, 0 of them without a row, and 0 rows /);
    expect(of('Streaks')).toMatch(/the saved streaks of \d+ users match their days$/);
    expect(of('Mail')).toContain(`${new URL(smtp.url).host} accepts the login`);
    expect(of('Backup')).toMatch(/, 5 hours ago$/);
    expect(of('Disk')).toMatch(/GB free at DATA_DIR .+ GB free at BACKUP_DIR /);
    expect(of('Clock')).toContain('at most 1 s from that of the database');
    expect(of('OIDC')).toContain(`${oidc.issuer} describes itself`);
    expect(of('Push keys')).toContain('those of VAPID_PUBLIC_KEY belong together');
    expect(of('Settings')).toContain('all are right, and all are read');
    expect(await everything()).toEqual(before);
    expect(smtp.mails).toEqual([]);
  });

  it('sends one email to a given address', { timeout: SLOW }, async () => {
    const { code, of } = await run(WELL, { args: ['--mail', 'You@example.com'] });
    expect([code, of('Mail')]).toEqual([0, expect.stringMatching(/^ok .+ accepted an email to You@example\.com$/)]);
    expect(smtp.mails).toHaveLength(1);
    const mail = await smtp.readMail('You@example.com');
    expect(mail.from).toMatchObject({ address: 'fire@emberkin.example' });
    expect(mail.text).toContain('http://emberkin.test');
    expect(smtp.greetings).toEqual(['emberkin.test']);
  });

  it('reports settings that are not set as neither right nor wrong, and creates no folder', {
    timeout: SLOW,
  }, async () => {
    const DATA_DIR = join(await temporaryFolder(), 'not', 'there');
    const { code, said } = await run({ DATA_DIR });
    expect(code).toBe(0);
    expect(said.match(/^- {6}(?:Database|Photos|Streaks|Mail|Backup|Clock|OIDC|Push keys) /gm)).toHaveLength(8);
    await expect(stat(DATA_DIR)).rejects.toThrow('ENOENT');
  });

  it('rejects any other command line before it checks anything', { timeout: SLOW }, async () => {
    for (const args of [['--mail', 'nobody'], ['now'], ['--totp', '--mail', 'you@example.com']])
      expect(await run(WELL, { args })).toMatchObject({
        code: 1,
        said: 'Use: npm run doctor [-- --mail you@example.com | --totp]\n',
      });
  });
});

const withPassword = (url: string, password: string) => Object.assign(new URL(url), { password }).href;
const CLOCK = 'data:text/javascript,const now=Date.now;Date.now=()=>now()+300_000';

/** Creates a database and runs a damaging statement in it. */
async function harmed(sql: string): Promise<Record<string, string>> {
  const database_url = await testDatabase();
  await asOwner({ database_url }, sql);
  return { DATABASE_URL: database_url, DATABASE_DIRECT_URL: ownerUrl(database_url) };
}

describe('npm run doctor on a server with one problem', () => {
  /** Expects this part to be the only wrong one. Parts that depend on it are skipped. */
  async function expectWrong(name: string, text: string | RegExp, env: Record<string, string>, options = {}) {
    const { code, said, of } = await run({ ...WELL, ...env }, options);
    expect(said.match(/^WRONG.*$/gm), said).toEqual([of(name)]);
    expect(of(name)).toMatch(text);
    expect(said).not.toContain('secret');
    expect(said).toMatch(/\n1 of these checks failed \(docs\/operations\.md#doctor\)\.\n$/);
    expect(code).toBe(1);
  }

  it('reports a database that is down or rejects the password, without showing the password', {
    timeout: SLOW,
  }, async () => {
    const away = 'postgres://ana:secret@127.0.0.1:1/emberkin';
    await expectWrong('Database', /DATABASE_URL cannot be opened: connect ECONNREFUSED 127\.0\.0\.1:1\.$/, {
      DATABASE_URL: away,
      DATABASE_DIRECT_URL: '',
    });
    await expectWrong('Database', /password authentication failed for user "\w+"\.$/, {
      DATABASE_DIRECT_URL: withPassword(owner, 'not-the-secret'),
    });
    await expectWrong('Database', /password authentication failed for user "emberkin_app"\.$/, {
      DATABASE_URL: withPassword(t.database_url, 'not-the-secret'),
    });
  });

  const none = { DATABASE_DIRECT_URL: '' };

  it('reports an empty database and creates no table in it', { timeout: SLOW }, async () => {
    const DATABASE_URL = await emptyDatabase();
    const noTables = 'It has no tables: the first start creates them, unless this is the wrong database.';
    await expectWrong('Database', noTables, { ...none, DATABASE_URL });
    const tables = "select from pg_class where relnamespace = 'public'::regnamespace";
    const { rowCount } = await connected(DATABASE_URL, (client) => client.query(tables));
    expect(rowCount).toBe(0);
  });

  it('reports a database whose encoding lacks characters', { timeout: SLOW }, async () => {
    const DATABASE_URL = await emptyDatabase('LATIN1');
    await expectWrong('Database', /is in LATIN1, .+ encoding 'UTF8'/, { DATABASE_URL, DATABASE_DIRECT_URL: '' });
  });

  it('reports missing migrations and an unfinished restore', { timeout: SLOW }, async () => {
    const undone = 'delete from migrations';
    await expectWrong('Database', /\d+ migrations are missing from 0000_/, await harmed(undone));
    const restoring = 'A restore into this database did not finish';
    await expectWrong('Database', restoring, await harmed('create table restoring ()'));
  });

  it('reports missing rights on rows and tables', { timeout: SLOW }, async () => {
    await expectWrong(
      'Database',
      'emberkin_app lacks permissions on public.audit_log, public.users: ',
      await harmed('revoke update on users from emberkin_app; revoke insert on audit_log from emberkin_app'),
    );
    const rowsAlone = 'emberkin_app does not own its tables and cannot create any';
    await expectWrong('Database', rowsAlone, { ...none, DATABASE_URL: t.database_url });
  });

  it('warns of a superuser in DATABASE_URL with the statements that fix it, and checks the rest', {
    timeout: SLOW,
  }, async () => {
    const { pathname } = new URL(t.database_url);
    const database = pathname.slice(1);
    const statements = `create role emberkin_rows login password '...'; grant connect on database ${database} to emberkin_rows;`;
    await expectWrong('Database', `Run ${statements} then name`, { ...none, DATABASE_URL: owner });
    await expectWrong('Database', statements, { DATABASE_URL: owner });
    const { of } = await run({ ...WELL, ...none, DATABASE_URL: owner });
    expect(of('Photos')).toMatch(/^ok /);
  });

  it('reports photos of another database, photos without a row and rows without photos', {
    timeout: SLOW,
  }, async () => {
    const DATA_DIR = await temporaryFolder();
    const media = join(DATA_DIR, 'media');
    await mkdir(media);
    await copyFile(join(t.dataDir, 'media', OWNER_FILE), join(media, OWNER_FILE));
    const orphan = join(media, 'checkins', randomUUID(), '400.webp');
    await mkdir(dirname(orphan), { recursive: true });
    await writeFile(orphan, 'nobody names it');
    await utimes(orphan, 0, 0);
    const counts = '1 pictures, 1 of them without a row, and 24 rows without their picture';
    await expectWrong('Photos', `belongs to this database: ${counts}`, { DATA_DIR });
    await writeFile(join(media, OWNER_FILE), JSON.stringify({ instance_id: randomUUID() }));
    const before = await filesBelow(DATA_DIR);
    await expectWrong('Photos', `media belongs to another database.`, { DATA_DIR });
    expect(await filesBelow(DATA_DIR)).toEqual(before);
  });

  it('reports saved streaks that differ from the days', { timeout: SLOW }, async () => {
    const [{ email }] = (await t.db.rows(z.object({ email: Text }), 'select email from users order by id limit 1')) as [
      { email: string },
    ];
    const change = (days: number) =>
      t.db.rows('update users set streak_days = streak_days + $2 where email = $1', [email, days]);
    await change(1);
    await expectWrong('Streaks', `1 users differ from their days: ${email}.`, {});
    await change(-1);
  });

  it('reports a mail server that fails, rejects the email or is not set', { timeout: SLOW }, async () => {
    smtp.setMode('550');
    await expectWrong('Mail', '5.1.1 <y***@example.com> unknown user', {}, { args: ['--mail', 'you@example.com'] });
    smtp.setMode('ok');
    await smtp.down();
    await expectWrong('Mail', /connect ECONNREFUSED/, {});
    await smtp.up();
    const text = 'because SMTP_URL and SMTP_HOST are not set: no email went to you@example.com.';
    await expectWrong('Mail', text, { SMTP_URL: '' }, { args: ['--mail', 'you@example.com'] });
  });

  it('reports an old backup and a missing one', { timeout: SLOW }, async () => {
    await setBackupAge(49 * HOUR_MS);
    await expectWrong('Backup', /, 49 hours ago: the log says why\.$/, {});
    for (const name of await readdir(backups)) await rm(join(backups, name));
    await expectWrong('Backup', `${backups} contains no backup`, {});
  });

  it('reports a file instead of a folder', { timeout: SLOW }, async () => {
    const BACKUP_DIR = join(await temporaryFolder(), 'file');
    await writeFile(BACKUP_DIR, '');
    const { code, of } = await run({ ...WELL, BACKUP_DIR });
    expect([code, of('Disk')]).toEqual([1, expect.stringMatching(/^WRONG .+ is not a folder\.$/)]);
  });

  it('reports a clock that is five minutes ahead', { timeout: SLOW }, async () => {
    const text = 'The clock of this machine is 300 s ahead of that of the database';
    await expectWrong('Clock', text, {}, { imports: [CLOCK] });
  });

  it('reports a single sign-on provider that does not respond or has a different issuer', {
    timeout: SLOW,
  }, async () => {
    oidc.setMode('down');
    await expectWrong('OIDC', 'does not match OIDC_ISSUER: ', {});
    oidc.setMode('ok');
    await expectWrong('OIDC', /OAUTH_\w+\.$/, { OIDC_ISSUER: oidc.issuer.replace('127.0.0.1', 'localhost') });
  });

  it('reports push keys that do not match or cannot be read', { timeout: SLOW }, async () => {
    const { privateKey } = webPush.generateVAPIDKeys();
    await expectWrong('Push keys', 'The keys in VAPID_PUBLIC_KEY do not belong', { VAPID_PRIVATE_KEY: privateKey });
    const inFile = { VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '' };
    await writeFile(vapidFile, '{"public_key": "half a f');
    await expectWrong('Push keys', /in JSON/, inFile);
    await rm(vapidFile);
  });

  it('reports settings that nothing reads and a setting that stops the start', { timeout: SLOW }, async () => {
    const hint = 'SIGNUP is not a setting. Did you mean SIGN_UP?';
    await expectWrong('Settings', hint, { SIGNUP: 'invited' });
    expect(await run({ ...WELL, PUBLIC_URL: 'http://emberkin.test/habits', SIGNUP: 'invited' })).toMatchObject({
      code: 1,
      said: [
        'WRONG  Settings   PUBLIC_URL must be an origin such as https://emberkin.example, without a path.',
        `WRONG  Settings   ${hint}`,
        '2 of these checks failed (docs/operations.md#doctor).',
        '',
      ].join('\n'),
    });
  });
});

describe('npm run doctor -- --totp', () => {
  it('prints only a new secret with its URI', { timeout: SLOW }, async () => {
    const env = { PUBLIC_URL: 'https://camp.example', ADMIN_USERNAME: 'keeper', SMTP_URL: smtp.url };
    const { code, said } = await run(env, { args: ['--totp'] });
    const [, secret] = /^ADMIN_TOTP=([A-Z2-7]{32})\n/.exec(said) ?? [];
    expect([code, said]).toEqual([
      0,
      `ADMIN_TOTP=${secret}\notpauth://totp/Emberkin%20camp.example:keeper?secret=${secret}&issuer=Emberkin%20camp.example\n`,
    ]);
  });

  it('rejects a wrong setting', { timeout: SLOW }, async () => {
    const wrong = await run({ ADMIN_TOTP: '123456' }, { args: ['--totp'] });
    expect([wrong.code, wrong.said]).toEqual([1, expect.stringMatching(/^WRONG {2}Settings {3}ADMIN_TOTP must be/)]);
  });
});

describe('the roles of compose.yaml', () => {
  const roles = ['emberkin_rows', 'emberkin_owner'];
  /** The statements that compose.yaml runs once, for a new test database. */
  const script = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')).configs.roles.content as string;
  const statements = script.split('\n').slice(1, -2).join('\n');
  const dropRoles = (url: string) =>
    connected(url, async (client) => {
      for (const role of roles) {
        const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
        if (rowCount)
          await client.query(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`);
      }
    });

  it('pass all checks after a start', { timeout: SLOW }, async () => {
    const superuser = await emptyDatabase();
    const database = new URL(superuser).pathname.slice(1);
    await connected(superuser, (client) =>
      client.query(statements.replaceAll(":'password'", "'camp'").replace('database emberkin', `database ${database}`)),
    );
    try {
      const [DATABASE_URL, DATABASE_DIRECT_URL] = roles.map(
        (username) => Object.assign(new URL(superuser), { username, password: 'camp' }).href,
      ) as [string, string];
      await prepareSchemaFor(DATABASE_DIRECT_URL, 'emberkin_rows');
      const { of } = await run({ DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR: await temporaryFolder() });
      expect(of('Database')).toMatch(/^(?:ok|OLD) .+ with all migrations and permissions$/);
      expect(await findSuperuserNote(DATABASE_URL)).toBeNull();
      expect(await findSuperuserNote(superuser)).toContain('DATABASE_URL works as the superuser ');
    } finally {
      await dropRoles(superuser);
    }
  });
});

describe('npm run doctor on a server with the embedded database', () => {
  cleanUpServers();

  it('checks a running database, leaves a stopped one as it is, and detects a broken one', {
    timeout: SLOW,
  }, async () => {
    const DATA_DIR = await temporary(0o755);
    const embedded = await start(DATA_DIR);
    await prepareEmbeddedSchema(embedded.owner_url);
    const before = await contentsOf(embedded.owner_url);
    const running = await run({ DATA_DIR });
    expect(running.of('Database')).toMatch(
      /^(?:ok|OLD) .+ PostgreSQL 18\.\d+.* at .+postgres, with all migrations and permissions$/i,
    );
    expect(running.of('Clock')).toMatch(/^ok /);
    expect(await contentsOf(embedded.owner_url)).toEqual(before);
    await embedded.stop();

    const files = await filesBelow(DATA_DIR);
    const stopped = await run({ DATA_DIR });
    expect(stopped.code).toBe(0);
    expect(stopped.of('Database')).toMatch(/^- .+postgres does not run: start the server to check it\.$/);
    expect(await filesBelow(DATA_DIR)).toEqual(files);

    await chmod(join(DATA_DIR, 'postgres-password'), 0o600);
    await rm(join(DATA_DIR, 'postgres-password'));
    const lost = await run({ DATA_DIR });
    expect([lost.code, lost.of('Database')]).toEqual([1, expect.stringContaining('its password file')]);
  });
});
