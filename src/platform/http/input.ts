import * as z from 'zod/mini';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { type ErrorCode, statusOf } from '#platform/contract/errors.ts';
import { Id, NOT_AN_ID } from '#platform/contract/ids.ts';
import { problem } from '#platform/i18n/problem.ts';
import { fail } from './errors.ts';

/** A wrong field of a request, as a 422 lists it. */
export interface WrongField {
  path: string;
  message: string;
}

/** The parts of a request as they arrived. */
interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
  files: Readonly<Record<string, unknown>>;
}

/** The parsed parts of a request, of which `body` and `query` are undefined where there are `wrong` fields. */
interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
  wrong: WrongField[];
  /** The sentence of the first of them, for a person: that of the form also for a field that was left out. */
  detail: string | undefined;
  /**
   * The id of the thing that the call is about: of its path, or else the one that its body or query
   * names.
   */
  about: string | undefined;
}

/** The 404 code of a call, so that a malformed id and an unknown one get the same answer, byte for byte. */
export const missingCode = (endpoint: Endpoint): ErrorCode =>
  endpoint.errors?.find((code) => statusOf(code) === 404) ?? 'not_found';

/** The sentence for a wrong field whose schema has none of its own: zod's would be `Invalid input`. */
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

/** What a part of a request holds at a place; undefined where it was left out. */
const valueAt = (part: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], part);

/**
 * One entry for each wrong field, the first that is wrong with it. A field that was left out is named: who sends no form
 * cannot tell which one the form's sentence is about.
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

/** The id that a body or query has in the first of these fields that it has. */
function idIn(part: unknown, fields: readonly string[]): string | undefined {
  const values = (part ?? {}) as Record<string, unknown>;
  const id = z.safeParse(
    Id,
    fields.map((field) => values[field]).find((value) => value !== undefined && value !== null),
  );
  return id.success ? id.data : undefined;
}

/**
 * Reads a request by the contract. A malformed id is answered like an unknown one at once (404); all other wrong fields
 * of body, query and files are returned, so that the caller first decides whether the thing exists for this user. `subjects` are the fields that name the thing
 * where the path does not.
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
