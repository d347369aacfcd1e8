import { ERRORS, type ErrorBody, type ErrorCode } from '#contract/errors.ts';

/** A refusal: becomes the status and body that the table of errors has for its code. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly extra: Partial<ErrorBody>;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, extra: Partial<ErrorBody> & { retryAfter?: number } = {}) {
    super(extra.detail ?? ERRORS[code].detail);
    this.code = code;
    const { retryAfter, ...rest } = extra;
    this.extra = rest;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  body(): ErrorBody {
    return { code: this.code, detail: ERRORS[this.code].detail, ...this.extra };
  }
}

/** Ends the request with an error of the table. */
export function fail(code: ErrorCode, extra: Partial<ErrorBody> & { retryAfter?: number } = {}): never {
  throw new Failure(code, extra);
}
