/** Returns the code of an error from the system, PostgreSQL or a library, or an empty text if it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code ?? '') : '';

/** Returns the result of `reading`, or `fallback` if it fails with one of `codes`, by default a missing file. */
export const unlessMissing = <T, F>(
  reading: Promise<T>,
  fallback: F,
  codes: readonly string[] = ['ENOENT'],
): Promise<T | F> =>
  reading.catch((error: unknown) => {
    if (codes.includes(codeOf(error))) return fallback;
    throw error;
  });
