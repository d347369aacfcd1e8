/**
 * The newest minor of each major that Emberkin runs on. Renovate keeps the list by the data source `endoflife-date`, whose
 * name for each line is `postgresql`.
 */
const NEWEST: Readonly<Record<string, string>> = {
  18: '18.6',
  17: '17.12',
  16: '16.15',
  15: '15.20',
};

/** Returns the newest minor of the major of a version such as 18.4; null if the version is as new, or not in the list. */
export function findNewerMinor(version: string): string | null {
  const [major = '', minor] = version.split('.');
  const newest = NEWEST[major];
  return newest !== undefined && Number(minor) < Number(newest.split('.')[1]) ? newest : null;
}

/** Returns a sentence for the operator if a newer minor has security fixes, else null. */
export function findMinorNote(version: string, remedy: string | null): string | null {
  const newer = findNewerMinor(version);
  if (newer === null) return null;
  return `PostgreSQL ${version}: ${newer} has security fixes${remedy === null ? '' : ` (${remedy})`}.`;
}

/** What the operator can do about an embedded database whose minor is old. */
export const EMBEDDED_REMEDY = 'POSTGRES_BIN, docs/operations.md#postgresql';

/** The version of the server that runs a statement, such as 18.4, without what its packager adds. */
export const VERSION_SQL = "split_part(current_setting('server_version'), ' ', 1)";
