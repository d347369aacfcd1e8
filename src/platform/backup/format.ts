import * as z from 'zod/mini';

/** The layout of the ZIP. A file with another number is refused. */
export const FORMAT = 1;

/** Names inside the ZIP. */
export const MANIFEST = 'backup.json';
/** The jobs that wait, with `id`, `name`, `data` and `start_after`, the instant until which each does. */
export const JOBS_FILE = 'jobs.copy';
export const MEDIA_FOLDER = 'media/';
const TABLES_FOLDER = 'tables/';
const KEYS_FOLDER = 'keys/';
/** The pair of keys that signs push messages. */
export const PUSH_KEYS = 'vapid.json';
/** Files of DATA_DIR that are stored below `keys/`, where they exist. */
export const KEY_FILES = ['secret-key', PUSH_KEYS] as const;
export const tableFile = (table: string) => `${TABLES_FOLDER}${table}.copy`;
export const keyFile = (name: string) => `${KEYS_FOLDER}${name}`;

const WHOLE_MAX = 64 * 1024 * 1024;
const KEY_MAX = 4096;

/** How many bytes a file of the ZIP may have: the manifest, keys and pictures are small, and rows are as many as there are. */
export function sizeMaxOf(name: string): number {
  if (name === JOBS_FILE || name.startsWith(TABLES_FOLDER)) return Number.POSITIVE_INFINITY;
  return name.startsWith(KEYS_FOLDER) ? KEY_MAX : WHOLE_MAX;
}

/** Why a backup or a restore cannot be made, in one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const count = z.int().check(z.nonnegative());
const identifier = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/));

/** `backup.json`: what the file holds, so that a file with less of it is recognized. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The version of Emberkin that wrote it. */
  version: z.string(),
  /** The name of the latest migration of the database. */
  migration: z.string().check(z.regex(/^\d{4}_[\w-]+\.sql$/)),
  created_at: z.string(),
  /** How many rows each table has. */
  tables: z.record(identifier, count),
  sequences: z.record(identifier, z.object({ value: z.string().check(z.regex(/^-?\d+$/)), is_called: z.boolean() })),
  jobs: count,
  /** How many files there are below `media/`; null when photos were left out. */
  media: z.nullable(count),
  /** Pictures that rows name and that were not there any more when their turn came. */
  missing_media: z.array(z.string()),
});

export type Manifest = z.output<typeof manifestSchema>;
