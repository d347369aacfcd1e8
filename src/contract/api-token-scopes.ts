import type { ApiScope } from '#domain/api-tokens.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The families of calls, by the first part of their path, that personal API tokens open: what one does with missions.
 * Everything else stays with sessions, so that a leaked token cannot take over an account, see a payment or make more
 * tokens (Decisions 4); a new family is closed until it is named here.
 */
const OPEN_FAMILIES = [
  'checkins',
  'comments',
  'dashboard',
  'insights',
  'invitations',
  'missions',
  'notifications',
  'streak',
];

/** The scope that a personal API token needs for a call, or null when no token opens it. */
export function scopeOf({ access, path, method }: Pick<Endpoint, 'access' | 'path' | 'method'>): ApiScope | null {
  const [, , family = ''] = path.split('/');
  if (access !== 'user' || !OPEN_FAMILIES.includes(family)) return null;
  return method === 'GET' ? 'read' : 'write';
}
