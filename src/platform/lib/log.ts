type Line = (fields: object, sentence: string) => void;

/** The log of adapters and jobs; a pino logger fits. Fields must contain no secrets, and callers mask addresses. */
export interface Log {
  readonly info: Line;
  readonly warn: Line;
  readonly error: Line;
}
