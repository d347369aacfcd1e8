import { queryOptions } from '@tanstack/react-query';
import type { ApiScope } from '#domain/api-tokens.ts';
import * as keys from '#web/lib/query-keys.ts';

/** As much of JSON Schema as the contract's schemas use. */
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

export interface Parameter {
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
  /** The calls that tokens open, by the family that they belong to. */
  families: [string, ApiOperation[]][];
}

interface RawDocument {
  servers: { url: string }[];
  paths: Record<string, Record<string, RawOperation>>;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const inOrder = (a: ApiOperation, b: ApiOperation) =>
  a.path.localeCompare(b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method);

/** What the page shows of the document: the calls that personal API tokens open, by path, asking before changing. */
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
