/** The parts of an OpenAPI document that callers depend on. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content; readonly $ref?: string }>>;
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly $ref?: string;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Schema {
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
}

/** What is known of one place in a body, such as `members[].name`. */
interface Field {
  /** The JSON types; `any` where the schema names none. */
  readonly kinds: Set<string>;
  /** The only values, where they are listed. */
  values: Set<unknown> | null;
  required: boolean;
}

const resolve = <T extends { readonly $ref?: string }>(document: ApiDocument, part: T): T => {
  if (part.$ref === undefined) return part;
  const names = part.$ref.slice('#/'.length).split('/');
  return resolve(document, names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document) as T);
};

/** Whole numbers are numbers: a document may say so later. */
const kindOf = (type: string) => (type === 'integer' ? 'number' : type);
const typeOf = (value: unknown) => (value === null ? 'null' : typeof value);

function kindsOf({ type, enum: values, const: value, properties }: Schema): string[] {
  if (type !== undefined) return [type].flat().map(kindOf);
  if (values) return values.map(typeOf);
  if (value !== undefined) return [typeOf(value)];
  return [properties ? 'object' : 'any'];
}

/** Lists the fields of a body by their place; those of all variants together. */
function listFields(document: ApiDocument, root: Schema | undefined): Map<string, Field> {
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
    const field = known ?? { kinds: new Set(), values: new Set(), required };
    for (const kind of kindsOf(own)) field.kinds.add(kind);
    const isNull = own.type === 'null';
    if (values === null && !isNull) field.values = null;
    for (const value of values ?? []) field.values?.add(value);
    field.required &&= required;
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

/** What a caller may no longer send. */
function listNarrowed(before: Map<string, Field>, after: Map<string, Field>): string[] {
  const problems: string[] = [];
  for (const [place, field] of before) {
    const now = after.get(place);
    if (!now) problems.push(`${place} is not accepted any more`);
    else if (!isWithin(field.kinds, now.kinds)) problems.push(`${place} takes fewer types`);
    else if (now.values && !(field.values && [...field.values].every((value) => now.values!.has(value))))
      problems.push(`${place} takes fewer values`);
  }
  for (const [place, field] of after)
    if (field.required && !before.get(place)?.required) {
      // A required field inside of something new is no burden.
      const parent = place.slice(0, Math.max(0, place.lastIndexOf('.')));
      if (before.has(place) || before.has(parent)) problems.push(`${place} has become required`);
    }
  return problems;
}

/** What a caller may no longer rely on in an answer. */
function listLost(before: Map<string, Field>, after: Map<string, Field>): string[] {
  const problems: string[] = [];
  for (const [place, field] of before) {
    const now = after.get(place);
    if (!now) problems.push(`${place} is gone`);
    else if (field.required && !now.required) problems.push(`${place} may be missing`);
    else if (!isWithin(now.kinds, field.kinds)) problems.push(`${place} may be of another type`);
  }
  return problems;
}

function compareParameters(before: ApiDocument, one: Operation, after: ApiDocument, other: Operation): string[] {
  const keyed = (document: ApiDocument, operation: Operation) =>
    new Map(
      (operation.parameters ?? []).map((part) => {
        const parameter = resolve(document, part);
        return [`${parameter.in} ${parameter.name}`, parameter] as const;
      }),
    );
  const [old, now] = [keyed(before, one), keyed(after, other)];
  const problems: string[] = [];
  for (const [key, parameter] of old) {
    const next = now.get(key);
    if (!next) problems.push(`parameter ${key} is gone`);
    else
      problems.push(
        ...listNarrowed(listFields(before, parameter.schema), listFields(after, next.schema)).map(
          (problem) => `parameter ${key}${problem}`,
        ),
      );
  }
  for (const [key, { required }] of now)
    if (required && !old.get(key)?.required) problems.push(`parameter ${key} has become required`);
  return problems;
}

function compareBodies(before: ApiDocument, one: Operation, after: ApiDocument, other: Operation): string[] {
  const problems: string[] = [];
  if (other.requestBody?.required && !one.requestBody) problems.push('a body has become required');
  for (const [type, { schema }] of Object.entries(one.requestBody?.content ?? {})) {
    const next = other.requestBody?.content[type];
    if (!next) problems.push(`${type} is not accepted any more`);
    else problems.push(...listNarrowed(listFields(before, schema), listFields(after, next.schema)));
  }
  for (const [status, part] of Object.entries(one.responses)) {
    const next = other.responses[status] && resolve(after, other.responses[status]);
    if (!next) problems.push(`${status} is gone`);
    for (const [type, { schema }] of Object.entries(resolve(before, part).content ?? {})) {
      const body = next?.content?.[type];
      if (next && !body) problems.push(`${status} is no ${type} any more`);
      if (body)
        problems.push(
          ...listLost(listFields(before, schema), listFields(after, body.schema)).map((lost) => `${status} ${lost}`),
        );
    }
  }
  return problems;
}

/**
 * Everything that callers of the API of `before` send or read and that the API of `after` does not take or answer any
 * more; empty where it has only gained. `isServed` tells of paths that are served although the document names them no
 * longer.
 */
export function listBreakingChanges(
  before: ApiDocument,
  after: ApiDocument,
  isServed: (method: string, path: string) => boolean,
): string[] {
  const named = new Map(
    Object.values(after.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => [operation.operationId, operation] as const),
    ),
  );
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const moved = isServed(method.toUpperCase(), path) ? named.get(operation.operationId) : undefined;
      const next = after.paths[path]?.[method] ?? moved;
      if (!next) return [`${name} is gone`];
      const problems = [
        ...compareParameters(before, operation, after, next),
        ...compareBodies(before, operation, after, next),
      ];
      return problems.map((problem) => `${name}: ${problem}`);
    }),
  );
}
