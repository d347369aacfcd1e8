import * as z from 'zod/mini';

/** The layout of the ZIP. Other versions are rejected. */
export const FORMAT = 1;

export const MANIFEST = 'backup.json';
/** Waiting jobs with `id`, `name`, `data` and `start_after`, when each is due. */
export const JOBS_FILE = 'jobs.copy';
export const MEDIA_FOLDER = 'media/';
const TABLES_FOLDER = 'tables/';
const KEYS_FOLDER = 'keys/';
export const PUSH_KEYS = 'vapid.json';
/** Files of DATA_DIR to store below `keys/` if they exist. */
export const KEY_FILES = ['secret-key', PUSH_KEYS] as const;
export const tableFile = (table: string) => `${TABLES_FOLDER}${table}.copy`;
export const keyFile = (name: string) => `${KEYS_FOLDER}${name}`;

const WHOLE_MAX = 64 * 1024 * 1024;
const KEY_MAX = 4096;

/** Returns the largest valid size of an entry in bytes; only rows have no limit. */
export function sizeMaxOf(name: string): number {
  if (name === JOBS_FILE || name.startsWith(TABLES_FOLDER)) return Number.POSITIVE_INFINITY;
  return name.startsWith(KEYS_FOLDER) ? KEY_MAX : WHOLE_MAX;
}

/** Why a backup or restore fails, in one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const count = z.int().check(z.nonnegative());
const identifier = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/));

/** `backup.json` lists the contents, so missing parts are detected. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  /** The database's latest migration. */
  migration: z.string().check(z.regex(/^\d{4}_[\w-]+\.sql$/)),
  created_at: z.string(),
  tables: z.record(identifier, count),
  sequences: z.record(identifier, z.object({ value: z.string().check(z.regex(/^-?\d+$/)), is_called: z.boolean() })),
  jobs: count,
  /** The number of files below `media/`, or null without photos. */
  media: z.nullable(count),
  /** Pictures of rows that were deleted before they were copied. */
  missing_media: z.array(z.string()),
});

export type Manifest = z.output<typeof manifestSchema>;
