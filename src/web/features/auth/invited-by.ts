import type { Site } from '#contract/site.ts';
import { findInvitationId } from '#domain/invitations.ts';

/** What an invitation gives to somebody who signs up: the key of its link, or the code of the mission. */
export interface InvitedBy {
  readonly invitationId?: string;
  readonly invitationCode?: string;
}

const PATH = /^\/(?:join\/(?<code>[^/?#]+)|accept-invitation\/(?<id>[^/?#]+))/;

/** The invitation whose page a visitor wanted to open, by the path to which they return; null for another path. */
export function invitedBy(path: string | undefined): InvitedBy | null {
  const found = PATH.exec(path ?? '')?.groups;
  if (found?.code) return { invitationCode: found.code };
  return found?.id ? { invitationId: findInvitationId(found.id) } : null;
}

/**
 * Whether somebody may try to sign up: where it is by invitation, only with one, which the server then looks at. Without
 * an answer of the server everybody may try.
 */
export const canTrySignUp = (site: Site | null, invited: boolean): boolean =>
  site === null || site.sign_up === 'open' || (site.sign_up === 'invited' && invited);
