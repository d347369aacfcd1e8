import type { Config } from '../config/config.ts';
import { BackupError } from './format.ts';

/** Settings by which a trial would reach what the real server works with, with their values where they are set. */
const reaching = ({ database_url, s3, smtp_url, stripe, backup_dir, vapid_keys }: Config): Record<string, unknown> => ({
  DATABASE_URL: database_url,
  S3_BUCKET: s3,
  SMTP_URL: smtp_url,
  STRIPE_SECRET_KEY: stripe,
  BACKUP_DIR: backup_dir,
  VAPID_PRIVATE_KEY: vapid_keys,
});

/**
 * Refuses a trial beside the real server's places: a server with a restored, older database would remove the newer
 * photos of a bucket, send mails and replace nightly backups. Throws a BackupError that names the settings.
 */
export function requireApart(config: Config): void {
  const set = Object.entries(reaching(config)).flatMap(([name, value]) => (value === null ? [] : [name]));
  if (set.length > 0)
    throw new BackupError(
      `A trial must not reach the places of the real server. Set to nothing, here and for its start: ${set.join(', ')}.`,
    );
}
