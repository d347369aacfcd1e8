import type { ApiScope } from '#domain/api-tokens.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';

/**
 * The endpoints that API tokens can call, by the first part of their path below `/api/`. A leaked token must not take
 * over an account, see payments or create more tokens, so everything else needs a session. A new family of endpoints is
 * closed until it is listed here.
 */
const OPEN_FAMILIES = [
  'checkins',
  'comments',
  'dashboard',
  'insights',
  'invitations',
  'join',
  'me',
  'missions',
  'notifications',
  'reminders',
  'streak',
  'webhooks',
];
/** Calls outside of these families that a token can also read: hints of changes, and the user's data. */
const OPEN_CALLS = ['/api/live', '/api/auth/export'];

/** Returns true if API tokens can call a family of endpoints. */
export const isOpenFamily = (family: string): boolean => OPEN_FAMILIES.includes(family);

/** Returns the scope that an API token needs for an endpoint, or null if no API token can call it. */
export function scopeOf({ access, path, method }: Pick<Endpoint, 'access' | 'path' | 'method'>): ApiScope | null {
  const [, , family = ''] = path.split('/');
  const isOpen = isOpenFamily(family) || (method === 'GET' && OPEN_CALLS.includes(path));
  if (access !== 'user' || !isOpen) return null;
  return method === 'GET' ? 'read' : 'write';
}

/** Returns true if API tokens can call an endpoint. */
export const isOpenToTokens = (endpoint: Endpoint): boolean => scopeOf(endpoint) !== null;
