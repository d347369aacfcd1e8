import type { ApiScope } from '#domain/api-tokens.ts';
import type { Schema } from './schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
interface Reference {
  readonly $ref?: string;
}

interface Body {
  readonly content: Content;
}
export interface DocumentedAnswer {
  readonly description: string;
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, { readonly description?: string } & Reference>>;
}

interface RawOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly (Parameter & Reference)[];
  readonly requestBody?: Body & Reference;
  readonly responses?: Readonly<Record<string, DocumentedAnswer & Reference>>;
  readonly 'x-token-scope'?: ApiScope;
}

/** The part of an OpenAPI 3.1 document that the pages use. */
export interface OpenApi {
  readonly info: { readonly version: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Who can make a call: an API token of a scope (and every session), a session alone, or anyone. */
export type TokenAccess = ApiScope | 'session' | 'public';

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string | null;
  readonly access: TokenAccess;
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Content | null;
  readonly answers: readonly (readonly [status: string, DocumentedAnswer])[];
}

export interface CallFamily {
  readonly name: string;
  readonly description: string | null;
  readonly operations: readonly Operation[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Follows a reference into the components; what is no reference is itself. */
function resolve<T extends object>(document: OpenApi, value: T & Reference): T {
  if (!value.$ref) return value;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  return (document.components?.[kind]?.[name] as T | undefined) ?? value;
}

const accessOf = ({ security = [], 'x-token-scope': scope }: RawOperation): TokenAccess =>
  scope ?? (security.length === 0 ? 'public' : 'session');

function toOperation(document: OpenApi, method: string, path: string, raw: RawOperation): Operation {
  const answers = Object.entries(raw.responses ?? {}).map(([status, answer]) => {
    const { headers, ...rest } = resolve<DocumentedAnswer>(document, answer);
    const named = Object.entries(headers ?? {}).map(([name, header]) => [name, resolve(document, header)] as const);
    return [status, headers ? { ...rest, headers: Object.fromEntries(named) } : rest] as const;
  });
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    summary: raw.summary,
    description: raw.description ?? null,
    access: accessOf(raw),
    deprecated: raw.deprecated ?? false,
    parameters: (raw.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter)),
    body: raw.requestBody ? resolve<Body>(document, raw.requestBody).content : null,
    answers,
  };
}

/** The calls of the operator have other credentials and no place among those of users and programs. */
const isOperators = (path: string, { security = [] }: RawOperation) =>
  path.startsWith('/api/admin/') || security.some((scheme) => 'operator' in scheme);

const inOrder = (a: Operation, b: Operation) =>
  a.path.localeCompare(b.path, 'en') ||
  METHODS.indexOf(a.method.toLowerCase()) - METHODS.indexOf(b.method.toLowerCase());

const opensToTokens = ({ operations }: CallFamily) =>
  operations.some(({ access }) => access === 'read' || access === 'write');

/** The calls of users and programs by family: first those that tokens open, each sorted by path and method. */
export function readFamilies(document: OpenApi): CallFamily[] {
  const families = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const method of METHODS) {
      const raw = methods[method] as RawOperation | undefined;
      if (!raw || isOperators(path, raw)) continue;
      const name = raw.tags?.[0] ?? 'other';
      families.set(name, [...(families.get(name) ?? []), toOperation(document, method, path, raw)]);
    }
  const described = new Map((document.tags ?? []).map((tag) => [tag.name, tag.description ?? null]));
  return [...families]
    .map(([name, operations]) => ({
      name,
      description: described.get(name) ?? null,
      operations: operations.toSorted(inOrder),
    }))
    .toSorted((a, b) => Number(opensToTokens(b)) - Number(opensToTokens(a)) || a.name.localeCompare(b.name, 'en'));
}

/** The failures of an answer, each with its code and its sentence. */
export const failuresOf = ({ answers }: Pick<Operation, 'answers'>): { status: string; sentence: string }[] =>
  answers
    .filter(([status]) => !/^[23]/.test(status))
    .flatMap(([status, { description }]) => description.split(/; (?=`)/).map((sentence) => ({ status, sentence })));

/** The failures that every one of the calls can answer. */
export function commonFailures(families: readonly CallFamily[]): { status: string; sentence: string }[] {
  const [first, ...others] = families.flatMap(({ operations }) => operations).map(failuresOf);
  const isCommon = ({ sentence }: { sentence: string }) =>
    others.every((failures) => failures.some((failure) => failure.sentence === sentence));
  return first?.filter(isCommon) ?? [];
}

/** What a webhook sends for each event. */
export const eventsIn = (document: OpenApi): Operation[] =>
  Object.entries(document.webhooks ?? {}).flatMap(([name, methods]) =>
    METHODS.flatMap((method) => (methods[method] ? [toOperation(document, method, name, methods[method])] : [])),
  );

/** The named objects of the document that something on the page leads to, by name. */
export const readObjects = (document: OpenApi, families: readonly CallFamily[]): [string, Schema][] => {
  const all = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      if (name && !used.has(name) && all[name]) {
        used.add(name);
        visit(all[name]);
      }
  };
  visit([families, eventsIn(document)]);
  return Object.entries(all)
    .filter(([name]) => used.has(name))
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'));
};
