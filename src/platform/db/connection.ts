import type pg from 'pg';

/**
 * Connects the client, runs `work` and closes the connection. That rolls back an open transaction and releases locks.
 */
export async function withClient<T, Client extends pg.Client>(
  client: Client,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  // A connection that breaks fails its next statement. Without this listener, it would crash the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
