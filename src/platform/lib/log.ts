type Line = (fields: object, sentence: string) => void;

/**
 * Where adapters and jobs log what happens outside of requests (pino fits). Fields must hold no secrets, and addresses
 * must be masked by the caller.
 */
export interface Log {
  readonly info: Line;
  readonly warn: Line;
  readonly error: Line;
}
