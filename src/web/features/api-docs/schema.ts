/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly deprecated?: boolean;
}

/** A piece of a type in words: text, or the name of an object that the page describes elsewhere. */
export type TypePart = string | { readonly object: string };

const FORMATS: Record<string, string> = {
  uuid: 'id',
  'date-time': 'instant',
  date: 'day',
  email: 'email address',
  uri: 'URL',
  binary: 'file',
};
const TYPES: Record<string, string> = { string: 'text', integer: 'whole number', boolean: 'true or false' };

const objectOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);
const choicesOf = (schema: Schema) => schema.anyOf ?? schema.oneOf;

/** Joins types by "or", each once. */
function joined(types: readonly (readonly TypePart[])[]): TypePart[] {
  const unlike = new Map(types.map((parts) => [JSON.stringify(parts), parts]));
  return [...unlike.values()].flatMap((parts, at) => (at === 0 ? [...parts] : [' or ', ...parts]));
}

/** Whether a choice stands for the values that a list will gain. */
const isOpenEnd = (choice: Schema, choices: readonly Schema[]) =>
  Object.keys(choice).join() === 'type' && choice.type === 'string' && choices.some((one) => one.enum);

/** A schema's type in a few words, such as `list of Mission` or `whole number or null`. */
export function typeOf(schema: Schema): TypePart[] {
  if (schema.$ref) return [{ object: objectOf(schema.$ref) }];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum) return [schema.enum.map((value) => JSON.stringify(value)).join(' or ')];
  const choices = choicesOf(schema);
  if (choices) return joined(choices.map((choice) => (isOpenEnd(choice, choices) ? ['a later one'] : typeOf(choice))));
  if (schema.allOf?.length === 1) return typeOf(schema.allOf[0]!);
  if (schema.type === 'array') return ['list of ', ...(schema.items ? typeOf(schema.items) : ['anything'])];
  const { additionalProperties: values } = schema;
  if (typeof values === 'object' && !schema.properties && Object.keys(values).length > 0)
    return ['object with values: ', ...typeOf(values)];
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? (schema.allOf ? ['object'] : []));
  if (types.length === 0) return ['anything'];
  return joined(types.map((type) => [(type === 'string' && FORMATS[schema.format ?? '']) || (TYPES[type] ?? type)]));
}

/** Wide enough for every number that is only bounded because JSON's numbers are. */
const MEANINGFUL_MAX = 1e12;
const isBound = (value: number | undefined): value is number => value !== undefined && Math.abs(value) < MEANINGFUL_MAX;

function range(from: number | undefined, to: number | undefined, unit: string): string[] {
  if (isBound(from) && from > 0 && isBound(to)) return [from === to ? `${to}${unit}` : `${from} to ${to}${unit}`];
  if (isBound(to)) return [`at most ${to}${unit}`];
  return isBound(from) ? [`at least ${from}${unit}`] : [];
}

/** What else limits a value: lengths, bounds and the value of one that is left out. */
export function limitsOf(schema: Schema): string[] {
  const choices = choicesOf(schema)?.filter((choice) => choice.type !== 'null');
  const inner = choices?.length === 1 ? limitsOf(choices[0]!) : [];
  return [
    ...inner,
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' entries'),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} when left out`]),
    ...(schema.deprecated ? ['deprecated'] : []),
  ];
}

export interface FieldLine {
  /** The path to the field, such as `members[].name`. */
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

const DEPTH_MAX = 5;

/** The inline objects inside a schema and the mark of how they are reached: directly, in lists, or as a choice. */
function innerObjects(schema: Schema): { schema: Schema; mark: string }[] {
  if (schema.properties) return [{ schema, mark: '' }];
  if (schema.type === 'array' && schema.items)
    return innerObjects(schema.items).map((found) => ({ ...found, mark: `[]${found.mark}` }));
  const values = schema.additionalProperties;
  if (typeof values === 'object')
    return innerObjects(values).map((found) => ({ ...found, mark: `.{key}${found.mark}` }));
  return (choicesOf(schema) ?? schema.allOf ?? []).flatMap(innerObjects);
}

/** All fields of a schema, those of nested inline objects by their full path; named objects stay names. */
export function fieldLines(schema: Schema, prefix = '', depth = 0): FieldLine[] {
  if (depth > DEPTH_MAX) return [];
  const objects = innerObjects(schema);
  const lines = objects.flatMap(({ schema: object, mark }) =>
    Object.entries(object.properties ?? {}).flatMap(([key, field]) => {
      const start = `${prefix}${mark}`;
      const name = start ? `${start}.${key}`.replace(/^\./, '') : key;
      const required = objects.length === 1 && (object.required?.includes(key) ?? false);
      return [{ name, schema: field, required }, ...fieldLines(field, name, depth + 1)];
    }),
  );
  // Choices share fields, such as the one that says which choice it is.
  const unlike = new Map<string, FieldLine>();
  for (const line of lines) {
    const before = unlike.get(line.name);
    unlike.set(line.name, before ? { ...before, schema: { anyOf: [before.schema, line.schema] } } : line);
  }
  return [...unlike.values()];
}
