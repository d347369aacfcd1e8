import * as z from 'zod/mini';
import { createInvitation } from '#contract/invitations.ts';
import { Id } from '#platform/db/columns.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';
import type { TestUser } from './users.ts';

export interface TestInvitation {
  /** The key, which only the addressee receives. */
  id: string;
  /** The ID that the sender's side uses. */
  public_id: string;
}

const Found = z.object({ id: Id });

/** Invites an address to a mission. */
export async function buildInvitation(
  t: TestApp,
  sender: TestUser,
  missionId: string,
  invitee_email: string,
  message = '',
): Promise<TestInvitation> {
  const body = { mission_id: missionId, invitee_email, message };
  const { id: public_id } = await succeed(t, createInvitation, { token: sender.token, body });
  const [row] = await t.db.rows(Found, 'select id from invitations where public_id = $1', [public_id]);
  return { id: row!.id, public_id };
}
