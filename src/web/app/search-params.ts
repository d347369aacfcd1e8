import { isSameOriginPath } from '#platform/lib/same-origin-path.ts';

/** `redirect`: the path that a visitor requested before a guard stopped them. */
export const withRedirect = (search: Record<string, unknown>): { redirect?: string } => {
  const { redirect } = search;
  return typeof redirect === 'string' && isSameOriginPath(redirect) ? { redirect } : {};
};

/**
 * Parameters of the sign-in: its target, and whether the user just signed out.
 *
 * `sso` is the provider's reason for sending the user back.
 */
export const withSignIn = (
  search: Record<string, unknown>,
): { redirect?: string; sso?: string; signed_out?: true } => ({
  ...withRedirect(search),
  ...(search.signed_out === true && { signed_out: true }),
  ...(typeof search.sso === 'string' && { sso: search.sso }),
});

/** `shared`: a photo from the share sheet waits on this device. */
export const withShared = ({ shared }: Record<string, unknown>): { shared?: true } =>
  shared === true || shared === 1 ? { shared: true } : {};

/** The source of a new mission's form: a mission to copy, the previous round, or a template. */
export function withSource({ from, previous, idea }: Record<string, unknown>): {
  from?: string;
  previous?: string;
  idea?: string;
} {
  return {
    ...(typeof from === 'string' && { from }),
    ...(typeof previous === 'string' && { previous }),
    ...(typeof idea === 'string' && { idea }),
  };
}

export const withToken = ({ token }: Record<string, unknown>): { token?: string } =>
  typeof token === 'string' ? { token } : {};

export const withMission = ({ mission }: Record<string, unknown>): { mission?: string } =>
  typeof mission === 'string' ? { mission } : {};

/** `edit`: the profile form is open. */
export const withEdit = (search: Record<string, unknown>): { redirect?: string; edit?: true } => ({
  ...withRedirect(search),
  ...(search.edit === true && { edit: true }),
});

/** The checkout of a paid plan. */
export const withCheckout = ({ session_id }: Record<string, unknown>): { session_id?: string } =>
  typeof session_id === 'string' && session_id !== '' ? { session_id } : {};

interface MissionSearch {
  shared?: true;
  /** Whether the mission was just created and its patch is revealed. */
  created?: true;
  invite?: true;
  /** The open part of the page, unless it is the first. */
  part?: 'team' | 'mission';
}

export function withMissionPage(search: Record<string, unknown>): MissionSearch {
  const { created, invite, part } = search;
  return {
    ...withShared(search),
    ...((created === true || created === 1) && { created: true }),
    ...((invite === true || invite === 1) && { invite: true }),
    ...((part === 'team' || part === 'mission') && { part }),
  };
}
