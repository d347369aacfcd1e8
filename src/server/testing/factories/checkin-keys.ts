import { createCheckinKey } from '#contract/checkin-keys.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';
import type { TestUser } from './users.ts';

/** Creates a user's check-in key for a mission. Returns its ID and the secret at the end of its link. */
export async function buildCheckinKey(
  t: TestApp,
  person: TestUser,
  missionId: string,
): Promise<{ id: string; key: string }> {
  const { id, url } = await succeed(t, createCheckinKey, { token: person.token, body: { mission_id: missionId } });
  return { id, key: new URL(url).pathname.split('/').at(-1)! };
}
