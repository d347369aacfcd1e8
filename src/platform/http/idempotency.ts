import { createHash } from 'node:crypto';
import { type Endpoint, IDEMPOTENCY_KEY_MAX } from '#platform/contract/endpoint.ts';
import { problem } from '#platform/i18n/problem.ts';
import { fail } from './errors.ts';
import type { WrongField } from './input.ts';

/** A request that its sender may repeat under the same key. */
export interface IdempotentRequest {
  /** The name of the call in the contract. */
  readonly call: string;
  readonly key_hash: Buffer;
  /** Of the path and the body, as they were read: spaces and the order of fields do not matter. */
  readonly request_hash: Buffer;
  /** Whether the answer has a secret in it, so that it may not be stored as it is. */
  readonly secret: boolean;
  /** Says in the answer that it is the one to an earlier request. */
  markReplayed(): void;
}

const NAME = 'Idempotency-Key';
const SHAPE = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_MAX}}$`);

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** The header `Idempotency-Key` of a call that heeds it; null without one, and what is wrong with it. */
export function readIdempotencyKey(
  endpoint: Endpoint,
  header: string | string[] | undefined,
): string | WrongField | null {
  if (!endpoint.idempotent || header === undefined) return null;
  if (typeof header === 'string' && SHAPE.test(header)) return header;
  return { path: NAME, message: problem('problems.idempotency_key', { header: NAME, max: IDEMPOTENCY_KEY_MAX }) };
}

/**
 * Refuses the header where it protects from nothing: a caller who relies on it has to know. The other methods can be
 * repeated anyway.
 */
export function refuseUnusedKey(endpoint: Endpoint, header: string | string[] | undefined): void {
  if (header === undefined || endpoint.method !== 'POST' || endpoint.idempotent) return;
  fail('idempotency_key_unused', endpoint.repeated_by && { exact: endpoint.repeated_by });
}

/**
 * What identifies a repeated request, besides the name of its `call`: the hashes of its key and of what it wants. An answer with a secret belongs to the
 * API token that got it, or to the sessions of its user.
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
