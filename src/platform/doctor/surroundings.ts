import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OLD_MS } from '#platform/backup/nightly.ts';
import type { PlatformConfig } from '#platform/config/config.ts';
import { findVapidKeys, isPair } from '#platform/keys/vapid-keys.ts';
import { isEmail } from '#platform/lib/email.ts';
import { OidcFailed, oidcProvider } from '#platform/oidc/oidc.ts';
import { systemClock } from '../lib/clock.ts';
import { unlessMissing } from '../lib/error-codes.ts';
import { escapeHtml } from '../lib/html.ts';
import { newestBackup } from '../storage/backup-folder.ts';
import { type Finding, nothing, ok, wrong } from './finding.ts';

/** Signs in at the mail server, and sends a mail if an address is given. */
export async function lookAtMail(
  { smtp_url, mail_from, public_url, data_dir }: PlatformConfig,
  to: string | null,
): Promise<Finding> {
  if (smtp_url === null) {
    const text = `Emails are files in ${data_dir}/outbox, because SMTP_URL and SMTP_HOST are not set`;
    return to === null ? nothing(`${text}.`) : wrong(`${text}: no email went to ${to}.`);
  }
  const { smtpMail } = await import('#platform/mail/smtp.ts');
  const mail = smtpMail({ url: smtp_url, from: mail_from, public_url });
  try {
    await mail.check();
    if (to === null) return ok(`${new URL(smtp_url).host} accepts the login`);
    const text = `"npm run doctor" at ${public_url} sent this, so the mail server works.`;
    await mail.send({ to, subject: 'Emberkin can send mail', text, html: `<p>${escapeHtml(text)}</p>` });
    return ok(`${new URL(smtp_url).host} accepted an email to ${to}`);
  } finally {
    await mail.close();
  }
}

/** Checks the age of the newest nightly backup. */
export async function lookAtBackup({ backup_dir }: Pick<PlatformConfig, 'backup_dir'>): Promise<Finding> {
  if (backup_dir === null) return nothing('No automatic backups, because BACKUP_DIR is not set.');
  const now = systemClock.now();
  const newest = await newestBackup(backup_dir, now);
  if (newest === null) return wrong(`${backup_dir} contains no backup: the server writes one when it starts.`);
  const hours = Math.max(0, Math.floor((now.getTime() - newest.getTime()) / 3_600_000));
  const text = `The newest backup in ${backup_dir} is from ${newest.toISOString()}, ${hours} hours ago`;
  return now.getTime() - newest.getTime() > OLD_MS ? wrong(`${text}: the log says why.`) : ok(text);
}

const GIGABYTE = 1e9;
const LEAST_FREE = GIGABYTE;

async function findFolder(path: string): Promise<string> {
  const found = await unlessMissing(stat(path), null);
  if (found === null) return findFolder(dirname(path));
  if (!found.isDirectory()) throw new Error(`${path} is not a folder.`);
  return path;
}

/** Checks that DATA_DIR and BACKUP_DIR are writable and have space. */
export async function lookAtDisk({
  data_dir,
  backup_dir,
}: Pick<PlatformConfig, 'data_dir' | 'backup_dir'>): Promise<Finding> {
  const texts: string[] = [];
  for (const [name, path] of Object.entries({ DATA_DIR: data_dir, BACKUP_DIR: backup_dir })) {
    if (path === null) continue;
    const folder = await findFolder(path);
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable) return wrong(`${name} ${path} cannot be written to.`);
    const { bavail, bsize } = await statfs(folder);
    const text = `${((bavail * bsize) / GIGABYTE).toFixed(1)} GB free at ${name} ${path}`;
    if (bavail * bsize < LEAST_FREE) return wrong(`Only ${text}.`);
    texts.push(text);
  }
  return ok(texts.join(', '));
}

/** Fetches the metadata of the single sign-on provider, as the first sign-in does. */
export async function lookAtOidc(
  { oidc, public_url }: Pick<PlatformConfig, 'oidc' | 'public_url'>,
  callback: string,
): Promise<Finding> {
  if (oidc === null) return nothing('Single sign-on is off, because OIDC_ISSUER is not set.');
  try {
    await oidcProvider({ ...oidc, callback_url: public_url + callback }, systemClock).start('en');
    return ok(`${oidc.issuer} describes itself`);
  } catch (error) {
    if (!(error instanceof OidcFailed)) throw error;
    return wrong(`${oidc.issuer} does not match OIDC_ISSUER: ${error.reason}.`);
  }
}

/** Checks that the keys of push messages belong together. */
export async function lookAtPushKeys({
  vapid_keys,
  data_dir,
}: Pick<PlatformConfig, 'vapid_keys' | 'data_dir'>): Promise<Finding> {
  const place = vapid_keys ? 'VAPID_PUBLIC_KEY' : `${data_dir}/vapid.json`;
  const keys = vapid_keys ?? (await findVapidKeys(data_dir));
  if (keys === null) return nothing(`${place} has no keys yet: the first start creates them.`);
  return isPair(keys) ? ok(`those of ${place} belong together`) : wrong(`The keys in ${place} do not belong together.`);
}

/** Returns true if a mail can be sent to the text after `--mail`. */
export const isAddress = (text: string): boolean => isEmail(text.toLowerCase());
