import type { FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '#contract/auth.ts';
import type { SignUp } from '#domain/sign-up.ts';
import { fail } from '#platform/http/errors.ts';
import { logSecurity } from '#platform/http/log.ts';
import { callerOf } from '#platform/http/rate-limits.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import { requireFreeName, toUser } from '../profile/public.ts';
import { changeEmail, resendVerification, verifyEmail } from './addresses/commands.ts';
import { changePassword, forgotPassword, resetPassword } from './passwords/commands.ts';
import type { SessionUser } from './public.ts';
import { login, register } from './sessions/commands.ts';
import * as queries from './sessions/queries.ts';

type Count = (name: 'register') => Promise<void>;

/**
 * Counts a registration against the mission of a valid invitation at this address; otherwise against the address. A
 * class or a team often shares an address. Unknown invitations count as in missions/routes.ts. Returns true if the
 * invitation is valid.
 */
async function countRegistration(
  { db, limits }: Deps,
  invited: queries.Invited,
  { request, reply, count, now }: { request: FastifyRequest; reply: FastifyReply; count: Count; now: Date },
): Promise<boolean> {
  const caller = callerOf(request, reply);
  const isAsked = invited.invitation_code !== undefined || invited.invitation_id !== undefined;
  const find = () => queries.findJoinableMission(db, invited, now);
  const mission = isAsked ? await limits.countUnknown('join', caller, find) : null;
  if (mission === null) await count('register');
  else await limits.named('register_invited', 'after_body', { ...caller, invitation: mission });
  return mission !== null;
}

/** Ends the request if sign-up is closed, or requires an invitation and none is valid (docs/rules.md#accounts). */
function requireSignUp({ config }: Deps, signUp: Exclude<SignUp, 'open'>, isInvited: boolean): void {
  if (signUp === 'invited' && isInvited) return;
  const email = config.support_email;
  const exact = signUp === 'invited' ? 'sign_up_invited' : 'sign_up_closed';
  if (email === null) fail('sign_up_closed', { exact });
  fail('sign_up_closed', { exact: `${exact}_ask`, values: { email } });
}

/** Ends the request if only single sign-on is allowed. */
function requirePasswords({ config }: Deps): void {
  if (!config.passwords) fail('passwords_off');
}

function sessionRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  const { db, config } = deps;

  serve(contract.register, async ({ body, now, request, reply, count }) => {
    requirePasswords(deps);
    const isInvited = await countRegistration(deps, body, { request, reply, count, now });
    requireFreeName(body.name);
    // Checked before any account lookup or slow work, so a refusal reveals nothing about accounts.
    if (config.sign_up !== 'open') requireSignUp(deps, config.sign_up, isInvited);
    return register(deps, body, request, now);
  });

  serve(contract.login, async ({ body, now, request }) => {
    requirePasswords(deps);
    return login(deps, body, request, now);
  });

  serve(contract.logout, async ({ user, request }) => {
    await queries.deleteSession(db, user.id, user.session_id);
    logSecurity(request, 'logout', { user_id: user.id });
  });

  serve(contract.logoutEverywhere, async ({ user, request }) => {
    await queries.deleteSessions(db, user.id);
    logSecurity(request, 'logout', { user_id: user.id });
  });

  serve(contract.me, async ({ user, now }) => toUser({ db, config }, user, now));

  serve(contract.listSessions, async ({ user }) => {
    const sessions = await queries.listUserSessions(db, user.id);
    return sessions.map((session) => ({ ...session, current: session.id === user.session_id }));
  });

  serve(contract.endSession, async ({ user, params, request }) => {
    if (!(await queries.deleteSession(db, user.id, params.id))) fail('not_found');
    logSecurity(request, 'logout', { user_id: user.id });
  });
}

function passwordRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  serve(contract.forgotPassword, async ({ body, request, t }) => {
    requirePasswords(deps);
    await forgotPassword(deps, body.email, request);
    return { message: t('server.answers.reset_sent') };
  });

  serve(contract.resetPassword, async ({ body, now, request, t }) => {
    requirePasswords(deps);
    await resetPassword(deps, body, request, now);
    return { message: t('server.answers.reset_done') };
  });

  serve(contract.changePassword, async ({ user, body, now, request }) => {
    requirePasswords(deps);
    return toUser(deps, await changePassword(deps, user, body, request, now), now);
  });
}

function addressRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  serve(contract.verifyEmail, async ({ user, body, now, request }) =>
    toUser(deps, await verifyEmail(deps, user, body.token, request, now), now),
  );

  serve(contract.resendVerification, ({ user, request }) => resendVerification(deps, user, request));

  serve(contract.changeEmail, async ({ user, body, now, request }) =>
    toUser(deps, await changeEmail(deps, user, body, request, now), now),
  );
}

export function authRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  sessionRoutes(serve, deps);
  passwordRoutes(serve, deps);
  addressRoutes(serve, deps);
}
