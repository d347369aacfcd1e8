import { parseArgs } from 'node:util';
import { type Config, loadConfig } from './config/config.ts';
import { readEnvFile } from './config/env.ts';
import { examineDatabase, lookAtClock } from './doctor/database.ts';
import { type Finding, nothing, ok, reasonOf, wrong } from './doctor/finding.ts';
import { lookAtPhotos } from './doctor/photos.ts';
import { isAddress, lookAtBackup, lookAtDisk, lookAtMail, lookAtOidc, lookAtPushKeys } from './doctor/surroundings.ts';
import { unusedSettings } from './unused-settings.ts';

const MARKS = { ok: 'ok   ', wrong: 'WRONG', nothing: '-    ' } as const;
let wrongs = 0;

/** Prints what a look found; one that fails has found the reason. */
async function look(name: string, find: () => Finding | Promise<Finding>): Promise<void> {
  const { is, text } = await (async () => find())().catch((error: unknown) => wrong(reasonOf(error)));
  if (is === 'wrong') wrongs++;
  process.stdout.write(`${MARKS[is]}  ${name.padEnd(9)}  ${text}\n`);
}

/** The settings as a start reads them; null where it would refuse them. */
async function readSettings(): Promise<Config | null> {
  try {
    return loadConfig();
  } catch (error) {
    await look('Settings', () => wrong(reasonOf(error)));
    return null;
  }
}

async function lookAtEverything(config: Config, mailTo: string | null): Promise<void> {
  const { finding, db, close } = await examineDatabase(config);
  const withRows = (find: (rows: NonNullable<typeof db>) => Promise<Finding>) => () =>
    db === null ? nothing('Not looked at: see the line of the database.') : find(db);
  await look('Database', () => finding);
  await look(
    'Photos',
    withRows((rows) => lookAtPhotos(config, rows)),
  );
  await look('Mail', () => lookAtMail(config, mailTo));
  await look('Backup', () => lookAtBackup(config));
  await look('Disk', () => lookAtDisk(config));
  await look('Clock', withRows(lookAtClock));
  await look('OIDC', () => lookAtOidc(config));
  await look('Push keys', () => lookAtPushKeys(config));
  await close();
}

/** The address behind `--mail`, null without one; undefined for a command line that is another. */
function parseCommand(args: string[]): string | null | undefined {
  try {
    const { mail = null } = parseArgs({ args, options: { mail: { type: 'string' } } }).values;
    return mail === null || isAddress(mail) ? mail : undefined;
  } catch {
    return undefined;
  }
}

/** `npm run doctor`: looks at everything that the server needs, and changes nothing (docs/hosting.md#doctor). */
async function runDoctor(): Promise<boolean> {
  const mailTo = parseCommand(process.argv.slice(2));
  if (mailTo === undefined) {
    console.error('Use: npm run doctor [-- --mail you@example.com]');
    return false;
  }
  const unused = unusedSettings(process.env, readEnvFile());
  const config = await readSettings();
  if (config !== null) await lookAtEverything(config, mailTo);
  if (config !== null || unused.length > 0)
    await look('Settings', () => (unused.length > 0 ? wrong(unused.join(' ')) : ok('all are right, and all are read')));
  if (wrongs > 0) process.stdout.write(`${wrongs} of these lines are wrong (docs/hosting.md#doctor).\n`);
  return wrongs === 0;
}

process.exit((await runDoctor()) ? 0 : 1);
