import type { Arguments, MessageKey } from '#platform/i18n/translate.ts';
import type { Registered } from '#platform/register.ts';

/** The errors that any endpoint can return, with their HTTP statuses. */
export const PLATFORM_ERRORS = {
  invalid_input: 422,
  malformed_body: 400,
  not_found: 404,
  method_not_allowed: 405,
  not_signed_in: 401,
  forbidden: 403,
  headers_too_large: 431,
  request_timeout: 408,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  conflict: 409,
  overloaded: 503,
  unavailable: 503,
  storage_full: 507,
  internal: 500,
  token_reads_only: 403,
  idempotency_key_unused: 400,
  idempotency_key_reused: 422,
} as const satisfies Record<string, number>;

type ErrorStatuses = Registered<'errors', typeof PLATFORM_ERRORS>;

/** The error codes of the platform and of the product. */
export type ErrorCode = Extract<keyof ErrorStatuses, string>;

let statuses: Readonly<Record<string, number>> | undefined;

/** Registers the product's errors, including the platform's. */
export function registerErrors(errors: Readonly<Record<string, number>>): void {
  statuses = errors;
}

/** Returns the HTTP status of an error. Throws if the product has registered none. */
export function statusOf(code: ErrorCode): number {
  const status = statuses?.[code];
  if (status === undefined) throw new Error('No errors are registered.');
  return status;
}

type ExactKey = Extract<MessageKey, `errors.exact.${string}`>;

/** The key (`errors.exact.<name>`) of an error text that is more specific than the text of its code. */
export type ExactName = ExactKey extends `errors.exact.${infer Name}` ? Name : never;

export type PlainExactName = {
  [Name in ExactName]: keyof Arguments[`errors.exact.${Name}`] extends never ? Name : never;
}[ExactName];

/**
 * The part of every error body that screens read. `errors` lists all invalid fields of a 422; the product registers
 * more members.
 */
export type ErrorBody = Registered<'error_facts', unknown> & {
  code: ErrorCode;
  detail: string;
  errors?: { path: string; message: string }[];
};

/** The body of every error response, with the members of RFC 9457. */
export type ProblemBody = ErrorBody & {
  /** A path to the documentation of this code on the same server. */
  type: string;
  /** The general sentence of the code. */
  title: string;
  status: number;
};
