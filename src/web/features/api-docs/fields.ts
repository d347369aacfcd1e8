import type { Schema } from './document.ts';

export interface FieldLine {
  /** With dots and `[]`, as one would reach it. */
  name: string;
  type: string;
  required: boolean;
}

const DEPTH_MAX = 4;

/** What a schema is, in a few words: `text`, `number or nothing`, `read | write`. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'anything');
  if (type === 'string') return schema.maxLength ? `text, at most ${schema.maxLength}` : 'text';
  if (type === 'null') return 'nothing';
  return type === 'integer' ? 'whole number' : type === 'boolean' ? 'true or false' : type;
}

/** The part of a schema that has fields, and how it is reached: objects, lists of them, and either with nothing. */
function inner(schema: Schema): { schema: Schema; mark: string } | null {
  if (schema.properties) return { schema, mark: '' };
  if (schema.type === 'array' && schema.items) {
    const found = inner(schema.items);
    return found && { ...found, mark: `[]${found.mark}` };
  }
  for (const part of schema.anyOf ?? []) {
    const found = inner(part);
    if (found) return found;
  }
  return null;
}

/** All fields of a schema, one a line, those of nested things under their own names. */
export function fieldLines(schema: Schema, prefix = '', depth = 0): FieldLine[] {
  const found = inner(schema);
  if (!found || depth > DEPTH_MAX) return [];
  const start = `${prefix}${found.mark}`;
  return Object.entries(found.schema.properties ?? {}).flatMap(([key, field]) => {
    const name = start ? `${start}.${key}` : key;
    return [
      { name, type: typeOf(field), required: found.schema.required?.includes(key) ?? false },
      ...fieldLines(field, name, depth + 1),
    ];
  });
}
