import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '#contract/endpoint.ts';
import { type CheckinLink, previewCheckinLink, previewUnsubscribe } from '#contract/reminders.ts';
import { call } from '#web/lib/api/api.ts';
import { isRetryable } from '#web/lib/api/api-error.ts';

/* Both show what a link is for; what they show changes with the tap, which says so itself. */
const once = {
  retry: (failures: number, error: Error) => isRetryable(error) && failures < 2,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

export const checkinLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['checkin-link', token],
    queryFn: ({ signal }): Promise<CheckinLink> => call(previewCheckinLink, { params: { token }, signal }),
    ...once,
  });

export const unsubscribeQuery = (token: string) =>
  queryOptions({
    queryKey: ['unsubscribe', token],
    queryFn: ({ signal }): Promise<Answer<typeof previewUnsubscribe>> =>
      call(previewUnsubscribe, { params: { token }, signal }),
    ...once,
  });
