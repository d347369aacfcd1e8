import { createCheckinKey } from '#contract/checkin-keys.ts';
import type { TestApp } from '../test-app.ts';
import type { TestUser } from './users.ts';

/** Makes a person's check-in key for a mission; returns its id and the secret at the end of its link. */
export async function buildCheckinKey(
  t: TestApp,
  person: TestUser,
  missionId: string,
): Promise<{ id: string; key: string }> {
  const answer = await t.call(createCheckinKey, { token: person.token, body: { mission_id: missionId } });
  if (answer.statusCode !== 201) throw new Error(`No key: ${answer.body}`);
  const { id, url } = answer.json();
  return { id, key: new URL(url).pathname.split('/').at(-1)! };
}
