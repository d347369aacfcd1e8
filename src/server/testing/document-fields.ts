/** The parts of an OpenAPI document that callers depend on. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** The body that webhooks receive, by name of the event. */
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** A call, or the delivery of an event. */
export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-token-scope'?: string;
}

interface Response {
  readonly description?: string;
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly $ref?: string;
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly $ref?: string;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** The part of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly uniqueItems?: boolean;
}

const LOWEST = ['minLength', 'minimum', 'minItems'] as const;
const HIGHEST = ['maxLength', 'maximum', 'maxItems'] as const;
/** The limits of a field. A missing limit is unknown, because a later document may add it. */
type Limits = Partial<Record<(typeof LOWEST | typeof HIGHEST)[number], number>>;

/** A field of a body, such as `members[].name`. */
interface Field {
  /** The JSON types; `any` if the schema names none. */
  readonly kinds: Set<string>;
  /** The only values if the schema lists them. */
  values: Set<unknown> | null;
  required: boolean;
  /** The widest limits of all variants. */
  readonly limits: Limits;
  readonly patterns: Set<string>;
}

/** Follows a reference. Returns a part that is not a reference unchanged. */
export const resolve = <T extends { readonly $ref?: string }>(document: ApiDocument, part: T): T => {
  if (part.$ref === undefined) return part;
  const names = part.$ref.slice('#/'.length).split('/');
  return resolve(document, names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document) as T);
};

/** Treats integers as numbers, because a later document may narrow a number to an integer. */
const kindOf = (type: string) => (type === 'integer' ? 'number' : type);
const typeOf = (value: unknown) => (value === null ? 'null' : typeof value);

function kindsOf({ type, enum: values, const: value, properties }: Schema): string[] {
  if (type !== undefined) return [type].flat().map(kindOf);
  if (values) return values.map(typeOf);
  if (value !== undefined) return [typeOf(value)];
  return [properties ? 'object' : 'any'];
}

function widen({ limits, patterns }: Field, schema: Schema): void {
  for (const name of LOWEST)
    if (schema[name] !== undefined) limits[name] = Math.min(limits[name] ?? Infinity, schema[name]);
  for (const name of HIGHEST)
    if (schema[name] !== undefined) limits[name] = Math.max(limits[name] ?? -Infinity, schema[name]);
  if (schema.pattern !== undefined) patterns.add(schema.pattern);
}

/** Lists the fields of a body by path, with all variants combined. */
export function listFields(document: ApiDocument, root: Schema | undefined): Map<string, Field> {
  const fields = new Map<string, Field>();
  const walk = (schema: Schema, place: string, required: boolean, parents: readonly Schema[]): void => {
    const own = resolve(document, schema);
    if (parents.includes(own)) return;
    const inside = [...parents, own];
    for (const part of own.allOf ?? []) walk(part, place, required, inside);
    const variants = [...(own.anyOf ?? []), ...(own.oneOf ?? [])];
    for (const variant of variants) walk(variant, place, required, inside);
    if (variants.length > 0 || own.allOf) return;
    const values = own.enum ?? (own.const === undefined ? null : [own.const]);
    const known = fields.get(place);
    const field = known ?? { kinds: new Set(), values: new Set(), required, limits: {}, patterns: new Set() };
    for (const kind of kindsOf(own)) field.kinds.add(kind);
    const isNull = own.type === 'null';
    if (values === null && !isNull) field.values = null;
    for (const value of values ?? []) field.values?.add(value);
    field.required &&= required;
    widen(field, own);
    fields.set(place, field);
    for (const [name, property] of Object.entries(own.properties ?? {}))
      walk(property, place === '' ? name : `${place}.${name}`, own.required?.includes(name) ?? false, inside);
    if (own.items) walk(own.items, `${place}[]`, true, inside);
    if (typeof own.additionalProperties === 'object') walk(own.additionalProperties, `${place}{}`, true, inside);
  };
  if (root) walk(root, '', true, []);
  return fields;
}

const isWithin = (kinds: ReadonlySet<string>, others: ReadonlySet<string>) =>
  others.has('any') || [...kinds].every((kind) => others.has(kind));

/** Lists the limits that became narrower. A limit that the old document omits might not be new. */
function listTightened({ limits, patterns }: Field, now: Field): string[] {
  const isHigher = (name: (typeof LOWEST)[number]) => now.limits[name]! > limits[name]!;
  const isLower = (name: (typeof HIGHEST)[number]) => now.limits[name]! < limits[name]!;
  const another = now.patterns.size > 0 && [...patterns].some((pattern) => !now.patterns.has(pattern));
  return [...LOWEST.filter(isHigher), ...HIGHEST.filter(isLower), ...(another ? ['pattern'] : [])];
}

/** Lists what callers can no longer send. */
export function listNarrowed(before: Map<string, Field>, after: Map<string, Field>): string[] {
  const problems: string[] = [];
  for (const [place, field] of before) {
    const now = after.get(place);
    if (!now) problems.push(`${place} is not accepted any more`);
    else if (!isWithin(field.kinds, now.kinds)) problems.push(`${place} takes fewer types`);
    else if (now.values && !(field.values && [...field.values].every((value) => now.values!.has(value))))
      problems.push(`${place} takes fewer values`);
    if (now) for (const limit of listTightened(field, now)) problems.push(`${place} has a narrower ${limit}`);
  }
  for (const [place, field] of after)
    if (field.required && !before.get(place)?.required) {
      // A required field inside a new field breaks no caller.
      const parent = /\[\]$|\{\}$/.test(place)
        ? place.slice(0, -2)
        : place.slice(0, Math.max(0, place.lastIndexOf('.')));
      if (before.has(place) || before.has(parent)) problems.push(`${place} has become required`);
    }
  return problems;
}

/** Lists what callers can no longer rely on in a response. */
export function listLost(before: Map<string, Field>, after: Map<string, Field>): string[] {
  const problems: string[] = [];
  for (const [place, field] of before) {
    const now = after.get(place);
    if (!now) problems.push(`${place} is gone`);
    else if (field.required && !now.required) problems.push(`${place} may be missing`);
    else if (!isWithin(now.kinds, field.kinds)) problems.push(`${place} may be of another type`);
  }
  return problems;
}
