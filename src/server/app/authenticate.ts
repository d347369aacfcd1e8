import type { Db, Queryable } from '#platform/db/open.ts';
import type { Authenticate } from '#platform/http/serve.ts';
import { type Admin, findAdmin } from '../features/admin/public.ts';
import { requireScope } from '../services/api-tokens/access.ts';
import { findTokenCaller, listValidTokens } from '../services/api-tokens/public.ts';
import { findSessionUser, listValidSessions, type SessionUser } from '../services/auth/public.ts';

/**
 * Finds the sender of a request. User sessions, API tokens and operator sessions are in separate tables, so a token of
 * one kind cannot replace another.
 */
export const authenticateWith =
  (db: Db, { plans }: { readonly plans: boolean }): Authenticate<SessionUser, Admin> =>
  async (endpoint, authorization, now, language) => {
    if (endpoint.access === 'admin') {
      const admin = await findAdmin(db, authorization, now);
      return admin && { admin, user_id: admin.session_id };
    }
    const token = await findTokenCaller(db, authorization, now);
    if (token) {
      const { user, token_id, scope } = token;
      const authorize = () => requireScope(endpoint, token, plans, now);
      return {
        user: { ...user, session_id: token_id },
        user_id: user.id,
        token_id,
        reads_only: scope === 'read',
        authorize,
      };
    }
    const user = await findSessionUser(db, { authorization, language }, now);
    return user && { user, user_id: user.id };
  };

/** Returns the sessions and API tokens that are still valid, for their live streams. */
export const listValidWith =
  ({ plans }: { readonly plans: boolean }) =>
  async (db: Queryable, ids: readonly string[], now: Date): Promise<Set<string>> => {
    const sessions = await listValidSessions(db, ids, now);
    const others = ids.filter((id) => !sessions.has(id));
    if (others.length === 0) return sessions;
    return new Set([...sessions, ...(await listValidTokens(db, others, plans, now))]);
  };
