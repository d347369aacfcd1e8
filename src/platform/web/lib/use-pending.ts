import { type MutationKey, useMutationState } from '@tanstack/react-query';

/**
 * What the mutations with this key that have no answer yet were called with, the oldest first. A screen shows it on top of
 * what the server says: that may know of the first of two changes alone, and must not take the second one back.
 */
export const usePending = <Variables>(mutationKey: MutationKey): Variables[] =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Variables,
  });
