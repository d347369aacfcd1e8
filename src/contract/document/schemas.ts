import type { ZodOpenApiOverride } from 'zod-openapi';
import { keywordsOf } from './keywords.ts';
import { isOpen } from './open-lists.ts';

export type Json = Record<string, unknown>;

const SAFE = Number.MAX_SAFE_INTEGER;

/** Adjusts the JSON Schema of a zod schema, before its own keywords replace anything. */
export const overrideSchema: ZodOpenApiOverride = ({ zodSchema, jsonSchema: schema, io }) => {
  // Responses can gain properties, and the server drops unknown ones of a request.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // The type of a union of objects would refuse the `null` next to it.
  if (schema.oneOf) delete schema.type;
  // Numbers are whole unless they have another step, or the keywords of their property differ.
  if (schema.type === 'number' && schema.multipleOf === undefined) schema.type = 'integer';
  if (schema.minimum === -SAFE) delete schema.minimum;
  if (schema.maximum === SAFE) delete schema.maximum;
  if (io === 'output' && schema.enum && isOpen(schema.enum)) {
    schema.anyOf = [{ type: 'string', enum: schema.enum }, { type: 'string' }];
    delete schema.type;
    delete schema.enum;
  }
  Object.assign(schema, { ...keywordsOf(zodSchema, io), ...schema });
};

/** Merges nested choices, so that `null` is next to the values of an open list. */
const flatten = (schema: Json): Json =>
  Array.isArray(schema.anyOf)
    ? {
        ...schema,
        anyOf: (schema.anyOf as Json[]).flatMap((one) => (Object.keys(one).join() === 'anyOf' ? one.anyOf : one)),
      }
    : schema;

/** Joins one type with `null`, because viewers and generators then show `string or null` instead of a union. */
function joinNull(schema: Json): Json {
  const [one, none, ...more] = Array.isArray(schema.anyOf) ? (schema.anyOf as Json[]) : [];
  if (!one || none?.type !== 'null' || more.length > 0 || typeof one.type !== 'string') return schema;
  if (one.enum !== undefined || 'const' in one) return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...one, ...rest, type: [one.type, 'null'] };
}

/** Adds the format of an ID to a property with such a name, unless it has another format or a pattern. */
export function withIdFormat(name: string, schema: Json): Json {
  const isId = [schema.type].flat().includes('string') && /^(.*_)?id$/.test(name);
  return isId && schema.format === undefined && schema.pattern === undefined && schema.enum === undefined
    ? { ...schema, format: 'uuid' }
    : schema;
}

/** Finishes every schema inside a part of the document. */
export function finish<T>(value: T): T {
  if (Array.isArray(value)) return value.map(finish) as T;
  if (typeof value !== 'object' || value === null) return value;
  const done = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === 'properties'
        ? Object.fromEntries(Object.entries(part).map(([name, one]) => [name, withIdFormat(name, finish(one as Json))]))
        : finish(part),
    ]),
  );
  // A copy of a named object refers to its schema and must not forbid the properties there.
  if ('$ref' in done) delete done.additionalProperties;
  return joinNull(flatten(done)) as T;
}
