import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { expect } from './fixtures.ts';

const folder = join(process.env.E2E_DATA_DIR!, 'outbox');

async function newestTo(address: string): Promise<Email | undefined> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names
    .filter((file) => file.endsWith('.eml'))
    .sort()
    .reverse()) {
    const mail = await PostalMime.parse(await readFile(join(folder, name)));
    if (mail.to?.some((to) => to.address === address)) return mail;
  }
  return undefined;
}

/** The newest mail to an address; the server writes it to its outbox folder soon after the request. */
export async function readMail(address: string): Promise<Email> {
  const found: Email[] = [];
  const findMail = async () => {
    const mail = await newestTo(address);
    if (mail) found.push(mail);
    return found.length;
  };
  await expect.poll(findMail, { message: `a mail to ${address}` }).toBeGreaterThan(0);
  return found[0]!;
}
