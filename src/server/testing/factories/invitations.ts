import { createInvitation } from '#contract/invitations.ts';
import type { TestApp } from '../test-app.ts';
import type { TestUser } from './users.ts';

export interface TestInvitation {
  /** The key, which only the addressee is given. */
  id: string;
  /** By which the sender's side knows it. */
  public_id: string;
}

/** Invites an address to a mission. */
export async function buildInvitation(
  t: TestApp,
  sender: TestUser,
  missionId: string,
  invitee_email: string,
  message = '',
): Promise<TestInvitation> {
  const answer = await t.call(createInvitation, {
    token: sender.token,
    body: { mission_id: missionId, invitee_email, message },
  });
  if (answer.statusCode !== 201) throw new Error(`No invitation: ${answer.body}`);
  const public_id: string = answer.json().id;
  const [row] = await t.db.rows<{ id: string }>('select id from invitations where public_id = $1', [public_id]);
  return { id: row!.id, public_id };
}
