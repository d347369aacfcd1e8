import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  acceptInvitation,
  blockInviter,
  declineInvitation,
  listInvitations,
  listMissionInvitations,
  previewInvitation,
} from '#contract/invitations.ts';
import { getMission } from '#contract/missions.ts';
import { listBlocks, unblockUser } from '#contract/safety.ts';
import { Text } from '#platform/db/columns.ts';
import { onlyValue } from '#platform/db/rows.ts';
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
const fetchMembers = async (owner: TestUser, id: string) =>
  (await t.call(getMission, { token: owner.token, params: { id } })).json().members;

beforeEach(() => t.clock.set(NOON));

async function buildInvited(body: Record<string, unknown> = {}) {
  const [owner, friend] = [await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner, body);
  const { id } = await buildInvitation(t, owner, mission, friend.email);
  return { owner, friend, mission, id };
}

/** Adds `count` members who never signed in. */
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
  it('creates a member once, starting on the member’s own today', async () => {
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
    expect(again.json()).toMatchObject({
      code: 'invitation_processed',
      detail: 'This invitation has already been processed',
      mission_id: mission,
    });
  });

  it('works for anyone with the link, and reveals nothing about the mission to the next person', async () => {
    const { owner, friend, mission, id } = await buildInvited();
    const other = await buildUser(t, { incomplete: true });
    expect((await accept(other, id)).json()).toEqual({ mission_id: mission });
    expect((await accept(friend, id)).json()).toMatchObject({
      code: 'invitation_processed',
      detail: 'This invitation has already been processed',
    });
    expect(await fetchMembers(owner, mission)).toHaveLength(2);
  });

  it('restores a former member', async () => {
    const { owner, friend, mission, id } = await buildInvited();
    await buildMembers(t, owner, mission, [friend]);
    await t.db.rows('update members set left_at = $3 where mission_id = $1 and user_id = $2', [
      mission,
      friend.id,
      t.clock.now(),
    ]);
    expect((await accept(friend, id)).statusCode).toBe(200);
    expect(await fetchMembers(owner, mission)).toHaveLength(2);
  });

  it.each([
    ['14 days', { duration_days: 30 }, 14 * DAY],
    ['the end of the mission', { duration_days: 1 }, DAY / 2],
  ])('fails after %s, as do declining and previewing', async (_, body, wait) => {
    const { friend, id } = await buildInvited(body);
    t.clock.advance(wait - 1);
    expect((await preview(id)).statusCode).toBe(200);
    t.clock.advance(1);
    const answers = [await accept(friend, id), await decline(friend, id), await preview(id)];
    const unknown = [await accept(friend, randomUUID()), await decline(friend, 'no-id'), await preview('A'.repeat(99))];
    for (const answer of [...answers, ...unknown]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({
        code: 'invitation_not_found',
        detail: 'Invitation not found or has expired',
      });
    }
  });

  it('fails after the mission is completed, and answered invitations stay processed', async () => {
    const { owner, friend, mission, id } = await buildInvited();
    const late = await buildInvitation(t, owner, mission, 'late@example.org');
    await accept(friend, id);
    await t.db.rows('update missions set is_active = false, completed_at = $2 where id = $1', [mission, t.clock.now()]);
    expect(codeOf(await accept(friend, late.id))).toEqual([404, 'invitation_not_found']);
    t.clock.advance(15 * DAY);
    expect(codeOf(await accept(friend, id))).toEqual([400, 'invitation_processed']);
  });

  it('settles the invitation when a user who already joined by code opens it', async () => {
    const { owner, friend, mission, id } = await buildInvited();
    await buildMembers(t, owner, mission, [friend]);
    const answer = await accept(friend, id);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'already_member',
      detail: 'You are already a member of this mission',
      mission_id: mission,
    });
    expect(codeOf(await accept(friend, id))).toEqual([400, 'invitation_processed']);
  });

  it('leaves the invitation open when another member opens the link', async () => {
    const { owner, friend, mission, id } = await buildInvited();
    expect(codeOf(await accept(owner, id))).toEqual([400, 'already_member']);
    expect((await accept(friend, id)).json()).toEqual({ mission_id: mission });
  });

  it('leaves the invitation open while the mission is full', async () => {
    const { owner, friend, mission, id } = await buildInvited();
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
  it('ends an invitation once', async () => {
    const { owner, friend, mission, id } = await buildInvited();
    const answer = await decline(friend, id);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await t.call(listInvitations, { token: friend.token })).json()).toEqual([]);
    for (const late of [await decline(friend, id), await accept(friend, id), await preview(id)])
      expect(codeOf(late)).toEqual([400, 'invitation_processed']);
    expect(await fetchMembers(owner, mission)).toHaveLength(1);
  });
});

describe('concurrent responses', () => {
  it('add one member when 20 people accept with the same link', async () => {
    const { owner, mission, id } = await buildInvited();
    const people = await Promise.all(Array.from({ length: 20 }, () => buildUser(t, { incomplete: true })));
    const answers = await Promise.all(people.map((person) => accept(person, id)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    const others = answers.filter((answer) => answer.statusCode !== 200);
    for (const other of others) expect(codeOf(other)).toEqual([400, 'invitation_processed']);
    expect(await fetchMembers(owner, mission)).toHaveLength(2);
  });

  it('add the member once when one person accepts 20 times', async () => {
    const { owner, friend, mission, id } = await buildInvited();
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(friend, id)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(19).fill(400)]);
    expect(await fetchMembers(owner, mission)).toHaveLength(2);
  });

  it('either accept or decline, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, friend, mission, id } = await buildInvited();
      const pair = [accept(friend, id), decline(friend, id)];
      const answers = await Promise.all(round % 2 ? pair : pair.reverse());
      const statuses = answers.map((answer) => answer.statusCode);
      const accepted = statuses.includes(200);
      expect(statuses.filter((status) => status === 400)).toHaveLength(1);
      expect(accepted || statuses.includes(204)).toBe(true);
      expect(await fetchMembers(owner, mission)).toHaveLength(accepted ? 2 : 1);
    }
  });

  it('take effect once when one person accepts ten times and declines ten times', async () => {
    const { owner, friend, mission, id } = await buildInvited();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => (turn % 2 ? accept(friend, id) : decline(friend, id))),
    );
    const good = answers.filter((answer) => answer.statusCode < 300);
    expect(good).toHaveLength(1);
    for (const other of answers) if (other !== good[0]) expect(codeOf(other)).toEqual([400, 'invitation_processed']);
    expect(await fetchMembers(owner, mission)).toHaveLength(good[0]!.statusCode === 200 ? 2 : 1);
    const status = await onlyValue(t.db, Text, 'select status from invitations where id = $1', [id]);
    expect(status).toBe(good[0]!.statusCode === 200 ? 'accepted' : 'declined');
  });

  it('let one of two invitations take the last slot', async () => {
    const { owner, friend, mission, id } = await buildInvited();
    const other = await buildUser(t);
    const second = await buildInvitation(t, owner, mission, other.email);
    await crowd(mission, 498);
    const answers = await Promise.all([accept(friend, id), accept(other, second.id)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400]);
    expect(await fetchMembers(owner, mission)).toHaveLength(500);
  });
});

describe('blocking the inviter', () => {
  const block = (user: TestUser, id: string) => t.call(blockInviter, { token: user.token, params: { id } });
  const fetchInbox = async (user: TestUser) => (await t.call(listInvitations, { token: user.token })).json();
  const fetchSent = async (user: TestUser, id: string) =>
    (await t.call(listMissionInvitations, { token: user.token, params: { id } })).json();

  it('hides the sender, who still sees the invitation as pending, and can be lifted', async () => {
    const { owner, friend, mission, id } = await buildInvited();
    const sent = await fetchSent(owner, mission);
    const answer = await block(friend, id);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await fetchInbox(friend)).toEqual([]);
    const second = await buildMission(t, owner);
    await buildInvitation(t, owner, second, friend.email);
    expect(await fetchInbox(friend)).toEqual([]);
    expect(await fetchSent(owner, mission)).toEqual(sent);
    expect((await t.call(listBlocks, { token: friend.token })).json()).toMatchObject([{ user_id: owner.id }]);
    expect((await t.call(listBlocks, { token: owner.token })).json()).toEqual([]);
    expect((await t.call(unblockUser, { token: friend.token, params: { id: owner.id } })).statusCode).toBe(204);
    expect(await fetchInbox(friend)).toHaveLength(2);
  });

  it('works once after the response for anyone with the link, even concurrently', async () => {
    const { owner, friend, id } = await buildInvited();
    expect((await decline(friend, id)).statusCode).toBe(204);
    const answers = await Promise.all(Array.from({ length: 20 }, () => block(friend, id)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]));
    expect((await t.call(listBlocks, { token: friend.token })).json()).toHaveLength(1);
    const other = await buildUser(t);
    expect((await block(other, id)).statusCode).toBe(204);
    expect(codeOf(await block(owner, id))).toEqual([400, 'block_self']);
  });

  it('blocks no one without a session, with an unknown ID or with the public ID', async () => {
    const { owner, friend, mission } = await buildInvited();
    const [{ id: public_id }] = await fetchSent(owner, mission);
    expect((await t.call(blockInviter, { params: { id: public_id } })).statusCode).toBe(401);
    for (const id of [public_id, randomUUID(), 'x', '<'.repeat(60)])
      expect(codeOf(await block(friend, id))).toEqual([404, 'invitation_not_found']);
    expect((await t.call(listBlocks, { token: friend.token })).json()).toEqual([]);
  });
});
