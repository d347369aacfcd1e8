import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type About, type Change, markStale } from './stale.ts';

/**
 * The mutation stays pending until the screen shows the new state, so dialogs stay open. It refetches after an error
 * too. The response can contain a secret, so it is not cached.
 */
export function useChange<Result, Variables = void>(
  change: Change,
  mutationFn: (variables: Variables) => Promise<Result>,
  about?: About,
) {
  const client = useQueryClient();
  return useMutation({ mutationFn, gcTime: 0, onSettled: () => markStale(client, change, about) });
}
