import './check-node.ts';
import { readEnvFile } from '#platform/config/env.ts';
import { parseCommand } from '#platform/doctor/command.ts';
import { ok, reasonOf, wrong } from '#platform/doctor/finding.ts';
import { createReport } from '#platform/doctor/report.ts';
import { createTotp } from '#platform/keys/totp.ts';
import { type Config, loadConfig } from '../app/config.ts';
import { unusedSettings } from '../app/unused-settings.ts';
import { lookAtEverything } from './doctor-looks.ts';

const report = createReport();
const { look } = report;

/** Reads the settings as a start does. Returns null if a start would refuse them. */
async function readSettings(): Promise<Config | null> {
  try {
    return loadConfig();
  } catch (error) {
    await look('Settings', () => wrong(reasonOf(error)));
    return null;
  }
}

/** Prints a new secret for ADMIN_TOTP and its URI for the authenticator app. */
async function printTotp({ public_url, admin_username }: Config): Promise<void> {
  const { secret, uri } = await createTotp(`Emberkin ${new URL(public_url).hostname}`, admin_username ?? 'admin');
  process.stdout.write(`ADMIN_TOTP=${secret}\n${uri}\n`);
}

/**
 * `npm run doctor`: checks everything that the server needs and changes nothing (docs/operations.md#doctor). So it does
 * not start a stopped database: that writes files, replays the log after a crash, and might interfere with a copy or a
 * restore.
 */
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
  if (config !== null) await lookAtEverything(report, config, command.mail);
  if (config !== null || unused.length > 0)
    await look('Settings', () => (unused.length > 0 ? wrong(unused.join(' ')) : ok('all are right, and all are read')));
  if (report.wrongs > 0) process.stdout.write(`${report.wrongs} of these checks failed (docs/operations.md#doctor).\n`);
  return report.wrongs === 0;
}

process.exit((await runDoctor()) ? 0 : 1);
