import type { ErrorBody, ErrorCode } from '#contract/errors.ts';

/** A call that did not end well. Screens branch on `code`, show `detail`, and fall back to their own sentence. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'network';
  /** HTTP status; 0 when nothing answered. */
  readonly status: number;
  readonly detail: string;
  /** All wrong fields of a 422; empty otherwise. */
  readonly errors: readonly { path: string; message: string }[];
  readonly body: ErrorBody | undefined;
  /** Seconds after which the server wants to be asked again, where it says so. */
  readonly retry_after_s: number | undefined;

  constructor(e: {
    code: ErrorCode | 'network';
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

/** Whether the server no longer knows who asks; a wrong password says nothing of the session. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code !== 'wrong_credentials';

/** Whether asking again may help: nothing answered, or the server is the one in trouble. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
