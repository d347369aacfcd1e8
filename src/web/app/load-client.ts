import type { RouterContext } from './guards.ts';

/** Creates the client on the first call. After a failure, such as without a network, the next call retries. */
export function makeClientLoader(): RouterContext['loadClient'] {
  let client: ReturnType<RouterContext['loadClient']> | null = null;
  return () => {
    client ??= import('./query-client.tsx').then(
      ({ makeQueryClient }) => makeQueryClient(),
      (error: unknown) => {
        client = null;
        throw error;
      },
    );
    return client;
  };
}
