import type { Env } from '#platform/config/env.ts';
import { BackupError } from './format.ts';

/** A setting per service that a trial must not reach. */
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
 * Rejects a trial that could reach the real server's services. A server on an older database would delete the bucket's
 * newer photos, send email and replace nightly backups. Throws a BackupError that names the settings.
 */
export function requireApart(env: Env): void {
  const set = REACHING.flatMap((name) => [name, `${name}_FILE`]).filter((name) => env[name]?.trim());
  if (set.length > 0)
    throw new BackupError(
      `A trial must not reach the real server's services. Clear these settings, here and for its start: ${set.join(', ')}.`,
    );
}
