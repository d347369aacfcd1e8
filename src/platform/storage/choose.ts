import { join } from 'node:path';
import type { PlatformConfig } from '#platform/config/config.ts';
import { diskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/** The storage that the settings name: a bucket, or the folder `media` of DATA_DIR. */
export async function chooseStorage({ s3, data_dir }: Pick<PlatformConfig, 's3' | 'data_dir'>): Promise<Storage> {
  // Imported only where it is used: the SDK is large.
  return s3 ? (await import('./s3.ts')).s3Storage(s3) : diskStorage(join(data_dir, 'media'));
}
