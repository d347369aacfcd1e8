import { expect, it } from 'vitest';
import { listCheckins } from '#contract/checkins.ts';
import { createComment, listComments } from '#contract/comments.ts';
import { getCompletion } from '#contract/completion.ts';
import { getDashboard, getToday } from '#contract/dashboard.ts';
import { getMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { listNotifications } from '#contract/notifications.ts';
import { listReactions, toggleReaction } from '#contract/reactions.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { watchStatements } from '../../testing/statements.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();

/** A mission with `size` members who checked in, and reacted to and commented on the owner's check-in. */
async function buildDiscussion(size: number) {
  const owner = await buildUser(t);
  const mission = await buildMission(t, owner);
  const members = await Promise.all(Array.from({ length: size }, () => buildUser(t)));
  await buildMembers(t, owner, mission, members);
  const { id }: { id: string } = (await checkIn(t, owner, mission)).json().checkin;
  for (const member of members) {
    const { token } = member;
    await checkIn(t, member, mission);
    await t.call(toggleReaction, { token, params: { id }, body: { reaction_type: 'love' } });
    await t.call(createComment, { token, params: { id }, body: { content: 'Well done.' } });
  }
  return { token: owner.token, mission, checkin: id };
}

const OF_MISSION = [getDashboard, getToday, getMission, getQuilt, getCompletion, listCheckins, listNotifications];
const OF_CHECKIN = [listComments, listReactions];

it('runs as many statements for nine people as for two on each screen', async () => {
  const [few, many] = [await buildDiscussion(1), await buildDiscussion(8)];
  const statements = watchStatements(t.db);
  const count = async (endpoint: Endpoint, token: string, id: string) => {
    statements.clear();
    const answer = await t.call(endpoint, { token, params: { id } });
    expect([endpoint.path, answer.statusCode]).toEqual([endpoint.path, 200]);
    return statements.texts().length;
  };
  const compare = async (endpoints: readonly Endpoint[], kind: 'mission' | 'checkin') => {
    for (const endpoint of endpoints) {
      const small = await count(endpoint, few.token, few[kind]);
      expect(small).toBeGreaterThan(0);
      expect([endpoint.path, await count(endpoint, many.token, many[kind])]).toEqual([endpoint.path, small]);
    }
  };
  await compare(OF_MISSION, 'mission');
  await compare(OF_CHECKIN, 'checkin');
});
