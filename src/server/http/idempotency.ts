import { createHash } from 'node:crypto';
import { API } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { IDEMPOTENCY_KEY_MAX } from '#domain/limits.ts';
import type { WrongField } from './input.ts';

/** A request that its sender may repeat under the same key. */
export interface IdempotentRequest {
  /** The name of the call in the contract. */
  readonly call: string;
  readonly key_hash: Buffer;
  /** Of the path and the body, as they were read: spaces and the order of fields do not matter. */
  readonly request_hash: Buffer;
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
  return { path: NAME, message: `${NAME} must be 1 to ${IDEMPOTENCY_KEY_MAX} visible ASCII characters` };
}

/** What identifies a repeated request: the hashes of its key and of what it wants. */
export function identifyRequest(
  endpoint: Endpoint,
  key: string,
  input: { readonly params: unknown; readonly body: unknown },
  markReplayed: () => void,
): IdempotentRequest {
  const [call] = Object.entries(API).find(([, other]) => other === endpoint)!;
  const request_hash = sha256(JSON.stringify([input.params, input.body]));
  return { call, key_hash: sha256(key), request_hash, markReplayed };
}
