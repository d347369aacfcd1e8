import { isSameOriginPath } from '#domain/same-origin-path.ts';

/** `redirect`: the path that a visitor wanted before a guard stopped them. */
export const withRedirect = (search: Record<string, unknown>): { redirect?: string } => {
  const { redirect } = search;
  return typeof redirect === 'string' && isSameOriginPath(redirect) ? { redirect } : {};
};

/** `sso`: the code of why signing in at the provider led back here. */
export const withSignOnProblem = ({ sso }: Record<string, unknown>): { sso?: string } =>
  typeof sso === 'string' ? { sso } : {};

/** `shared`: a photo from the share sheet waits on this device. */
export const withShared = ({ shared }: Record<string, unknown>): { shared?: true } =>
  shared === true || shared === 1 ? { shared: true } : {};

/** `created`: the mission was just created, and its patch is revealed. */
export const withCreated = ({ created }: Record<string, unknown>): { created?: true } =>
  created === true || created === 1 ? { created: true } : {};

/** `invite`: the sheet that invites to the mission is open. */
export const withInvite = ({ invite }: Record<string, unknown>): { invite?: true } =>
  invite === true || invite === 1 ? { invite: true } : {};

/** What fills the form of a new mission: a mission to be copied, one whose next round it is, or an idea. */
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

/** Which part of the page for programs was shown: the tokens, unless it was the webhooks. */
export const withTab = ({ tab }: Record<string, unknown>): { tab?: 'webhooks' } => (tab === 'webhooks' ? { tab } : {});

/** `edit`: the form of the profile is open. */
export const withEdit = (search: Record<string, unknown>): { redirect?: string; edit?: true } => ({
  ...withRedirect(search),
  ...(search.edit === true && { edit: true }),
});

/** `part`: the open part of the mission's page, unless it is the first. */
export const withPart = ({ part }: Record<string, unknown>): { part?: 'team' | 'mission' } =>
  part === 'team' || part === 'mission' ? { part } : {};
