type Line = (fields: object, sentence: string) => void;

/**
 * Where adapters and jobs say what happened, outside of any request (pino fits). Fields hold no secrets, and addresses
 * are masked before they get here.
 */
export interface Log {
  readonly info: Line;
  readonly warn: Line;
  readonly error: Line;
}
