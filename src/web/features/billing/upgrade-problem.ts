import { detailOf, isRetryable } from '#web/lib/api/api-error.ts';

const FAILED = 'Failed to start upgrade process. Please try again.';

/** What to say when no checkout opened: a rule's own sentence, or that of Spec 8 where trying again may help. */
export const upgradeProblem = (error: unknown): string => (isRetryable(error) ? FAILED : detailOf(error, FAILED));
