/** What keeps the embedded PostgreSQL from running, in one sentence for the person who started Emberkin. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}
