import { join } from 'node:path';
import type { PlatformConfig } from '#platform/config/config.ts';
import { diskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/** Returns the configured storage: a bucket, or the folder `media` in DATA_DIR. */
export async function chooseStorage({ s3, data_dir }: Pick<PlatformConfig, 's3' | 'data_dir'>): Promise<Storage> {
  return s3 ? (await import('./s3.ts')).s3Storage(s3) : diskStorage(join(data_dir, 'media'));
}
