import type { SentInvitation } from '#contract/invitations.ts';
import { createInvitation } from '#contract/invitations.ts';
import type { TestApp } from '../test-app.ts';
import type { TestUser } from './users.ts';

/** Invites an address to a mission; returns the response. */
export async function buildInvitation(
  t: TestApp,
  sender: TestUser,
  missionId: string,
  invitee_email: string,
  message = '',
): Promise<SentInvitation> {
  const answer = await t.call(createInvitation, {
    token: sender.token,
    body: { mission_id: missionId, invitee_email, message },
  });
  if (answer.statusCode !== 201) throw new Error(`No invitation: ${answer.body}`);
  return answer.json();
}
