import type { RouterContext } from './guards.ts';

/** Makes the client when it is first asked for; after a failure, for example without a network, it is tried again. */
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
