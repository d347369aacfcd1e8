import { fail } from '#platform/http/errors.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses JSON; throws `import_unreadable`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail('import_unreadable');
  }
}

/** Returns a JSON object; null for anything else. */
export const objectOf = (value: unknown): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;

/** Lists the objects of a JSON array; nothing for anything else. */
export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.map(objectOf).filter((one) => one !== null) : [];

/** Returns a number, or `otherwise`. */
export const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
