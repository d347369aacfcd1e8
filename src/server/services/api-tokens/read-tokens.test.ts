import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { API } from '#contract/api.ts';
import { scopeOf } from '#contract/api-token-scopes.ts';
import { createToken } from '#contract/api-tokens.ts';
import { getDashboard } from '#contract/dashboard.ts';
import {
  acceptInvitation,
  declineInvitation,
  listInvitations,
  listMissionInvitations,
  previewInvitation,
} from '#contract/invitations.ts';
import { getMission } from '#contract/missions.ts';
import { joinMission } from '#contract/missions-join.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { buildInvitation } from '../../testing/factories/invitations.ts';
import { buildInvitationCode, buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';

const t = await testApp();
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

async function buildApiToken(user: TestUser, scope: 'read' | 'write'): Promise<string> {
  await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
    user.id,
  ]);
  return (await t.call(createToken, { token: user.token, body: { name: 'Watch', scope } })).json().token;
}

/** Creates a mission owner with a member and a code, who is also invited to another mission. */
async function buildOwner() {
  const [owner, member, friend] = [await buildUser(t), await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner);
  await buildMembers(t, owner, mission, [member]);
  const code = await buildInvitationCode(t, owner, mission);
  const received = await buildInvitation(t, friend, await buildMission(t, friend), owner.email);
  await buildInvitation(t, owner, mission, 'newcomer@example.org');
  const { checkin } = (await checkIn(t, owner, mission)).json();
  return { owner, member, mission, code, received, checkin: checkin.id as string };
}

it('hides invitation codes, member addresses and invitation keys from a read-only token', async () => {
  const { owner, member, mission, code, received } = await buildOwner();
  const emails = async (token: string) => {
    const page = (await t.call(getMission, { token, params: { id: mission } })).json();
    const people = page.members.map(({ user_id, email }: { user_id: string; email: string }) => [user_id, email]);
    return [page.invitation_code, Object.fromEntries(people)];
  };
  const keys = async (token: string) => {
    const [inbox, home] = [await t.call(listInvitations, { token }), await t.call(getDashboard, { token })];
    return [inbox.json()[0].id, home.json().pending_invitations[0].id];
  };
  const invited = async (token: string) => {
    const sent = (await t.call(listMissionInvitations, { token, params: { id: mission } })).json();
    return sent.map(({ invitee_email }: { invitee_email: string }) => invitee_email);
  };
  const [read, write] = [await buildApiToken(owner, 'read'), await buildApiToken(owner, 'write')];
  for (const token of [owner.token, write]) {
    expect(await emails(token)).toEqual([code, { [owner.id]: owner.email, [member.id]: member.email }]);
    expect(await keys(token)).toEqual([received.id, received.id]);
    expect(await invited(token)).toEqual(['newcomer@example.org']);
  }
  expect(await emails(read)).toEqual([null, { [owner.id]: owner.email, [member.id]: null }]);
  expect(await keys(read)).toEqual([received.public_id, received.public_id]);
  expect(await invited(read)).toEqual(['']);
});

it('shows a read-only token nothing that lets a stranger join a mission', async () => {
  const { owner, mission, checkin, code } = await buildOwner();
  const token = await buildApiToken(owner, 'read');
  const stranger = await buildUser(t);
  // A stream of hints never ends; the test of live updates reads it.
  const readable: Endpoint[] = Object.values(API).filter(
    (endpoint) => scopeOf(endpoint) === 'read' && !endpoint.events,
  );
  const answers = await Promise.all(
    readable.flatMap((endpoint) => [mission, checkin].map((id) => t.call(endpoint, { token, params: { id } }))),
  );
  const textOf = (answer: LightMyRequestResponse) =>
    answer.headers['content-type'] === 'application/zip'
      ? [...unzip(answer.rawPayload).values()].map(String).join()
      : answer.body;
  const seen = answers.filter((answer) => answer.statusCode === 200).map(textOf);
  expect(seen.length).toBeGreaterThan(8);
  expect(seen.join()).not.toContain(code);
  expect(seen.join()).not.toContain('newcomer@example.org');
  const ids = new Set(seen.flatMap((body) => body.match(UUID) ?? []));
  expect(ids).toContain(mission);
  for (const id of ids)
    for (const call of [acceptInvitation, declineInvitation, previewInvitation])
      expect((await t.call(call, { token: stranger.token, params: { id } })).statusCode).toBe(404);
  for (const id of ids)
    expect((await t.call(joinMission, { token: stranger.token, params: { code: id } })).statusCode).toBe(404);
});
