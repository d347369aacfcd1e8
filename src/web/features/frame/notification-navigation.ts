import { isSameOriginPath } from '#platform/lib/same-origin-path.ts';

/** The service worker's request to navigate, with a port for the reply. `lead_on` is the path. */
export interface NavigationMessage {
  readonly lead_on: string;
}

/** Returns a message's path, or undefined for other messages and for paths of other sites. */
export function readNavigation(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('lead_on' in message)) return undefined;
  const { lead_on } = message;
  return typeof lead_on === 'string' && isSameOriginPath(lead_on) ? lead_on : undefined;
}
