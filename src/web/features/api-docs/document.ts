import { queryOptions } from '@tanstack/react-query';
import type { ApiScope } from '#domain/api-tokens.ts';
import * as keys from '#web/lib/query-keys.ts';

/** The part of JSON Schema that the contract's schemas use. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  const?: unknown;
  default?: unknown;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

interface Content {
  'application/json'?: { schema: Schema; example?: unknown };
}

interface RawOperation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
  'x-token-scope'?: ApiScope;
}

export interface ApiOperation extends RawOperation {
  method: string;
  path: string;
  scope: ApiScope;
}

export interface ApiDocument {
  server: string;
  /** The calls that API tokens may make, grouped by tag. */
  families: [string, ApiOperation[]][];
}

interface RawDocument {
  servers: { url: string }[];
  paths: Record<string, Record<string, RawOperation>>;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const inOrder = (a: ApiOperation, b: ApiOperation) =>
  a.path.localeCompare(b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method);

/** Picks the calls that API tokens may make, sorted by path and then by method, reading ones first. */
export function readDocument({ servers, paths }: RawDocument): ApiDocument {
  const families = new Map<string, ApiOperation[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const scope = operation['x-token-scope'];
      if (!scope) continue;
      const family = operation.tags[0] ?? '';
      families.set(family, [
        ...(families.get(family) ?? []),
        { ...operation, method: method.toUpperCase(), path, scope },
      ]);
    }
  return {
    server: servers[0]?.url ?? '',
    families: [...families].map(([family, calls]) => [family, calls.sort(inOrder)]),
  };
}

export const documentQuery = queryOptions({
  queryKey: keys.openapi,
  queryFn: async ({ signal }): Promise<ApiDocument> => {
    const response = await fetch('/api/openapi.json', { signal });
    if (!response.ok) throw new Error('The document did not come');
    return readDocument((await response.json()) as RawDocument);
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export type Values = Record<string, string>;

/** The address of a call with the typed values filled in; a missing one stays `{name}`. */
export function addressOf({ path, parameters }: Pick<ApiOperation, 'path' | 'parameters'>, values: Values): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    values[name] ? encodeURIComponent(values[name]) : whole,
  );
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }) =>
      place === 'query' && values[name] ? [[name, values[name]] as [string, string]] : [],
    ),
  );
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** Quotes a text as one word for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The example body with the user's own mission and user id filled in. */
function bodyOf(operation: ApiOperation, own: Values): string | null {
  const example = operation.requestBody?.content['application/json']?.example;
  if (example === undefined) return null;
  return JSON.stringify(example, null, 2).replace(/MISSION_ID|USER_ID/g, (name) => own[name] ?? name);
}

/** The call as a curl command that takes the token from the variable EMBERKIN_TOKEN. */
export function curlOf(operation: ApiOperation, server: string, values: Values, own: Values): string {
  const body = bodyOf(operation, own);
  const lines = [
    `curl${operation.method === 'GET' ? '' : ` -X ${operation.method}`} ${quoted(server + addressOf(operation, values))}`,
    '-H "Authorization: Bearer $EMBERKIN_TOKEN"',
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

interface FieldLine {
  /** The path to the field, such as `members[].name`. */
  name: string;
  type: string;
  required: boolean;
}

const DEPTH_MAX = 4;

/** A schema's type in a few words: `text`, `number or nothing`, `read | write`. */
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

/** The object inside a schema and the mark of how it is reached: directly, in lists, or in a nullable. */
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

/** All fields of a schema, those of nested objects by their full path. */
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
