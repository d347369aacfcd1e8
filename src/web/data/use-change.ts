import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type About, type Change, markStale } from './stale.ts';

/**
 * A call that changes something. It is over when the screen shows the new state, so that a button is busy and a dialog open
 * until then; also after a refusal, which may mean that the screen shows what is no longer so. Its answer may hold a secret
 * and does not stay in the cache.
 */
export function useChange<Result, Variables = void>(
  change: Change,
  mutationFn: (variables: Variables) => Promise<Result>,
  about?: About,
) {
  const client = useQueryClient();
  return useMutation({ mutationFn, gcTime: 0, onSettled: () => markStale(client, change, about) });
}
