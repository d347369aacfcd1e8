import type { ErrorBody, ErrorCode } from '#platform/contract/errors.ts';

/** An error of a failed call. Screens branch on `code`, show `detail`, and fall back to their own sentence. */
export class ApiError extends Error {
  /** `network`: no response from the API. `door`: a sign-in proxy in front of the server refused. */
  readonly code: ErrorCode | 'network' | 'door';
  /** HTTP status, or 0 without a response from the API. */
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly { path: string; message: string }[];
  readonly body: ErrorBody | undefined;
  readonly retry_after_s: number | undefined;

  constructor(e: {
    code: ApiError['code'];
    status: number;
    detail: string;
    errors?: ApiError['errors'];
    body?: ErrorBody;
    retry_after_s?: number | undefined;
  }) {
    super(e.detail || e.code);
    this.name = 'ApiError';
    this.code = e.code;
    this.status = e.status;
    this.detail = e.detail;
    this.errors = e.errors ?? [];
    this.body = e.body;
    this.retry_after_s = e.retry_after_s;
  }
}

/** Returns the server's sentence, or `fallback` if it sent none. */
export const detailOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.detail ? error.detail : fallback;

/**
 * Returns true if the server no longer accepts the session.
 *
 * A wrong password is also a 401, but does not end the session.
 */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code !== 'wrong_credentials';

/** Returns true if a retry might succeed: after no response, a rate limit or a server error. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
