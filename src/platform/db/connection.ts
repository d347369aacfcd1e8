import type pg from 'pg';

/** Runs work on a connection of its own, which ends with it: an open transaction is rolled back, and locks go. */
export async function withClient<T, Client extends pg.Client>(
  client: Client,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  // A connection that breaks fails its next statement; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
