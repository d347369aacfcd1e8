import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { expect } from './fixtures.ts';

/** A mail that a server without SMTP has written to its outbox. */
interface WrittenMail extends Email {
  /** The day in UTC on which it was written. */
  readonly day: string;
}

/** The mails that were read, by their file: an outbox holds those of all journeys, and a file is whole once it is there. */
const mails = new Map<string, Promise<WrittenMail>>();

async function parse(file: string, name: string): Promise<WrittenMail> {
  return { ...(await PostalMime.parse(await readFile(file))), day: name.slice(0, 10) };
}

/** All mails to an address, oldest first, from the outbox below the data folder of a server. */
export async function listMails(address: string, dataDir = process.env.E2E_DATA_DIR!): Promise<WrittenMail[]> {
  const outbox = join(dataDir, 'outbox');
  // The folder comes with the first mail, and the name of a file begins with the instant.
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  for (const name of names) {
    const file = join(outbox, name);
    if (!mails.has(file)) mails.set(file, parse(file, name));
  }
  const read = await Promise.all(names.map((name) => mails.get(join(outbox, name))!));
  return read.filter(({ to }) => to?.some((one) => one.address === address));
}

/** The newest mail to an address whose text contains `words`, as soon as the server has written it. */
export async function readMail(address: string, words = '', dataDir?: string): Promise<WrittenMail> {
  let found: WrittenMail | undefined;
  const find = async () => {
    found = (await listMails(address, dataDir)).findLast(({ text }) => text?.includes(words));
    return found !== undefined;
  };
  await expect.poll(find, { message: `a mail to ${address} with "${words}"`, timeout: 30_000 }).toBe(true);
  return found!;
}
