import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBackup } from '#platform/backup/write-backup.ts';
import { ROOT, VERSION } from '#platform/start/root.ts';
import { compose } from '#server/app/compose.ts';
import { readConfig } from '#server/app/config.ts';
import { EVERY_TABLE_AT, EVERY_TABLE_PASSWORD, fillEveryTable } from '#server/testing/every-table.ts';

/**
 * `node tools/stored-backup/main.ts` writes this release's backup, which every later release must restore. It has a
 * dozen rows of every table, from a separate database.
 */
const folder = join(ROOT, 'src', 'platform', 'backup', 'fixtures');
const data_dir = await mkdtemp(join(tmpdir(), 'emberkin-stored-'));
// As root, the database runs under another account, which needs access.
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
