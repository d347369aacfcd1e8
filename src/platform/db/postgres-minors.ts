/**
 * The newest minor version of each major version that Emberkin supports. Renovate updates the list from the data source
 * `endoflife-date`, product `postgresql`.
 */
const NEWEST: Readonly<Record<string, string>> = {
  18: '18.6',
  17: '17.12',
  16: '16.15',
  15: '15.20',
};

/** Returns the newest minor of a version's major, such as 18.6 for 18.4, or null if it is not newer or not listed. */
export function findNewerMinor(version: string): string | null {
  const [major = '', minor] = version.split('.');
  const newest = NEWEST[major];
  return newest !== undefined && Number(minor) < Number(newest.split('.')[1]) ? newest : null;
}

/** Returns a sentence for the operator if a newer minor has security fixes; otherwise null. */
export function findMinorNote(version: string, remedy: string | null): string | null {
  const newer = findNewerMinor(version);
  if (newer === null) return null;
  return `PostgreSQL ${version}: ${newer} has security fixes${remedy === null ? '' : ` (${remedy})`}.`;
}

/** How the operator can update an embedded database with an old minor version. */
export const EMBEDDED_REMEDY = 'POSTGRES_BIN, docs/operations.md#postgresql';

/** SQL for the server's version, such as 18.4, without the packager's suffix. */
export const VERSION_SQL = "split_part(current_setting('server_version'), ' ', 1)";
