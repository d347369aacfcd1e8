import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Writes what the user did here into a cached answer, if there is one. A fetch in flight may have started before, and
 * would bring back what it was, so it is cancelled first.
 */
export async function writeCached<Data = unknown, Key extends QueryKey = QueryKey>(
  client: QueryClient,
  queryKey: Key,
  change: (data: InferDataFromTag<Data, Key>) => InferDataFromTag<Data, Key>,
): Promise<void> {
  await client.cancelQueries({ queryKey });
  client.setQueryData<InferDataFromTag<Data, Key>>([...queryKey], (data) => data && change(data));
}
