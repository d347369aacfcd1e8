import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBackup } from '#platform/backup/write-backup.ts';
import { ROOT, VERSION } from '#platform/start/root.ts';
import { compose } from '#server/app/compose.ts';
import { readConfig } from '#server/app/config.ts';
import { EVERY_TABLE_AT, EVERY_TABLE_PASSWORD, fillEveryTable } from '#server/testing/every-table.ts';

/**
 * `node tools/stored-backup/main.ts`: writes the backup of this release that all later ones have to restore, with a
 * dozen rows of every table, from a database of its own.
 */
const folder = join(ROOT, 'src', 'platform', 'backup', 'fixtures');
const data_dir = await mkdtemp(join(tmpdir(), 'emberkin-stored-'));
// Where this runs as root, the database runs under another account, which has to pass.
await chmod(data_dir, 0o711);
const config = readConfig({ DATA_DIR: data_dir, LOG_LEVEL: 'silent' });
const server = await compose(config);
try {
  await fillEveryTable(server.db, server.storage, await server.passwords.hash(EVERY_TABLE_PASSWORD));
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${VERSION}.zip`);
  const { direct_url: url, storage } = server;
  const source = { url, storage, data_dir, version: VERSION, media: true, now: new Date(EVERY_TABLE_AT) };
  const { bytes } = await writeBackup({ ...source, file });
  process.stdout.write(`${file} has ${bytes} bytes.\n`);
} finally {
  await server.stop();
  await rm(data_dir, { recursive: true, force: true });
}
