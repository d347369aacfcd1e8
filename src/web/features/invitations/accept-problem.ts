import { ApiError, isRetryable } from '#web/lib/api/api-error.ts';

interface AcceptProblem {
  text: string;
  /** Another try may help. */
  passing: boolean;
  /** The mission, told to its members alone. */
  missionId: string | undefined;
}

/** What to say when an invitation's link leads nowhere (Spec 8, Accept by e-mail link). */
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
    passing: isRetryable(error),
    missionId: error instanceof ApiError ? error.body?.mission_id : undefined,
  };
}
