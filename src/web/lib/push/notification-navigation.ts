import { isSameOriginPath } from '#web/lib/same-origin-path.ts';

/** What the worker says to a page, with a port for the answer: go there. */
export interface NavigationMessage {
  readonly lead_on: string;
}

/** Where a message of the worker leads, if that is what it says. Only to paths of this site. */
export function readNavigation(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('lead_on' in message)) return undefined;
  const { lead_on } = message;
  return typeof lead_on === 'string' && isSameOriginPath(lead_on) ? lead_on : undefined;
}
