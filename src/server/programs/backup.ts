import './check-node.ts';
import { writeBackup } from '#platform/backup/write-backup.ts';
import { openDatabase } from '#platform/start/open-database.ts';
import { parseFile, runProgram } from '#platform/start/program.ts';
import { VERSION } from '#platform/start/root.ts';
import { chooseStorage } from '#platform/storage/choose.ts';
import { loadConfig } from '../app/config.ts';

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** `npm run backup -- FILE`, which also works while the server runs (docs/operations.md#backups). */
const BACKUP = {
  name: 'backup',
  use: 'npm run backup -- FILE [--no-media]',
  parse: parseFile('backup'),
  loadConfig,
};

await runProgram(BACKUP, async ({ file, media }, config, { signal, say }) => {
  const storage = await chooseStorage(config);
  const { data_dir } = config;
  const database = await openDatabase(config, { create: false, log: say });
  try {
    const source = { url: database.url, storage, data_dir, version: VERSION, now: new Date() };
    const { manifest, bytes } = await writeBackup({ ...source, file, media, signal, report: say });
    const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
    const photos = manifest.media === null ? 'no photos' : `${manifest.media} files of photos`;
    if (manifest.missing_media.length > 0) say(`Missing photos: ${manifest.missing_media.join(', ')}`);
    say(`${rows} rows, ${manifest.jobs} jobs and ${photos} are in ${file} (${megabytes(bytes)}).`);
    say('It contains everything that people wrote and the keys of the server: protect it like the server.');
  } finally {
    await database.close();
  }
});
