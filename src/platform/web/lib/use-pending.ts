import { type MutationKey, useMutationState } from '@tanstack/react-query';

/**
 * Returns the variables of this key's pending mutations, oldest first.
 *
 * Show them on top of the server's data. A response might include only the first of two changes and must not undo the
 * second.
 */
export const usePending = <Variables>(mutationKey: MutationKey): Variables[] =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Variables,
  });
