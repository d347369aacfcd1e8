import type { Arguments, MessageKey, Translate } from './translate.ts';

type ProblemKey = Extract<MessageKey, `problems.${string}`>;
export type LabelKey = Extract<MessageKey, `problems.labels.${string}`>;
type Values<K extends MessageKey> = keyof Arguments[K] extends never ? [] : [values: Arguments[K]];

const PACKED = '["problems.';

/**
 * Packs a field problem into the text that a schema carries: a message key and its values. A value `label` is the key
 * of a field name.
 */
export const problem = <K extends ProblemKey>(key: K, ...values: Values<K>): string => JSON.stringify([key, ...values]);

/** Returns the sentence of a packed problem, or null for another text, such as a message from the schema library. */
export function readProblem(text: string, t: Translate): string | null {
  if (!text.startsWith(PACKED)) return null;
  const [key, values = {}] = JSON.parse(text) as [string, Record<string, string | number>?];
  const write = t as (key: string, values: object) => string;
  const { label } = values;
  return write(key, typeof label === 'string' ? { ...values, label: write(label, {}) } : values);
}
