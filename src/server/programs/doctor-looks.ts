import { examineDatabase, lookAtClock } from '#platform/doctor/database.ts';
import { type Finding, nothing } from '#platform/doctor/finding.ts';
import type { Report } from '#platform/doctor/report.ts';
import { lookAtBackup, lookAtDisk, lookAtMail, lookAtOidc, lookAtPushKeys } from '#platform/doctor/surroundings.ts';
import type { Config } from '../app/config.ts';
import { OIDC_CALLBACK } from '../services/auth/public.ts';
import { lookAtPhotos } from './doctor-photos.ts';
import { lookAtStreaks } from './doctor-streaks.ts';

/** Checks each part of a server. Sends a test email if `mailTo` is an address. */
export async function lookAtEverything({ look }: Report, config: Config, mailTo: string | null): Promise<void> {
  const { finding, db, close } = await examineDatabase(config);
  const withRows = (find: (rows: NonNullable<typeof db>) => Promise<Finding>) => () =>
    db === null ? nothing('Not checked: see the line of the database.') : find(db);
  await look('Database', () => finding);
  await look(
    'Photos',
    withRows((rows) => lookAtPhotos(config, rows)),
  );
  await look(
    'Streaks',
    withRows((rows) => lookAtStreaks(rows)),
  );
  await look('Mail', () => lookAtMail(config, mailTo));
  await look('Backup', () => lookAtBackup(config));
  await look('Disk', () => lookAtDisk(config));
  await look('Clock', withRows(lookAtClock));
  await look('OIDC', () => lookAtOidc(config, OIDC_CALLBACK));
  await look('Push keys', () => lookAtPushKeys(config));
  await close();
}
