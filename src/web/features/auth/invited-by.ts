import type { Site } from '#contract/site.ts';
import { findInvitationId } from '#domain/invitations.ts';

/** The invitation of a visitor who signs up: the key of its link, or the mission's code. */
export interface InvitedBy {
  readonly invitationId?: string;
  readonly invitationCode?: string;
}

const PATH = /^\/(?:join\/(?<code>[^/?#]+)|accept-invitation\/(?<id>[^/?#]+))/;

/** Finds the invitation in the path to which a visitor returns. Returns null for another path. */
export function invitedBy(path: string | undefined): InvitedBy | null {
  const found = PATH.exec(path ?? '')?.groups;
  if (found?.code) return { invitationCode: found.code };
  return found?.id ? { invitationId: findInvitationId(found.id) } : null;
}

/**
 * Returns true if the visitor may try to sign up; by invitation only, that requires an invitation. The server checks
 * the invitation. Before the server has responded, everyone may try.
 */
export const canTrySignUp = (site: Site | null, invited: boolean): boolean =>
  site === null || site.sign_up === 'open' || (site.sign_up === 'invited' && invited);
