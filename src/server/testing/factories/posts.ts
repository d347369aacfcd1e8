import type { Comment } from '#contract/comments.ts';
import { createComment } from '#contract/comments.ts';
import { toggleReaction } from '#contract/reactions.ts';
import type { TestApp } from '../test-app.ts';
import { buildMembers, buildMission, checkIn } from './missions.ts';
import { succeed } from './succeed.ts';
import { buildUser, type TestUser } from './users.ts';

/** Creates a mission of Owner with Ana and Bo, and a check-in by Ana with a text. */
export async function buildDiscussion(t: TestApp) {
  const owner = await buildUser(t, { name: 'Owner' });
  const [ana, bo] = [await buildUser(t, { name: 'Ana' }), await buildUser(t, { name: 'Bo' })];
  const mission = await buildMission(t, owner, { title: 'Run 30' });
  await buildMembers(t, owner, mission, [ana, bo]);
  const receipt = await checkIn(t, ana, mission, { type: 'text', content: 'Five km' });
  return { owner, ana, bo, mission, checkin: receipt.json().checkin.id as string };
}

export const react = (t: TestApp, person: TestUser, checkinId: string, reaction_type: unknown = 'love') =>
  t.call(toggleReaction, { token: person.token, params: { id: checkinId }, body: { reaction_type } });

export const say = (t: TestApp, person: TestUser, checkinId: string, body: Record<string, unknown>) =>
  t.call(createComment, { token: person.token, params: { id: checkinId }, body });

/** Posts a comment and returns the response. */
export const buildComment = (
  t: TestApp,
  person: TestUser,
  checkinId: string,
  content: string,
  more: Record<string, unknown> = {},
): Promise<Comment> =>
  succeed(t, createComment, { token: person.token, params: { id: checkinId }, body: { content, ...more } });
