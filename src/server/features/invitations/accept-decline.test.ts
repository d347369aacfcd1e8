import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  acceptInvitation,
  declineInvitation,
  listInvitations,
  listMissionInvitations,
  previewInvitation,
} from '#contract/invitations.ts';
import { getMission } from '#contract/missions.ts';
import { buildInvitation } from '../../testing/factories/invitations.ts';
import { buildMembers, buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const DAY = 86_400_000;

const accept = (user: TestUser, id: string) => t.call(acceptInvitation, { token: user.token, params: { id } });
const decline = (user: TestUser, id: string) => t.call(declineInvitation, { token: user.token, params: { id } });
const preview = (id: string) => t.call(previewInvitation, { params: { id } });
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];
const membersOf = async (owner: TestUser, id: string) =>
  (await t.call(getMission, { token: owner.token, params: { id } })).json().members;

beforeEach(() => t.clock.set(NOON));

async function givenInvited(body: Record<string, unknown> = {}) {
  const [owner, friend] = [await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner, body);
  const { id } = await buildInvitation(t, owner, mission, friend.email);
  return { owner, friend, mission, id };
}

/** So many more members, who never signed in. */
const crowd = (mission: string, count: number) =>
  t.db.rows(
    `with people as (
       insert into users (id, name, email, password_hash, timezone, created_at)
       select gen_random_uuid(), 'Crowd', gen_random_uuid() || '@example.net', 'x', 'UTC', $2
       from generate_series(1, $3::int) returning id
     )
     insert into members (mission_id, user_id, joined_at, joined_day) select $1, id, $2, '2026-11-21' from people`,
    [mission, t.clock.now(), count],
  );

describe('accepting', () => {
  it('makes a member on the member’s own today, once', async () => {
    const [owner, friend] = [await buildUser(t), await buildUser(t, { timezone: 'Pacific/Auckland' })];
    const mission = await buildMission(t, owner);
    const { id } = await buildInvitation(t, owner, mission, friend.email);
    const answer = await accept(friend, id);
    expect([answer.statusCode, answer.json()]).toEqual([200, { mission_id: mission }]);
    const page = await t.call(getMission, { token: friend.token, params: { id: mission } });
    expect(page.json()).toMatchObject({ id: mission, today: '2026-11-22' });
    expect((await t.call(listInvitations, { token: friend.token })).json()).toEqual([]);
    expect((await t.call(listMissionInvitations, { token: owner.token, params: { id: mission } })).json()).toEqual([]);
    const again = await accept(friend, id);
    expect(again.statusCode).toBe(400);
    expect(again.json()).toEqual({
      code: 'invitation_processed',
      detail: 'This invitation has already been processed',
      mission_id: mission,
    });
  });

  it('is open to whoever has the link, and tells the next one nothing of the mission', async () => {
    const { owner, friend, mission, id } = await givenInvited();
    const other = await buildUser(t, { incomplete: true });
    expect((await accept(other, id)).json()).toEqual({ mission_id: mission });
    expect((await accept(friend, id)).json()).toEqual({
      code: 'invitation_processed',
      detail: 'This invitation has already been processed',
    });
    expect(await membersOf(owner, mission)).toHaveLength(2);
  });

  it('brings back who has left', async () => {
    const { owner, friend, mission, id } = await givenInvited();
    await buildMembers(t, owner, mission, [friend]);
    await t.db.rows('update members set left_at = $3 where mission_id = $1 and user_id = $2', [
      mission,
      friend.id,
      t.clock.now(),
    ]);
    expect((await accept(friend, id)).statusCode).toBe(200);
    expect(await membersOf(owner, mission)).toHaveLength(2);
  });

  it.each([
    ['14 days', { duration_days: 30 }, 14 * DAY],
    ['the end of the mission', { duration_days: 1 }, DAY / 2],
  ])('is over after %s, and declining and the preview with it', async (_, body, wait) => {
    const { friend, id } = await givenInvited(body);
    t.clock.advance(wait - 1);
    expect((await preview(id)).statusCode).toBe(200);
    t.clock.advance(1);
    const answers = [await accept(friend, id), await decline(friend, id), await preview(id)];
    const unknown = [await accept(friend, randomUUID()), await decline(friend, 'no-id'), await preview('A'.repeat(99))];
    for (const answer of [...answers, ...unknown]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({
        code: 'invitation_not_found',
        detail: 'Invitation not found or has expired',
      });
    }
  });

  it('is over when the mission is completed, but says so of what was answered before', async () => {
    const { owner, friend, mission, id } = await givenInvited();
    const late = await buildInvitation(t, owner, mission, 'late@example.org');
    await accept(friend, id);
    await t.db.rows('update missions set is_active = false, completed_at = $2 where id = $1', [mission, t.clock.now()]);
    expect(codeOf(await accept(friend, late.id))).toEqual([404, 'invitation_not_found']);
    t.clock.advance(15 * DAY);
    expect(codeOf(await accept(friend, id))).toEqual([400, 'invitation_processed']);
  });

  it('by the addressee who came in by the code settles the invitation', async () => {
    const { owner, friend, mission, id } = await givenInvited();
    await buildMembers(t, owner, mission, [friend]);
    const answer = await accept(friend, id);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      code: 'already_member',
      detail: 'You are already a member of this mission',
      mission_id: mission,
    });
    expect(codeOf(await accept(friend, id))).toEqual([400, 'invitation_processed']);
  });

  it('by another member, who only tries the link, leaves it to the addressee', async () => {
    const { owner, friend, mission, id } = await givenInvited();
    expect(codeOf(await accept(owner, id))).toEqual([400, 'already_member']);
    expect((await accept(friend, id)).json()).toEqual({ mission_id: mission });
  });

  it('waits while the mission is full', async () => {
    const { owner, friend, mission, id } = await givenInvited();
    await crowd(mission, 499);
    const answer = await accept(friend, id);
    expect([answer.statusCode, answer.json().detail]).toEqual([400, 'This mission is full']);
    await t.db.rows(
      `update members set left_at = $2 where mission_id = $1 and user_id =
         (select user_id from members where mission_id = $1 and user_id <> $3 limit 1)`,
      [mission, t.clock.now(), owner.id],
    );
    expect((await accept(friend, id)).statusCode).toBe(200);
  });
});

describe('declining', () => {
  it('ends the invitation, once', async () => {
    const { owner, friend, mission, id } = await givenInvited();
    const answer = await decline(friend, id);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await t.call(listInvitations, { token: friend.token })).json()).toEqual([]);
    for (const late of [await decline(friend, id), await accept(friend, id), await preview(id)])
      expect(codeOf(late)).toEqual([400, 'invitation_processed']);
    expect(await membersOf(owner, mission)).toHaveLength(1);
  });
});

describe('the preview', () => {
  it('shows a visitor what they are invited to, and no more', async () => {
    const owner = await buildUser(t, { name: 'Nadia' });
    const mission = await buildMission(t, owner, { title: 'Swim', duration_days: 28 });
    const { id } = await buildInvitation(t, owner, mission, 'visitor@example.org', 'Hi');
    const answer = await preview(id);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { mission_title: 'Swim', owner_name: 'Nadia', sender_name: 'Nadia', member_count: 1, days_remaining: 28 },
    ]);
  });
});

describe('at once', () => {
  it('twenty people with one link are one new member', async () => {
    const { owner, mission, id } = await givenInvited();
    const people = await Promise.all(Array.from({ length: 20 }, () => buildUser(t, { incomplete: true })));
    const answers = await Promise.all(people.map((person) => accept(person, id)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    const others = answers.filter((answer) => answer.statusCode !== 200);
    for (const other of others) expect(codeOf(other)).toEqual([400, 'invitation_processed']);
    expect(await membersOf(owner, mission)).toHaveLength(2);
  });

  it('twenty taps of one person are one membership', async () => {
    const { owner, friend, mission, id } = await givenInvited();
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(friend, id)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(19).fill(400)]);
    expect(await membersOf(owner, mission)).toHaveLength(2);
  });

  it('of accepting and declining one wins', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, friend, mission, id } = await givenInvited();
      const pair = [accept(friend, id), decline(friend, id)];
      const answers = await Promise.all(round % 2 ? pair : pair.reverse());
      const statuses = answers.map((answer) => answer.statusCode);
      const accepted = statuses.includes(200);
      expect(statuses.filter((status) => status === 400)).toHaveLength(1);
      expect(accepted || statuses.includes(204)).toBe(true);
      expect(await membersOf(owner, mission)).toHaveLength(accepted ? 2 : 1);
    }
  });

  it('of ten acceptances and ten refusals of one person one answer counts', async () => {
    const { owner, friend, mission, id } = await givenInvited();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => (turn % 2 ? accept(friend, id) : decline(friend, id))),
    );
    const good = answers.filter((answer) => answer.statusCode < 300);
    expect(good).toHaveLength(1);
    for (const other of answers) if (other !== good[0]) expect(codeOf(other)).toEqual([400, 'invitation_processed']);
    expect(await membersOf(owner, mission)).toHaveLength(good[0]!.statusCode === 200 ? 2 : 1);
    const [row] = await t.db.rows<{ status: string }>('select status from invitations where id = $1', [id]);
    expect(row!.status).toBe(good[0]!.statusCode === 200 ? 'accepted' : 'declined');
  });

  it('of two invitations to the last place one gets it', async () => {
    const { owner, friend, mission, id } = await givenInvited();
    const other = await buildUser(t);
    const second = await buildInvitation(t, owner, mission, other.email);
    await crowd(mission, 498);
    const answers = await Promise.all([accept(friend, id), accept(other, second.id)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400]);
    expect(await membersOf(owner, mission)).toHaveLength(500);
  });
});
