/** The code of an error of the system, of PostgreSQL or of a library; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code ?? '') : '';

/** What `reading` comes to, or `fallback` where there is no such file: an error with one of these codes. */
export const unlessMissing = <T, F>(
  reading: Promise<T>,
  fallback: F,
  codes: readonly string[] = ['ENOENT'],
): Promise<T | F> =>
  reading.catch((error: unknown) => {
    if (codes.includes(codeOf(error))) return fallback;
    throw error;
  });
