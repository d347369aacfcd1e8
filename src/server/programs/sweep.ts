import './check-node.ts';
import { findMissingMigrations, requireWhole } from '#platform/db/migrate.ts';
import { openDb } from '#platform/db/open.ts';
import { systemClock } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/log.ts';
import { openDatabase } from '#platform/start/open-database.ts';
import { ProgramError, runProgram } from '#platform/start/program.ts';
import { MIGRATIONS } from '#platform/start/root.ts';
import { chooseStorage } from '#platform/storage/choose.ts';
import { loadConfig } from '../app/config.ts';
import { comparePictures, findSweepDelay, type SweepContext, sweepPictures } from '../services/media/commands.ts';
import { adoptPlace, findPlaceState, placeNote } from '../services/media/place/commands.ts';
import { parseSweep } from './sweep-command.ts';

/** `npm run sweep`: counts the pictures that the daily sweep would move, or moves them (docs/operations.md#photos). */
const SWEEP = { name: 'sweep', use: 'npm run sweep [-- --yes | -- --adopt]', parse: parseSweep, loadConfig };

await runProgram(SWEEP, async (command, config, { signal, say }) => {
  const storage = await chooseStorage(config);
  const database = await openDatabase(config, { create: false, log: say });
  const db = openDb(database.url, { max: 2 });
  const line = (fields: object, sentence: string) => say(`${sentence}: ${JSON.stringify(fields)}`);
  const log: Log = { info: line, warn: line, error: line };
  const context: SweepContext = { db, storage, clock: systemClock, log, signal };
  try {
    await requireWhole(db);
    if ((await findMissingMigrations(db, MIGRATIONS)).length > 0)
      throw new ProgramError('The database lacks tables of this release: start the server once first.');
    if (command === 'adopt') {
      await adoptPlace({ db, storage }, systemClock.now());
      return say(`Photos: ${storage.place} belongs to this database from now on.`);
    }
    const state = await findPlaceState({ db, storage });
    const note = placeNote(state, storage);
    say(`Photos: ${note ?? `${storage.place} belongs to this database.`}`);
    if (command === 'count') {
      const { pictures, orphans, missing } = await comparePictures(context);
      say(`Pictures: ${pictures}. Older than a day and without a row: ${orphans.length}.`);
      say(`Rows whose picture is missing: ${missing}. Nothing was moved.`);
      return;
    }
    if (state === 'undecided')
      throw new ProgramError('Start the server once first: it finds out which database owns the photo storage.');
    if (state === 'foreign')
      throw new ProgramError('Assign the photo storage to this database first, with -- --adopt.');
    const delay = await findSweepDelay(context);
    if (delay) throw new ProgramError(`The first sweep after a first start or a restore is at ${delay.toISOString()}.`);
    const { orphans, missing } = await sweepPictures(context, true);
    say(`Moved to the trash, where they stay for 30 days: ${orphans}. Rows whose picture is missing: ${missing}.`);
  } finally {
    await db.close();
    await database.close();
  }
});
