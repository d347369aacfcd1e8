import { ApiError, isRetryable } from '#web/lib/api/api-error.ts';

interface AcceptProblem {
  text: string;
  /** Another try may help. */
  transient: boolean;
  /** The mission; only its members learn it. */
  missionId: string | undefined;
}

/** What to say when the link of an invitation does not work. */
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
