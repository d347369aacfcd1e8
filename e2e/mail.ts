import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { expect } from './fixtures.ts';

interface WrittenMail extends Email {
  /** The UTC day of writing. */
  readonly day: string;
}

/** The parsed emails by file. An outbox contains the emails of all journeys, and an existing file is complete. */
const mails = new Map<string, Promise<WrittenMail>>();

async function parse(file: string, name: string): Promise<WrittenMail> {
  return { ...(await PostalMime.parse(await readFile(file))), day: name.slice(0, 10) };
}

/** Lists all emails to an address, oldest first, from the outbox in a server's data folder. */
export async function listMails(address: string, dataDir = process.env.E2E_DATA_DIR!): Promise<WrittenMail[]> {
  const outbox = join(dataDir, 'outbox');
  // The first email creates the folder, and a file's name starts with the instant.
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  for (const name of names) {
    const file = join(outbox, name);
    if (!mails.has(file)) mails.set(file, parse(file, name));
  }
  const read = await Promise.all(names.map((name) => mails.get(join(outbox, name))!));
  return read.filter(({ to }) => to?.some((one) => one.address === address));
}

/** Returns the newest email to an address that contains `words`, waiting until the server writes it. */
export async function readMail(address: string, words = '', dataDir?: string): Promise<WrittenMail> {
  let found: WrittenMail | undefined;
  const find = async () => {
    found = (await listMails(address, dataDir)).findLast(({ text }) => text?.includes(words));
    return found !== undefined;
  };
  await expect.poll(find, { message: `a mail to ${address} with "${words}"`, timeout: 30_000 }).toBe(true);
  return found!;
}
