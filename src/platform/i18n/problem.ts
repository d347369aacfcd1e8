import type { Arguments, MessageKey, Translate } from './translate.ts';

type ProblemKey = Extract<MessageKey, `problems.${string}`>;
/** The key of the name of a field. */
export type LabelKey = Extract<MessageKey, `problems.labels.${string}`>;
type Values<K extends MessageKey> = keyof Arguments[K] extends never ? [] : [values: Arguments[K]];

const PACKED = '["problems.';

/**
 * What is wrong with a field, as the text that a schema carries: a key and its values, of which the reader's language
 * makes a sentence. A value `label` is the key of a field's name.
 */
export const problem = <K extends ProblemKey>(key: K, ...values: Values<K>): string => JSON.stringify([key, ...values]);

/** The sentence for a problem; null for a text that is none, such as a message of the schema library. */
export function readProblem(text: string, t: Translate): string | null {
  if (!text.startsWith(PACKED)) return null;
  const [key, values = {}] = JSON.parse(text) as [string, Record<string, string | number>?];
  const write = t as (key: string, values: object) => string;
  const { label } = values;
  return write(key, typeof label === 'string' ? { ...values, label: write(label, {}) } : values);
}
