import type { ErrorBody, ErrorCode } from '#platform/contract/errors.ts';

/** A failed call. Screens branch on `code`, show `detail`, and fall back to their own sentence. */
export class ApiError extends Error {
  /** `network`: the API did not answer. `door`: what stands in front of the server refused. */
  readonly code: ErrorCode | 'network' | 'door';
  /** HTTP status; 0 when nothing answered. */
  readonly status: number;
  readonly detail: string;
  /** All invalid fields of a 422; empty otherwise. */
  readonly errors: readonly { path: string; message: string }[];
  readonly body: ErrorBody | undefined;
  /** The seconds of `Retry-After`, if the answer had it. */
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

/** The server's sentence if it sent one, else the screen's own. */
export const detailOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.detail ? error.detail : fallback;

/** Whether the server no longer accepts the session. A wrong password is a 401, too, but does not end it. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code !== 'wrong_credentials';

/** Whether another try may succeed: there was no answer, a rate limit, or an error of the server. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
