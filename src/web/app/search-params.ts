import { isSameOriginPath } from '#platform/lib/same-origin-path.ts';

/** `redirect`: the path that a visitor wanted before a guard stopped them. */
export const withRedirect = (search: Record<string, unknown>): { redirect?: string } => {
  const { redirect } = search;
  return typeof redirect === 'string' && isSameOriginPath(redirect) ? { redirect } : {};
};

/**
 * Of the sign-in: where it leads, `sso`, the code of why signing in at the provider led back here, and whether the user
 * has just signed out.
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

/** What fills the form of a new mission: a mission to be copied, one whose next round it is, or a template. */
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

/** The mission whose check-in key is made. */
export const withMission = ({ mission }: Record<string, unknown>): { mission?: string } =>
  typeof mission === 'string' ? { mission } : {};

/** `edit`: the form of the profile is open. */
export const withEdit = (search: Record<string, unknown>): { redirect?: string; edit?: true } => ({
  ...withRedirect(search),
  ...(search.edit === true && { edit: true }),
});

/** The checkout that a paid plan came from. */
export const withCheckout = ({ session_id }: Record<string, unknown>): { session_id?: string } =>
  typeof session_id === 'string' && session_id !== '' ? { session_id } : {};

interface MissionSearch {
  shared?: true;
  /** The mission was just created, and its patch is revealed. */
  created?: true;
  /** The sheet that invites to the mission is open. */
  invite?: true;
  /** The open part of the page, unless it is the first. */
  part?: 'team' | 'mission';
}

/** What the address of a mission's page says besides the mission. */
export function withMissionPage(search: Record<string, unknown>): MissionSearch {
  const { created, invite, part } = search;
  return {
    ...withShared(search),
    ...((created === true || created === 1) && { created: true }),
    ...((invite === true || invite === 1) && { invite: true }),
    ...((part === 'team' || part === 'mission') && { part }),
  };
}
