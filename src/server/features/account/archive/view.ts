/**
 * The server builds the archive while sending it. It reads rows in pages by key and opens one picture at a time, so
 * memory does not grow with the history. No transaction surrounds the reads: a slow reader would keep it open beyond
 * its time limit. If a source fails, the connection breaks, so a client cannot mistake half an archive for a whole one.
 */

import { Readable } from 'node:stream';
import yazl from 'yazl';
import { type Cell, toCsvRow } from '#platform/lib/csv.ts';
import { currentZone } from '#platform/lib/zones.ts';
import { getPicture } from '#platform/storage/whole-picture.ts';
import type { Deps } from '../../../app/deps.ts';
import type { UserRow } from '../../../facts/users.ts';
import { readStreaks } from '../../../life/public.ts';
import { findSettings } from '../../../services/settings/public.ts';
import { listPhotos } from '../queries.ts';
import { type ArchiveReader, archiveTables, type NamedTable, type Row, readTable } from './queries.ts';

type Sources = Pick<Deps, 'db' | 'config' | 'storage' | 'log'>;

const readme = (tables: readonly NamedTable[], isToken: boolean) => `${
  isToken
    ? 'This archive holds what API tokens open of what Emberkin keeps about you. The one on your profile holds everything.'
    : 'This archive holds everything Emberkin keeps about you.'
}

account.json: ${isToken ? 'your account' : 'your profile and your settings'}
photos/: your photos, as they are stored; avatar.webp is your profile picture
${tables.map(([name, { about }]) => `${name}.json, ${name}.csv: ${about}`).join('\n')}

The JSON files are exact. In the tables (CSV) text that a spreadsheet might read as a formula begins with an apostrophe.
Passwords and keys are left out: we only keep fingerprints of them, which are no use to anyone.
`;

/** Returns the fields of the account that API tokens can read elsewhere. */
const ownAccount = ({
  id,
  name,
  email,
  timezone,
  points,
  streak_days,
  subscription_tier,
  subscription_plan,
}: UserRow & { streak_days: number }) => ({
  ...{ id, name, email, timezone, points, streak_days, subscription_tier, subscription_plan },
});

async function* asJson(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Writes lists and objects as JSON, because a CSV cell contains one value. */
const asCell = (value: unknown): Cell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : ((value ?? null) as Cell);

/** The byte order mark, without which Excel does not read the file as UTF-8. */
const MARK = '\uFEFF';

/** Writes a table as CSV (RFC 4180) with a header line; an empty table is an empty file. */
export async function* asCsv(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let named = false;
  for await (const row of rows) {
    if (!named) yield MARK + toCsvRow(Object.keys(row));
    named = true;
    yield toCsvRow(Object.values(row).map(asCell));
  }
}

/** Streams the archive of a user's data (docs/rules.md#accounts). The stream ends with an error if a source fails. */
export async function exportArchive(
  { db, config, storage, log }: Sources,
  user: UserRow,
  now: Date,
  reader: ArchiveReader = { token_id: null, reads_only: false },
): Promise<Readable> {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  let source: Readable | null = null;
  output.on('close', () => source?.destroy());
  // yazl already writes while this function lists the photos, before the caller can listen for errors.
  let failure: Error | undefined;
  output.on('error', (error) => {
    failure = error;
  });
  const add = (name: string, compress: boolean, open: () => Promise<Readable>) =>
    zip.addReadStreamLazy(name, { mtime: now, compress }, (give) => {
      open().then(
        (stream) => {
          source = stream;
          stream.on('error', (error) => output.destroy(error));
          // The client disconnected while the source was being opened.
          if (output.destroyed) stream.destroy();
          else give(null, stream);
        },
        (error: Error) => output.destroy(error),
      );
    });

  const text = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`);
  const tables = archiveTables(config, reader);
  const isToken = reader.token_id !== null;
  zip.addBuffer(text(readme(tables, isToken)), 'README.txt', { mtime: now });
  const { streak_days, longest_streak } = (await readStreaks(db, [user.id], now)).get(user.id)!;
  const own = { ...user, timezone: currentZone(user.timezone), streak_days, longest_streak };
  const account = isToken ? ownAccount(own) : { ...own, settings: await findSettings(db, user.id) };
  zip.addBuffer(text(account), 'account.json', { mtime: now });
  for (const [name, table] of tables) {
    const rows = () => readTable(table, { db, user_id: user.id, now });
    add(`${name}.json`, true, async () => Readable.from(asJson(rows())));
    add(`${name}.csv`, true, async () => Readable.from(asCsv(rows())));
  }
  try {
    for await (const { name, key } of listPhotos(db, user))
      add(`photos/${name}.webp`, false, async () => {
        const file = await getPicture(storage, key);
        if (!file) log.warn({ key }, 'a picture is missing');
        return file?.stream ?? Readable.from([]);
      });
  } catch (error) {
    output.destroy();
    throw error;
  }
  if (failure) throw failure;
  zip.end();
  return output;
}
