import type { Env } from '#platform/config/env.ts';
import { BackupError } from './format.ts';

/** One setting of each service that a trial must not reach. */
const REACHING = [
  'DATABASE_URL',
  'S3_BUCKET',
  'SMTP_URL',
  'SMTP_HOST',
  'STRIPE_SECRET_KEY',
  'BACKUP_DIR',
  'VAPID_PRIVATE_KEY',
] as const;

/**
 * Refuses a trial beside the real server's places: a server with a restored, older database would remove the newer
 * photos of a bucket, send mails and replace nightly backups. Throws a BackupError that names the settings.
 */
export function requireApart(env: Env): void {
  const set = REACHING.flatMap((name) => [name, `${name}_FILE`]).filter((name) => env[name]?.trim());
  if (set.length > 0)
    throw new BackupError(
      `A trial must not reach the places of the real server. Set to nothing, here and for its start: ${set.join(', ')}.`,
    );
}
