import { getApp } from '#platform/web/lib/app.ts';

/**
 * Returns the name of the channel between tabs, of the locks and of the background sync.
 *
 * The browser passes this tag to the worker, and the worker passes it to the pages.
 */
export const outboxName = (): string => `${getApp().id}-outbox`;
