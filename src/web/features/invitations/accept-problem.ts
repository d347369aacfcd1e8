import { ApiError, isRetryable } from '#web/lib/api/api-error.ts';

interface AcceptProblem {
  text: string;
  /** Whether trying again may help. */
  transient: boolean;
  /** The mission; the server names it only to its members. */
  missionId: string | undefined;
}

/** What to say when an invitation could not be accepted. */
export function acceptProblem(error: unknown): AcceptProblem {
  const status = error instanceof ApiError ? error.status : 0;
  const text =
    status === 404
      ? 'Invitation not found or has expired'
      : status === 400
        ? (error as ApiError).detail || 'This invitation has already been processed'
        : 'Failed to accept invitation. Please try again.';
  return {
    text,
    transient: isRetryable(error),
    missionId: error instanceof ApiError ? error.body?.mission_id : undefined,
  };
}
