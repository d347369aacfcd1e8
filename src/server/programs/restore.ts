import './check-node.ts';
import { restoreBackup } from '#platform/backup/restore.ts';
import { requireApart } from '#platform/backup/trial.ts';
import { checkAccount } from '#platform/config/root-account.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { type OpenDatabase, openDatabase } from '#platform/start/open-database.ts';
import { parseFile, runProgram } from '#platform/start/program.ts';
import { MIGRATIONS } from '#platform/start/root.ts';
import { chooseStorage } from '#platform/storage/choose.ts';
import { closeDataDir, makeDataDir } from '#platform/storage/data-dir.ts';
import { loadConfig } from '../app/config.ts';
import { JOBS } from '../app/jobs.ts';

const ENDED = 'All sessions, API tokens, check-in keys and reset links have ended.';
const GOOD_AGAIN =
  'Sessions, API tokens and check-in keys that ended since the backup are valid again: --end-sessions ends all.';
const TRIAL = 'This is a trial without jobs, push subscriptions and push keys. Webhooks are off.';

/** `npm run restore -- FILE`, into an empty database and an empty photo storage (docs/operations.md#restore). */
const RESTORE = {
  name: 'restore',
  use: 'npm run restore -- FILE [--no-media] [--trial] [--end-sessions]',
  parse: parseFile('restore'),
  loadConfig,
};

await runProgram(RESTORE, async ({ file, media, trial, end_sessions }, config, { signal, say }) => {
  if (trial) requireApart(process.env);
  const warning = checkAccount(config, process.getuid?.());
  if (warning !== null) say(warning);
  await makeDataDir(config.data_dir);
  let database: OpenDatabase | undefined;
  try {
    const restored = await restoreBackup({
      ...{ file, media, trial, end_sessions, signal },
      openDatabase: async () => {
        database = await openDatabase(config, { create: true, log: say });
        return database.url;
      },
      storage: await chooseStorage(config),
      data_dir: config.data_dir,
      migrations: MIGRATIONS,
      jobs: JOBS,
      clock: systemClock,
      report: say,
    });
    await closeDataDir(config.data_dir, say);
    const { manifest, tables, jobs, unknown_jobs } = restored;
    for (const [table, rows] of Object.entries(tables)) if (rows > 0) say(`${String(rows).padStart(10)} ${table}`);
    if (unknown_jobs.length > 0) say(`Unknown jobs were omitted: ${unknown_jobs.join(', ')}.`);
    const photos = restored.media === null ? 'no photos' : `${restored.media} files of photos`;
    if (trial) say(TRIAL);
    say(end_sessions ? ENDED : GOOD_AGAIN);
    say('Passwords are those of the backup. Later suspensions are lost: check /admin.');
    say(`These rows, ${jobs} jobs and ${photos} of ${manifest.created_at} are restored from ${file}.`);
  } finally {
    await database?.close();
  }
});
