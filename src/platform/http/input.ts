import * as z from 'zod/mini';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { type ErrorCode, statusOf } from '#platform/contract/errors.ts';
import { Id, NOT_AN_ID } from '#platform/contract/ids.ts';
import { problem } from '#platform/i18n/problem.ts';
import { fail } from './errors.ts';

export interface WrongField {
  path: string;
  message: string;
}

interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
  files: Readonly<Record<string, unknown>>;
}

/** A parsed request; `body` and `query` are undefined if they have `wrong` fields. */
interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
  wrong: WrongField[];
  /** The sentence about the first wrong field for people; for a missing field it is the form's. */
  detail: string | undefined;
  about: string | undefined;
}

/** Returns the 404 code of a call, so malformed and unknown IDs get the same response, byte for byte. */
export const missingCode = (endpoint: Endpoint): ErrorCode =>
  endpoint.errors?.find((code) => statusOf(code) === 404) ?? 'not_found';

/** Returns the sentence for a wrong field whose schema has none; zod's would be `Invalid input`. */
function sentenceFor(issue: z.core.$ZodRawIssue): string {
  const path = issue.path?.join('.') ?? '';
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const last = values.pop() ?? '';
    if (values.length === 0) return problem('problems.one_value', { path, value: last });
    return problem('problems.one_of', { path, values: values.join(', '), last });
  }
  if (issue.code === 'invalid_type') return problem('problems.kind', { path, kind: issue.expected });
  const max = issue.code === 'too_big' ? Number(issue.maximum) : 0;
  if (issue.code === 'too_big' && issue.origin === 'array') return problem('problems.too_many_entries', { path, max });
  if (issue.code === 'too_big' && issue.origin === 'string')
    return problem('problems.too_many_characters', { path, max });
  return problem('problems.invalid', { path });
}

const valueAt = (part: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], part);

/**
 * Returns the first problem of each wrong field. Names missing fields, because API clients cannot match the form's
 * sentence to a field.
 */
function wrongFieldsOf(issues: readonly z.core.$ZodIssue[], part: unknown): WrongField[] {
  const fields = new Map<string, WrongField>();
  for (const issue of issues) {
    const path = issue.path.join('.');
    const isMissing = valueAt(part, issue.path) === undefined;
    if (!fields.has(path))
      fields.set(path, { path, message: isMissing ? problem('problems.missing', { path }) : issue.message });
  }
  return [...fields.values()];
}

const missingFiles = (endpoint: Endpoint, files: RawInput['files']): WrongField[] =>
  Object.entries(endpoint.files ?? {})
    .filter(([name, part]) => !part.optional && !files[name])
    .map(([path]) => ({ path, message: problem('problems.no_file') }));

function idIn(part: unknown, fields: readonly string[]): string | undefined {
  const values = (part ?? {}) as Record<string, unknown>;
  const id = z.safeParse(
    Id,
    fields.map((field) => values[field]).find((value) => value !== undefined && value !== null),
  );
  return id.success ? id.data : undefined;
}

/**
 * Parses a request by the contract. For a malformed ID, throws the same 404 as for an unknown ID. Returns other wrong
 * fields, so the caller can check access first. `subjects` are the fields that can name the object instead of the path.
 */
export function readInput(endpoint: Endpoint, raw: RawInput, subjects: readonly string[] = []): Input {
  if (endpoint.body && (typeof raw.body !== 'object' || raw.body === null || Array.isArray(raw.body)))
    fail('malformed_body');
  const wrong: WrongField[] = [];
  let detail: string | undefined;
  const read = (part: 'params' | 'query' | 'body'): unknown => {
    const schema = endpoint[part];
    if (!schema) return undefined;
    const result = z.safeParse(schema, raw[part], { error: sentenceFor });
    if (result.success) return result.data;
    const { issues } = result.error;
    if (part === 'params' || issues.some(({ message }) => message === NOT_AN_ID)) fail(missingCode(endpoint));
    wrong.push(...wrongFieldsOf(issues, raw[part]));
    detail ??= issues[0]?.message;
    return undefined;
  };
  const params = read('params');
  const body = read('body');
  const query = read('query');
  const files = missingFiles(endpoint, raw.files);
  wrong.push(...files);
  detail ??= files[0]?.message;
  const { id } = (params ?? {}) as { id?: string };
  return { params, query, body, wrong, detail, about: id ?? idIn(raw.body, subjects) ?? idIn(raw.query, subjects) };
}
