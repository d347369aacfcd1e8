import * as z from 'zod/mini';

/** Keywords of JSON Schema that a schema of the contract does not say by itself. */
export type Keywords = Readonly<Record<string, unknown>>;

/** The names, sentences and keywords of the document, which neither the serializer nor the browser loads. */
export const docs = z.registry<Keywords & { id?: string; description?: string }>();

type ShapeOf<S> = S extends { _zod: { def: { type: 'object'; shape: infer Shape } } } ? Shape : never;
/** What a schema is about, without the wrappers of null, absence, defaults and lists. */
type Core<S> = S extends { _zod: { def: { type: 'object' } } }
  ? S
  : S extends { _zod: { def: { innerType: infer T } } }
    ? Core<T>
    : S extends { _zod: { def: { element: infer T } } }
      ? Core<T>
      : S extends { _zod: { def: { valueType: infer T } } }
        ? Core<T>
        : S extends { _zod: { def: { options: readonly (infer T)[] } } }
          ? Core<T>
          : never;
type KeysOf<S> = S extends unknown ? keyof ShapeOf<S> : never;
type Field<S, K> = S extends unknown ? (K extends keyof ShapeOf<S> ? ShapeOf<S>[K] : never) : never;

/** A sentence, or with the sentence what a property consists of and the keywords that its schema lacks. */
type Word<S> = string | { readonly is: string; readonly fields?: Fields<S>; readonly json?: Keywords };
/** A word for every property of a schema, or of the objects that a list or union of it holds. */
export type Fields<S> = { readonly [K in KeysOf<Core<S>> & string]: Word<Field<Core<S>, K>> };

interface Naming<S> {
  /** The name in `components.schemas`; a schema without one is written out wherever it occurs. */
  readonly id?: string;
  readonly is?: string;
  readonly fields?: Fields<S>;
  readonly json?: Keywords;
}

interface Property {
  readonly description: string;
  readonly json?: Keywords | undefined;
}

/** The words of an object's properties. They belong to the object, as many properties share one schema. */
const properties = new WeakMap<z.core.$ZodType, Record<string, Property>>();
/** The words of an object's properties by their names; undefined for what is no object or has none. */
export const propertiesOf = (schema: z.core.$ZodType) => properties.get(schema);

type Loose = Record<string, string | { is: string; fields?: Loose; json?: Keywords }>;

/** The objects that a schema is about. */
function objectsIn(schema: z.core.$ZodType): z.core.$ZodObject[] {
  const def = schema._zod.def as unknown as {
    type: string;
    options?: z.core.$ZodType[];
  } & Partial<Record<'innerType' | 'element' | 'valueType', z.core.$ZodType>>;
  if (def.type === 'object') return [schema as z.core.$ZodObject];
  const inner = def.innerType ?? def.element ?? def.valueType;
  return (def.options ?? (inner ? [inner] : [])).flatMap(objectsIn);
}

function describeFields(schema: z.core.$ZodType, fields: Loose): void {
  for (const object of objectsIn(schema)) {
    const words: Record<string, Property> = {};
    for (const [name, child] of Object.entries(object._zod.def.shape)) {
      const word = fields[name];
      if (word === undefined) continue;
      const { is, fields: inner, json } = typeof word === 'string' ? { is: word } : word;
      words[name] = { description: is, json };
      if (inner) describeFields(child, inner);
    }
    properties.set(object, words);
  }
}

/** Names a schema in the document and puts its properties into words; the compiler checks that there is one for each. */
export function describe<S extends z.ZodMiniType>(schema: S, { id, is, fields, json }: Naming<S>): void {
  if (id !== undefined || is !== undefined || json !== undefined)
    docs.add(schema, { ...(id && { id }), ...(is && { description: is }), ...json });
  if (fields) describeFields(schema, fields as Loose);
}
