/** Why the embedded PostgreSQL cannot run, in one sentence for the person who started Emberkin. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}
