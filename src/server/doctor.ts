import './check-node.ts';
import { parseArgs } from 'node:util';
import { createTotp } from './adapters/keys/totp.ts';
import { type Config, loadConfig } from './app/config.ts';
import { readEnvFile } from './config/env.ts';
import { examineDatabase, lookAtClock } from './doctor/database.ts';
import { type Finding, nothing, ok, reasonOf, wrong } from './doctor/finding.ts';
import { lookAtPhotos } from './doctor/photos.ts';
import { isAddress, lookAtBackup, lookAtDisk, lookAtMail, lookAtOidc, lookAtPushKeys } from './doctor/surroundings.ts';
import { unusedSettings } from './unused-settings.ts';

const MARKS = { ok: 'ok   ', old: 'OLD  ', wrong: 'WRONG', nothing: '-    ' } as const;
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

interface Command {
  /** The address behind `--mail`, null without one. */
  readonly mail: string | null;
  readonly totp: boolean;
}

/** Reads the command line; undefined if it is another one. */
function parseCommand(args: string[]): Command | undefined {
  try {
    const options = { mail: { type: 'string' }, totp: { type: 'boolean', default: false } } as const;
    const { mail = null, totp } = parseArgs({ args, options }).values;
    return mail === null || (isAddress(mail) && !totp) ? { mail, totp } : undefined;
  } catch {
    return undefined;
  }
}

/** Prints a new secret for ADMIN_TOTP, and its address for the authenticator app. */
async function printTotp({ public_url, admin_username }: Config): Promise<void> {
  const { secret, uri } = await createTotp(`Emberkin ${new URL(public_url).hostname}`, admin_username ?? 'admin');
  process.stdout.write(`ADMIN_TOTP=${secret}\n${uri}\n`);
}

/** `npm run doctor`: looks at everything that the server needs, and changes nothing (docs/hosting.md#doctor). */
async function runDoctor(): Promise<boolean> {
  const command = parseCommand(process.argv.slice(2));
  if (command === undefined) {
    console.error('Use: npm run doctor [-- --mail you@example.com | --totp]');
    return false;
  }
  const unused = unusedSettings(process.env, readEnvFile());
  const config = await readSettings();
  if (command.totp) {
    if (config !== null) await printTotp(config);
    return config !== null;
  }
  if (config !== null) await lookAtEverything(config, command.mail);
  if (config !== null || unused.length > 0)
    await look('Settings', () => (unused.length > 0 ? wrong(unused.join(' ')) : ok('all are right, and all are read')));
  if (wrongs > 0) process.stdout.write(`${wrongs} of these lines are wrong (docs/hosting.md#doctor).\n`);
  return wrongs === 0;
}

process.exit((await runDoctor()) ? 0 : 1);
