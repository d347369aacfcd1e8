/** Why the embedded PostgreSQL cannot run, in one sentence for the operator. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}
