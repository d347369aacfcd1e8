import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount, exportData } from '#contract/account.ts';
import { createToken } from '#contract/api-tokens.ts';
import { changeEmail, me, register } from '#contract/auth.ts';
import { completeMission, getCompletion } from '#contract/completion.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { acceptInvitation, listInvitations, listMissionInvitations } from '#contract/invitations.ts';
import { addCohost, leaveMission } from '#contract/members.ts';
import { createMission, deleteMission, getMission } from '#contract/missions.ts';
import { listNotifications, markRead } from '#contract/notifications.ts';
import { blockUser, unblockUser } from '#contract/safety.ts';
import { expectWithin } from '#domain/testing/expect-within.ts';
import { buildSuspension } from '../../testing/factories/admin.ts';
import { buildMembers, buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { startFakeSmtp } from '../../testing/smtp-server.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';

const t = await testApp();
requireSavedStandings(t);
/** Addresses need proof only with SMTP. */
const smtp = await startFakeSmtp();
afterAll(() => smtp.close());
const proving = await testApp({ config: { smtp_url: smtp.url } });
beforeEach(() => t.clock.set(NOON));
const DAY = 86_400_000;

const FIELDS = {
  title: 'Read, once more',
  description: '<p>Any book.</p>',
  goal: 'Two books',
  duration_days: 10,
  start_date: '2026-12-14',
};
const start = (person: TestUser, previous_id: unknown, fields: object = {}) =>
  t.call(createMission, { token: person.token, body: { ...FIELDS, previous_id, ...fields } });
const read = async (endpoint: Parameters<typeof t.call>[0], { token }: TestUser, id?: string) =>
  (await t.call(endpoint, { token, ...(id && { params: { id } }) })).json();
const bellOf = async (person: TestUser) => (await read(listNotifications, person)).notifications;
const codeOf = (answer: Awaited<ReturnType<typeof start>>) => [answer.statusCode, answer.json().code];

/** A completed mission of Ana with Ben and Cy. */
async function buildCompleted(others: string[] = ['Ben', 'Cy'], owner_fields: { timezone?: string } = {}) {
  const ana = await buildUser(t, { name: 'Ana', ...owner_fields });
  const people: TestUser[] = [];
  for (const name of others) people.push(await buildUser(t, { name }));
  const mission = await buildMission(t, ana, { title: 'Read', duration_days: 2 });
  await buildMembers(t, ana, mission, people);
  t.clock.advance(3 * DAY);
  expect((await t.call(completeMission, { token: ana.token, params: { id: mission } })).statusCode).toBe(204);
  return { ana, people, mission };
}

describe('the next round', () => {
  it('invites each other member by inbox, dashboard and bell when the owner starts it', async () => {
    const { ana, people, mission } = await buildCompleted();
    const [ben, cy] = people as [TestUser, TestUser];
    const answer = await start(ana, mission, { board: 'together', schedule: { kind: 'weekly', times: 3 } });
    expect([answer.statusCode, answer.json()]).toEqual([201, { id: expect.any(String), invited: 2 }]);
    const { id } = answer.json();
    expect(await read(getMission, ana, id)).toMatchObject({
      title: 'Read, once more',
      round: 2,
      previous_id: mission,
      board: 'together',
      schedule: { kind: 'weekly', times: 3 },
      members: [{ name: 'Ana' }],
    });
    for (const member of [ben, cy]) {
      const [invitation] = await read(listInvitations, member);
      expect(invitation).toMatchObject({ mission_id: id, mission_title: 'Read, once more', sender_name: 'Ana' });
      expect((await read(getDashboard, member)).pending_invitations).toEqual([invitation]);
      expect(await bellOf(member)).toMatchObject([
        {
          type: 'invitation',
          mission_id: id,
          mission_title: 'Read, once more',
          user_name: 'Ana',
          is_read: false,
          checkin_id: null,
          points_earned: 0,
        },
      ]);
    }
    expect(await bellOf(ana)).toEqual([]);
  });

  it('sends no mail or push message and uses no daily invitations', async () => {
    const { ana, mission } = await buildCompleted();
    await t.queue.drain();
    expect((await start(ana, mission)).statusCode).toBe(201);
    const jobs = await t.db.rows(`select name from jobs where name in ('send-invitation', 'push-notifications-by-id')`);
    expect(jobs).toEqual([]);
    expect(await t.db.rows('select from invitation_sends where sender_id = $1', [ana.id])).toEqual([]);
  });

  it('adds a user who accepts and removes the notification', async () => {
    const { ana, people, mission } = await buildCompleted();
    const [ben, cy] = people as [TestUser, TestUser];
    const { id } = (await start(ana, mission)).json();
    const [invitation] = await read(listInvitations, ben);
    const [notification] = await bellOf(ben);
    expect((await read(listNotifications, ben)).unread_count).toBe(1);
    const opened = await t.call(markRead, { token: ben.token, params: { id: notification.id } });
    expect(opened.statusCode).toBe(204);
    expect(await bellOf(ben)).toMatchObject([{ id: notification.id, is_read: true }]);
    t.clock.advance(1000);
    const accepted = await t.call(acceptInvitation, { token: ben.token, params: { id: invitation.id } });
    expect([accepted.statusCode, accepted.json()]).toEqual([200, { mission_id: id }]);
    expect([await read(listInvitations, ben), await bellOf(ben)]).toEqual([[], []]);
    expect((await read(getMission, ben, id)).members.map((member: { name: string }) => member.name)).toEqual([
      'Ana',
      'Ben',
    ]);
    // An open invitation ends with its mission, and so does its notification.
    expect(await bellOf(cy)).toHaveLength(1);
    t.clock.advance(14 * DAY);
    expect(await bellOf(cy)).toEqual([]);
  });

  it("shows names but no addresses in the starter's sent invitations", async () => {
    const { ana, people, mission } = await buildCompleted();
    const { id } = (await start(ana, mission)).json();
    const sent = await read(listMissionInvitations, ana, id);
    expect(
      sent.map((one: { invitee_name: string; invitee_email: string }) => [one.invitee_name, one.invitee_email]).sort(),
    ).toEqual([
      ['Ben', ''],
      ['Cy', ''],
    ]);
    const answers = [
      sent,
      await read(listInvitations, people[0]!),
      await read(getCompletion, people[0]!, mission),
      await bellOf(people[0]!),
    ];
    expect(JSON.stringify(answers)).not.toContain('@');
  });

  it('does not invite members who left, are suspended, or are blocked by the starter', async () => {
    const { ana, people, mission } = await buildCompleted(['Left', 'Suspended', 'Blocked', 'Ben']);
    const [left, suspended, blocked, ben] = people as [TestUser, TestUser, TestUser, TestUser];
    await t.call(leaveMission, { token: left.token, params: { id: mission } });
    await buildSuspension(t, suspended);
    await t.call(blockUser, { token: ana.token, params: { id: blocked.id } });
    expect((await start(ana, mission)).json().invited).toBe(1);
    for (const person of [left, blocked]) {
      expect(await read(listInvitations, person)).toEqual([]);
      expect(await bellOf(person)).toEqual([]);
    }
    expect(await read(listInvitations, ben)).toHaveLength(1);
  });

  it('does not reveal who blocked the starter, and invites them when the block is lifted', async () => {
    const { ana, people, mission } = await buildCompleted();
    const [ben] = people as [TestUser];
    await t.call(blockUser, { token: ben.token, params: { id: ana.id } });
    const { id, invited } = (await start(ana, mission)).json();
    expect(invited).toBe(2);
    const sent = await read(listMissionInvitations, ana, id);
    expect(sent.map((one: { invitee_name: string }) => one.invitee_name).sort()).toEqual(['Ben', 'Cy']);
    const seen = async () => [
      (await read(listInvitations, ben)).length,
      (await read(getDashboard, ben)).pending_invitations.length,
      (await read(listNotifications, ben)).unread_count,
      (await bellOf(ben)).length,
    ];
    expect(await seen()).toEqual([0, 0, 0, 0]);
    expect((await read(getCompletion, ben, mission)).next_round.invitation_id).toBeNull();
    await t.call(unblockUser, { token: ben.token, params: { id: ana.id } });
    expect(await seen()).toEqual([1, 1, 1, 1]);
  });

  it('hides the invitation from a member who blocks the starter, until the block is lifted', async () => {
    const { ana, people, mission } = await buildCompleted();
    const [ben] = people as [TestUser];
    const { id } = (await start(ana, mission)).json();
    const seen = async () => [
      (await read(listInvitations, ben)).length,
      (await bellOf(ben)).length,
      (await read(getCompletion, ben, mission)).next_round,
    ];
    const next = { mission_id: id, is_member: false, invitation_id: expect.any(String) };
    expect(await seen()).toEqual([1, 1, next]);
    await t.call(blockUser, { token: ben.token, params: { id: ana.id } });
    expect(await seen()).toEqual([0, 0, { ...next, invitation_id: null }]);
    await t.call(unblockUser, { token: ben.token, params: { id: ana.id } });
    expect(await seen()).toEqual([1, 1, next]);
  });
});

describe('access to the next round', () => {
  it('is limited to hosts for seven days, then open to every member', async () => {
    const { ana, people, mission } = await buildCompleted();
    const [ben, cy] = people as [TestUser, TestUser];
    const canStart = async (person: TestUser) => {
      const { completed_missions, completed_missions_history } = await read(getDashboard, person);
      const { can_start_next } = await read(getCompletion, person, mission);
      for (const [card] of [completed_missions, completed_missions_history])
        expect(card).toMatchObject({ can_start_next });
      return can_start_next;
    };
    await t.db.rows(`update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1`, [
      ana.id,
    ]);
    expect((await t.call(addCohost, { token: ana.token, params: { id: mission, userId: cy.id } })).statusCode).toBe(
      204,
    );
    t.clock.advance(7 * DAY - 1);
    expect([await canStart(ana), await canStart(ben), await canStart(cy)]).toEqual([true, false, true]);
    expect(codeOf(await start(ben, mission))).toEqual([403, 'not_owner']);
    t.clock.advance(1);
    expect(await canStart(ben)).toBe(true);
    const { id } = (await start(ben, mission)).json();
    expect(await canStart(ben)).toBe(false);
    expect(await read(getMission, ben, id)).toMatchObject({ round: 2, owner_id: ben.id });
  });

  it('is the same 404 for strangers, former members and unknown IDs, and 401 for visitors', async () => {
    const { ana, people, mission } = await buildCompleted();
    const [ben] = people as [TestUser];
    await t.call(leaveMission, { token: ben.token, params: { id: mission } });
    const unknown = { code: 'mission_not_found', detail: 'Mission not found' };
    for (const answer of [
      await start(await buildUser(t), mission),
      await start(ben, mission),
      await start(ana, randomUUID()),
      await start(ana, 'x'),
      // Invalid input does not reveal to a stranger that the mission exists.
      await start(ben, mission, { title: '' }),
    ])
      expect([answer.statusCode, answer.json()]).toMatchObject([404, unknown]);
    expect(codeOf(await t.call(createMission, { body: { ...FIELDS, previous_id: mission } }))).toEqual([
      401,
      'not_signed_in',
    ]);
    expect(codeOf(await start(ana, mission, { title: '' }))).toEqual([422, 'invalid_input']);
    expect(codeOf(await start(ana, mission, { board: 'crowns' }))).toEqual([422, 'invalid_input']);
  });

  it('is refused before completion, and names a round that has already started', async () => {
    const ana = await buildUser(t);
    const running = await buildMission(t, ana, { duration_days: 2 });
    const early = await start(ana, running);
    expect([early.statusCode, early.json()]).toMatchObject([
      400,
      { code: 'round_not_ready', detail: 'The next round can start when this mission is completed' },
    ]);
    const { ana: owner, mission } = await buildCompleted();
    const { id } = (await start(owner, mission)).json();
    const second = await start(owner, mission);
    expect([second.statusCode, second.json()]).toMatchObject([
      400,
      { code: 'round_exists', detail: 'The next round has already started', mission_id: id },
    ]);
  });

  it('applies the starter’s plan limit and invites no one after a refusal', async () => {
    const { ana, people, mission } = await buildCompleted();
    for (let count = 0; count < 5; count++) await buildMission(t, ana);
    expect(codeOf(await start(ana, mission))).toEqual([403, 'plan_limit']);
    expect(await read(listInvitations, people[0]!)).toEqual([]);
    expect((await read(getCompletion, ana, mission)).next_round).toBeNull();
  });

  it('starts one of 20 concurrent rounds by two hosts and invites each member once', async () => {
    const { ana, people, mission } = await buildCompleted();
    const [ben, cy] = people as [TestUser, TestUser];
    await t.db.rows('update members set is_cohost = true where mission_id = $1 and user_id = $2', [mission, ben.id]);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => start(at % 2 ? ana : ben, mission)));
    const created = answers.filter(({ statusCode }) => statusCode === 201);
    expect(created).toHaveLength(1);
    const { id } = created[0]!.json();
    for (const answer of answers)
      if (answer !== created[0]) expect(answer.json()).toMatchObject({ code: 'round_exists', mission_id: id });
    expect(await read(listInvitations, cy)).toHaveLength(1);
    expect(await bellOf(cy)).toHaveLength(1);
  });

  it('invites 499 members within a second', async () => {
    await expectWithin(1000, async () => {
      const { ana, mission } = await buildCompleted([]);
      await t.db.rows(
        `with crowd as (
           insert into users (id, name, email, password_hash, timezone, created_at)
           select gen_random_uuid(), 'Crowd ' || i, gen_random_uuid() || '@example.com', 'x', 'UTC', $2
           from generate_series(1, 499) i
           returning id
         )
         insert into members (mission_id, user_id, joined_at, joined_day) select $1, id, $2, '2026-11-21' from crowd`,
        [mission, t.clock.now()],
      );
      const started = performance.now();
      const answer = await start(ana, mission);
      const ms = performance.now() - started;
      expect(answer.json().invited).toBe(499);
      return ms;
    });
  });
});

describe('deleted rounds', () => {
  it('stay in the count, and allow another next round', async () => {
    const { ana, people, mission } = await buildCompleted();
    const { id } = (await start(ana, mission)).json();
    await t.call(deleteMission, { token: ana.token, params: { id: mission } });
    expect(await read(getMission, ana, id)).toMatchObject({ round: 2, previous_id: null });
    expect(await bellOf(people[0]!)).toHaveLength(1);

    const other = await buildCompleted();
    const first = (await start(other.ana, other.mission)).json().id;
    await t.call(deleteMission, { token: other.ana.token, params: { id: first } });
    expect(await bellOf(other.people[0]!)).toEqual([]);
    expect(await read(getCompletion, other.ana, other.mission)).toMatchObject({
      can_start_next: true,
      next_round: null,
    });
    expect((await start(other.ana, other.mission)).statusCode).toBe(201);
  });
});

describe('an account whose address is unproven', () => {
  /** A next round by Ana that invites Dora, whose address is unproved. */
  async function buildUnproved() {
    const u = proving;
    u.clock.set(NOON);
    const ana = await buildUser(u, { name: 'Ana', proven: true });
    const dora = await buildUser(u, { name: 'Dora' });
    const mission = await buildMission(u, ana, { duration_days: 2 });
    await buildMembers(u, ana, mission, [dora]);
    u.clock.advance(3 * DAY);
    await u.call(completeMission, { token: ana.token, params: { id: mission } });
    const { id } = (
      await u.call(createMission, { token: ana.token, body: { ...FIELDS, previous_id: mission } })
    ).json();
    const inboxOf = async ({ token }: { token: string }) => (await u.call(listInvitations, { token })).json();
    const bellOfUnproved = async ({ token }: { token: string }) =>
      (await u.call(listNotifications, { token })).json().notifications;
    return { u, ana, dora, mission, id, inboxOf, bellOfUnproved };
  }

  it('sees the invitation, and accepting it proves no address', async () => {
    const { u, dora, id, inboxOf, bellOfUnproved } = await buildUnproved();
    const [invitation] = await inboxOf(dora);
    expect(invitation).toMatchObject({ mission_id: id });
    expect((await u.call(getDashboard, { token: dora.token })).json().pending_invitations).toHaveLength(1);
    expect(await bellOfUnproved(dora)).toHaveLength(1);
    expect((await u.call(acceptInvitation, { token: dora.token, params: { id: invitation.id } })).statusCode).toBe(200);
    expect((await u.call(me, { token: dora.token })).json().email_verified).toBe(false);
  });

  it('does not pass its invitation on with its address, and the ID proves no address', async () => {
    const { u, dora, inboxOf, bellOfUnproved } = await buildUnproved();
    const [invitation] = await inboxOf(dora);
    const moved = { email: 'dora.elsewhere@example.com', password: dora.password };
    expect((await u.call(changeEmail, { token: dora.token, body: moved })).statusCode).toBe(200);
    const body = { name: 'Eve', email: dora.email, password: 'campfire', invitation_id: invitation.id };
    const eve = (await u.call(register, { body })).json();
    expect(eve.user.email_verified).toBe(false);
    expect(await inboxOf({ token: eve.access_token })).toEqual([]);
    expect(await bellOfUnproved({ token: eve.access_token })).toEqual([]);
  });

  it('exports the invitation without an address, and deletes it with the account', async () => {
    const { u, ana, dora, id } = await buildUnproved();
    const rowsOf = async ({ token }: { token: string }) => {
      const { rawPayload } = await u.call(exportData, { token });
      return JSON.parse(unzip(rawPayload).get('invitations.json')!.toString('utf8'));
    };
    expect(await rowsOf(dora)).toMatchObject([{ direction: 'received', mission: FIELDS.title, invitee_email: null }]);
    expect(await rowsOf(ana)).toMatchObject([{ direction: 'sent', invitee_email: null }]);
    const answer = await u.call(deleteAccount, { token: dora.token, body: { password: dora.password } });
    expect(answer.statusCode).toBe(204);
    expect((await u.call(listMissionInvitations, { token: ana.token, params: { id } })).json()).toEqual([]);
  });
});

it("a read token sees only the invitation's public ID, which accepts nothing", async () => {
  const { ana, people, mission } = await buildCompleted();
  const [ben] = people as [TestUser];
  await start(ana, mission);
  await t.db.rows(`update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1`, [
    ben.id,
  ]);
  const created = await t.call(createToken, { token: ben.token, body: { name: 'Watch', scope: 'read' } });
  const invitationOf = async (token: string): Promise<string> =>
    (await t.call(getCompletion, { token, params: { id: mission } })).json().next_round.invitation_id;
  const [key, public_id] = [await invitationOf(ben.token), await invitationOf(created.json().token)];
  expect(public_id).not.toBe(key);
  const accept = (id: string) => t.call(acceptInvitation, { token: ben.token, params: { id } });
  expect((await accept(public_id)).statusCode).toBe(404);
  expect((await accept(key)).statusCode).toBe(200);
  expect((await read(getCompletion, ben, mission)).next_round).toMatchObject({ is_member: true, invitation_id: null });
});
