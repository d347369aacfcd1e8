import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';

/** Cancels fetches in flight first, because they might bring back the old state. */
export async function writeCached<Data = unknown, Key extends QueryKey = QueryKey>(
  client: QueryClient,
  queryKey: Key,
  change: (data: InferDataFromTag<Data, Key>) => InferDataFromTag<Data, Key>,
): Promise<void> {
  await client.cancelQueries({ queryKey });
  client.setQueryData<InferDataFromTag<Data, Key>>([...queryKey], (data) => data && change(data));
}
