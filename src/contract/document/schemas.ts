import * as z from 'zod/mini';
import { docs, KEYWORDS } from '../describe.ts';
import { keywordsOf } from './keywords.ts';
import { isOpen } from './open-lists.ts';

export type Json = Record<string, unknown>;
/** What a caller sends, before it is read, or what the server answers. */
export type Side = 'input' | 'output';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A choice among choices is one choice: `null` stands beside the values of an open list, not around them. */
const flatten = (schema: Json): Json =>
  Array.isArray(schema.anyOf)
    ? {
        ...schema,
        anyOf: (schema.anyOf as Json[]).flatMap((one) => (Object.keys(one).join() === 'anyOf' ? one.anyOf : one)),
      }
    : schema;

/** One type with `null` beside it is one schema: readers and generators show `string or null`, not a union. */
function joinNull(schema: Json): Json {
  const [one, none, ...more] = Array.isArray(schema.anyOf) ? (schema.anyOf as Json[]) : [];
  if (!one || none?.type !== 'null' || more.length > 0 || typeof one.type !== 'string') return schema;
  if (one.enum !== undefined || 'const' in one) return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...one, ...rest, type: [one.type, 'null'] };
}

/** A number is whole, unless the words of its property say otherwise. */
const wholeTypes = (type: unknown) =>
  Array.isArray(type) ? type.map((one) => (one === 'number' ? 'integer' : one)) : type === 'number' ? 'integer' : type;

/** A property that is called an id is one, unless its words say otherwise. */
const isId = (name: string, { type, format, enum: values }: Json) =>
  [type].flat().includes('string') && /^(.*_)?id$/.test(name) && format === undefined && values === undefined;

/** A property: whole and an id by its type and its name, unless its own keywords say otherwise. */
function finishProperty(name: string, raw: unknown): Json {
  const { [KEYWORDS]: keywords, ...schema } = raw as Json;
  const property = finish(schema) as Json;
  return { ...property, ...(isId(name, property) ? { format: 'uuid' } : {}), ...(keywords as Json | undefined) };
}

function finish(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(finish);
  if (!isObject(value)) return value;
  const done: Json = {};
  for (const [key, part] of Object.entries(value)) {
    const isShape = key === 'properties' && isObject(part);
    const properties = () => Object.entries(part as Json).map(([name, raw]) => [name, finishProperty(name, raw)]);
    done[key] = isShape ? Object.fromEntries(properties()) : finish(part);
  }
  if ('type' in done) done.type = wholeTypes(done.type);
  return joinNull(flatten(done));
}

const SAFE = Number.MAX_SAFE_INTEGER;

function override(zodSchema: z.core.$ZodType, schema: Json, io: Side): void {
  // Answers may gain properties, and unknown ones of a request are dropped.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === -SAFE) delete schema.minimum;
  if (schema.maximum === SAFE) delete schema.maximum;
  if (io === 'output' && isOpen(schema.enum)) {
    schema.anyOf = [{ type: 'string', enum: schema.enum }, { type: 'string' }];
    delete schema.type;
    delete schema.enum;
  }
  Object.assign(schema, { ...keywordsOf(zodSchema, io), ...schema });
}

/** Collects the named schemas and responses of a document while its operations are written, the answers before the requests. */
export class Components {
  readonly schemas: Record<string, Json> = {};
  readonly responses: Record<string, Json> = {};

  /** The schema of a part of a call, with `$ref` for what has a name. */
  of(schema: z.ZodMiniType, io: Side): Json {
    // Inside an object, so that the schema itself can be one with a name.
    const whole = z.toJSONSchema(z.object({ it: schema }), {
      ...{ metadata: docs, io, unrepresentable: 'any' as const },
      override: ({ zodSchema, jsonSchema }) => override(zodSchema, jsonSchema as Json, io),
    });
    const { $defs = {}, properties } = finish(JSON.parse(JSON.stringify(whole))) as {
      $defs?: Record<string, Json>;
      properties: { it: Json };
    };
    const names = this.#namesFor($defs);
    for (const [id, definition] of Object.entries($defs)) this.schemas[names.get(id)!] = withRefs(definition, names);
    return withRefs(properties.it, names);
  }

  /** A schema written out, where another is to be made of it. */
  written(schema: Json | undefined): Json {
    const name = typeof schema?.$ref === 'string' ? schema.$ref.split('/').at(-1)! : undefined;
    return (name === undefined ? schema : this.schemas[name]) ?? {};
  }

  /** What differs as input from what is answered has a second name there, and so does all that contains it. */
  #namesFor(definitions: Record<string, Json>): Map<string, string> {
    const names = new Map(Object.keys(definitions).map((id) => [id, id]));
    const differs = ([id, definition]: [string, Json]) => {
      const known = this.schemas[id];
      return names.get(id) === id && known && JSON.stringify(known) !== JSON.stringify(withRefs(definition, names));
    };
    const entries = Object.entries(definitions);
    for (let other = entries.find(differs); other; other = entries.find(differs))
      names.set(other[0], `${other[0]}Input`);
    return names;
  }
}

function withRefs<T>(value: T, names: ReadonlyMap<string, string>): T {
  if (Array.isArray(value)) return value.map((part) => withRefs(part, names)) as T;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) =>
      key === '$ref' && typeof part === 'string'
        ? [key, `#/components/schemas/${names.get(part.slice('#/$defs/'.length))}`]
        : [key, withRefs(part, names)],
    ),
  ) as T;
}
