import { ApiError, isRetryable } from '#platform/web/lib/api/api-error.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';

interface AcceptProblem {
  text: string;
  transient: boolean;
  /** The mission's ID, which the server sends only to its members. */
  missionId: string | undefined;
}

export function acceptProblem(t: ScreenTranslate, error: unknown): AcceptProblem {
  const status = error instanceof ApiError ? error.status : 0;
  const text =
    status === 404
      ? t('start.join.not_found')
      : status === 400
        ? (error as ApiError).detail || t('start.join.processed')
        : t('start.join.accept_failed');
  return {
    text,
    transient: isRetryable(error),
    missionId: error instanceof ApiError ? error.body?.mission_id : undefined,
  };
}
