import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskStorage } from '#platform/storage/disk.ts';

/** An unused storage, for jobs that touch no files. */
export const noMedia = () => ({ storage: diskStorage(join(tmpdir(), 'emberkin-unused')) });
