import type { Arguments, MessageKey } from '#platform/i18n/translate.ts';
import type { Registered } from '#platform/register.ts';

/** The errors that any endpoint may return, with their HTTP statuses. */
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

/** The HTTP status of every error of the product, by its code. */
type ErrorStatuses = Registered<'errors', typeof PLATFORM_ERRORS>;

/** Every code of an error: those of the platform and those that the product registers. */
export type ErrorCode = Extract<keyof ErrorStatuses, string>;

let statuses: Readonly<Record<string, number>> | undefined;

/** Registers the errors of the product, which have those of the platform in them. */
export function registerErrors(errors: Readonly<Record<string, number>>): void {
  statuses = errors;
}

/** Returns the HTTP status of an error. Throws as long as the product has registered none. */
export function statusOf(code: ErrorCode): number {
  const status = statuses?.[code];
  if (status === undefined) throw new Error('No errors are registered.');
  return status;
}

type ExactKey = Extract<MessageKey, `errors.exact.${string}`>;

/** The name of a sentence that is more exact than the one of an error's code. */
export type ExactName = ExactKey extends `errors.exact.${infer Name}` ? Name : never;

/** Such a name whose sentence takes no values. */
export type PlainExactName = {
  [Name in ExactName]: keyof Arguments[`errors.exact.${Name}`] extends never ? Name : never;
}[ExactName];

/**
 * What screens read of the body of every error response. `errors` lists all wrong fields of a 422; the product registers
 * what else there can be.
 */
export type ErrorBody = Registered<'error_facts', unknown> & {
  code: ErrorCode;
  detail: string;
  errors?: { path: string; message: string }[];
};

/** The body of every error response: `ErrorBody` with the members that RFC 9457 has for problems. */
export type ProblemBody = ErrorBody & {
  /** A path of the same server that leads to the documentation; the same for every answer with this code. */
  type: string;
  /** The sentence of the code, without what is particular to this answer. */
  title: string;
  /** The HTTP status. */
  status: number;
};
