import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskStorage } from '#platform/storage/disk.ts';

/** For jobs that touch no files: a storage into which nothing is put. */
export const noMedia = () => ({ storage: diskStorage(join(tmpdir(), 'emberkin-unused')) });
