import { getApp } from '#platform/web/lib/app.ts';

/**
 * Names the channel between tabs and the locks. It is also the tag of the background sync, which the browser hands to the
 * worker and the worker to the pages.
 */
export const outboxName = (): string => `${getApp().id}-outbox`;
