import { createHash } from 'node:crypto';
import { type Endpoint, IDEMPOTENCY_KEY_MAX } from '#platform/contract/endpoint.ts';
import { problem } from '#platform/i18n/problem.ts';
import { fail } from './errors.ts';
import type { WrongField } from './input.ts';

export interface IdempotentRequest {
  readonly call: string;
  readonly key_hash: Buffer;
  /** Covers the parsed path and body, so spaces and the order of fields do not matter. */
  readonly request_hash: Buffer;
  /** Whether the response contains a secret, which must not be stored in plain text. */
  readonly secret: boolean;
  markReplayed(): void;
}

const NAME = 'Idempotency-Key';
const SHAPE = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_MAX}}$`);

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/**
 * Reads the `Idempotency-Key` of a call that supports it. Returns null without the header. Returns a wrong field for a
 * malformed key.
 */
export function readIdempotencyKey(
  endpoint: Endpoint,
  header: string | string[] | undefined,
): string | WrongField | null {
  if (!endpoint.idempotent || header === undefined) return null;
  if (typeof header === 'string' && SHAPE.test(header)) return header;
  return { path: NAME, message: problem('problems.idempotency_key', { header: NAME, max: IDEMPOTENCY_KEY_MAX }) };
}

/** Rejects the header for a POST that ignores it, so callers do not rely on it. Other methods are idempotent anyway. */
export function refuseUnusedKey(endpoint: Endpoint, header: string | string[] | undefined): void {
  if (header === undefined || endpoint.method !== 'POST' || endpoint.idempotent) return;
  fail('idempotency_key_unused', endpoint.repeated_by && { exact: endpoint.repeated_by });
}

/**
 * Identifies a repeated request by its call and the hashes of its key and content. A response with a secret belongs to
 * one API token, or to the user's sessions.
 */
export function identifyRequest(
  call: string,
  endpoint: Endpoint,
  key: string,
  input: { readonly params: unknown; readonly body: unknown; readonly token_id: string | null },
  markReplayed: () => void,
): IdempotentRequest {
  const secret = endpoint.secret ?? false;
  const wanted = [input.params, input.body, ...(secret ? [input.token_id] : [])];
  return { call, key_hash: sha256(key), request_hash: sha256(JSON.stringify(wanted)), secret, markReplayed };
}
