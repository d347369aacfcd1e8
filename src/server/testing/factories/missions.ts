import { createCheckin } from '#contract/checkins.ts';
import { createMission } from '#contract/missions.ts';
import { generateInvitationCode, joinMission } from '#contract/missions-join.ts';
import { dayOf } from '#domain/days.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';
import type { TestUser } from './users.ts';

/** Creates a mission of 30 days that starts today in UTC and returns its ID. */
export async function buildMission(t: TestApp, owner: TestUser, body: Record<string, unknown> = {}): Promise<string> {
  const { id } = await succeed(t, createMission, {
    token: owner.token,
    body: {
      title: 'Read 20 pages before bed',
      description: '<p>Any book that is not work.</p>',
      goal: 'Finish two books together',
      duration_days: 30,
      start_date: dayOf(t.clock.now(), 'UTC'),
      ...body,
    },
  });
  return id;
}

/** Generates a new invitation code for the mission. */
export async function buildInvitationCode(t: TestApp, owner: TestUser, missionId: string): Promise<string> {
  return (await succeed(t, generateInvitationCode, { token: owner.token, params: { id: missionId } })).invitation_code;
}

/** Makes each user a member of the mission with an invitation code. */
export async function buildMembers(t: TestApp, owner: TestUser, missionId: string, people: TestUser[]): Promise<void> {
  const code = await buildInvitationCode(t, owner, missionId);
  for (const person of people) await succeed(t, joinMission, { token: person.token, params: { code } });
}

/** Checks in now with a tick. */
export const checkIn = (t: TestApp, person: TestUser, missionId: string, body: Record<string, unknown> = {}) =>
  t.call(createCheckin, { token: person.token, body: { mission_id: missionId, type: 'tick', ...body } });
