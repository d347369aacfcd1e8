import type { PlatformConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

/**
 * Rejects root in production, where an intruder would own the machine. Returns the warning to print if root is allowed.
 * Returns null for other users and on systems without user IDs.
 */
export function checkAccount(
  { production, allow_root }: Pick<PlatformConfig, 'production' | 'allow_root'>,
  uid: number | undefined,
): string | null {
  if (uid !== 0) return null;
  if (production && !allow_root)
    throw new ConfigError(
      'Emberkin does not run as root in production: start it as another user (docs/hosting.md), or set ALLOW_ROOT=1.',
    );
  return 'Emberkin runs as root. In production that needs ALLOW_ROOT=1 (docs/hosting.md).';
}
