import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { listCheckins } from '#contract/checkins.ts';
import { completeMission, getCompletion } from '#contract/completion.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { acceptInvitation, declineInvitation, listInvitations, listMissionInvitations } from '#contract/invitations.ts';
import {
  acceptOwnership,
  addCohost,
  leaveMission,
  offerOwnership,
  removeCohost,
  removeMember,
} from '#contract/members.ts';
import { getMission, updateMission } from '#contract/missions.ts';
import { generateInvitationCode, joinMission } from '#contract/missions-join.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { listNotifications } from '#contract/notifications.ts';
import { getStreak } from '#contract/streaks.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { buildInvitation } from '../../testing/factories/invitations.ts';
import { buildInvitationCode, buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { lockMember } from '../missions/access.ts';
import { removeFromMission } from './public.ts';

const t = await testApp();
requireSavedStandings(t);
const DAY = 86_400_000;
const UNKNOWN = { code: 'mission_not_found', detail: 'Mission not found' };

const on = (endpoint: Endpoint, person: TestUser, id: string, options: { userId?: string; body?: unknown } = {}) =>
  t.call(endpoint, {
    token: person.token,
    params: { id, ...(options.userId === undefined ? {} : { userId: options.userId }) },
    body: options.body,
  });
const leave = (person: TestUser, id: string) => on(leaveMission, person, id);
const join = (person: TestUser, code: string) => t.call(joinMission, { token: person.token, params: { code } });
const offer = (person: TestUser, id: string, user_id: unknown) => on(offerOwnership, person, id, { body: { user_id } });
const fetchMission = async (person: TestUser, id: string) => (await on(getMission, person, id)).json();
const codeOf = (answer: { statusCode: number; body: string; json(): { code: string } }) => [
  answer.statusCode,
  answer.body && answer.json().code,
];

async function buildTeam(body: Record<string, unknown> = {}) {
  t.clock.set(NOON);
  const [owner, ana, ben] = [await buildUser(t), await buildUser(t, { name: 'Ana' }), await buildUser(t)];
  const mission = await buildMission(t, owner, body);
  await buildMembers(t, owner, mission, [ana, ben]);
  return { owner, ana, ben, mission };
}

describe('leaving a mission', () => {
  it('hides everything in the mission behind a 404 and leaves points and check-ins', async () => {
    const { owner, ana, mission } = await buildTeam();
    await checkIn(t, owner, mission);
    await checkIn(t, ana, mission);
    const answer = await leave(ana, mission);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const body = { title: 'x', description: '<p>x</p>', goal: 'x', duration_days: 3, start_date: '2026-11-21' };
    for (const gone of [
      await on(getMission, ana, mission),
      await on(getQuilt, ana, mission),
      await on(listCheckins, ana, mission),
      await on(getCompletion, ana, mission),
      await on(updateMission, ana, mission, { body }),
      await t.call(getStreak, { token: ana.token, query: { mission_id: mission } }),
      await checkIn(t, ana, mission),
      await leave(ana, mission),
    ])
      expect([gone.statusCode, gone.json()]).toMatchObject([404, UNKNOWN]);
    expect((await t.call(me, { token: ana.token })).json()).toMatchObject({ points: 10, streak_days: 1 });
    expect((await t.call(getDashboard, { token: ana.token })).json().missions).toEqual([]);
    expect((await fetchMission(owner, mission)).members).toHaveLength(2);
    const feed = (await on(listCheckins, owner, mission)).json();
    expect(feed.map((row: { user_name: string }) => row.user_name)).toContain('Ana');
  });

  it("stops the mission's notifications", async () => {
    const { owner, ana, mission } = await buildTeam();
    await checkIn(t, owner, mission);
    await leave(ana, mission);
    t.clock.advance(DAY);
    await checkIn(t, owner, mission);
    expect((await t.call(listNotifications, { token: ana.token })).json()).toEqual({
      notifications: [],
      unread_count: 0,
      badge_count: 0,
    });
  });

  it('can be reversed by joining again, which restores the membership from the same day', async () => {
    const { owner, ana, mission } = await buildTeam();
    await checkIn(t, ana, mission);
    await leave(ana, mission);
    t.clock.advance(2 * DAY);
    await buildMembers(t, owner, mission, [ana]);
    const member = (await fetchMission(ana, mission)).members.find((m: { user_id: string }) => m.user_id === ana.id);
    expect(member).toMatchObject({ joined_at: NOON, points: 10, checkins_count: 1, share_since_joining: 50 });
    expect((await checkIn(t, ana, mission)).json()).toMatchObject({ points: 20, mission_streak_days: 1 });
  });

  it('fails for the owner, and returns a stranger the same 404 as for an unknown mission', async () => {
    const { owner, mission } = await buildTeam();
    const answer = await leave(owner, mission);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'owner_cannot_leave', detail: 'Hand the mission over before you leave it' },
    ]);
    const stranger = await buildUser(t);
    for (const id of [mission, randomUUID(), 'x']) expect((await leave(stranger, id)).json()).toMatchObject(UNKNOWN);
  });

  it('lets one of 20 concurrent requests succeed and loses no concurrent check-in', async () => {
    const { owner, ana, mission } = await buildTeam();
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => leave(ana, mission)),
      ...Array.from({ length: 5 }, () => checkIn(t, ana, mission)),
    ]);
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.slice(0, 20).filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => ![201, 204, 400, 404].includes(status))).toEqual([]);
    const feed = (await on(listCheckins, owner, mission)).json();
    expect(feed).toHaveLength(statuses.filter((status) => status === 201).length);
  });
});

describe('removing a member', () => {
  const remove = (person: TestUser, id: string, userId: string) => on(removeMember, person, id, { userId });

  it('ends access like leaving does', async () => {
    const { owner, ana, mission } = await buildTeam();
    await checkIn(t, ana, mission);
    expect(codeOf(await remove(owner, mission, ana.id))).toEqual([204, '']);
    expect((await on(getMission, ana, mission)).json()).toMatchObject(UNKNOWN);
    expect((await t.call(me, { token: ana.token })).json().points).toBe(10);
    expect(codeOf(await remove(owner, mission, ana.id))).toEqual([404, 'member_not_found']);
  });

  it('is allowed only for the owner, and not for themselves or strangers', async () => {
    const { owner, ana, ben, mission } = await buildTeam();
    await t.db.rows('update members set is_cohost = true where user_id = $1', [ana.id]);
    expect(codeOf(await remove(ana, mission, ben.id))).toEqual([403, 'not_owner']);
    expect(codeOf(await remove(owner, mission, owner.id))).toEqual([400, 'owner_cannot_leave']);
    const stranger = await buildUser(t);
    for (const id of [stranger.id, randomUUID(), 'x'])
      expect(codeOf(await remove(owner, mission, id))).toEqual([404, 'member_not_found']);
    for (const id of [mission, randomUUID(), 'x'])
      expect((await remove(stranger, id, ana.id)).json()).toMatchObject(UNKNOWN);
  });

  it('makes the code look unknown to a removed user, unlike one who left', async () => {
    const { owner, ana, ben, mission } = await buildTeam();
    const code = await buildInvitationCode(t, owner, mission);
    await remove(owner, mission, ana.id);
    await leave(ben, mission);
    const [known, unknown] = [await join(ana, code), await join(ana, '2345678923')];
    expect(codeOf(known)).toEqual([404, 'join_code_unknown']);
    expect(known.body).toBe(unknown.body);
    expect(codeOf(await join(ana, await buildInvitationCode(t, owner, mission)))).toEqual([404, 'join_code_unknown']);
    await buildMembers(t, owner, mission, [ben]);
    expect((await fetchMission(owner, mission)).members).toHaveLength(2);
  });

  it('lets a later invitation bring the user back for good, but not an earlier one', async () => {
    const { owner, ana, mission } = await buildTeam();
    const older = await buildInvitation(t, owner, mission, 'another.address@example.org');
    await remove(owner, mission, ana.id);
    // Ana can accept the invitation to another address too: a link works for anyone who has it.
    await t.db.rows('update invitations set invitee_email = $2 where id = $1', [older.id, ana.email]);
    expect((await t.call(listInvitations, { token: ana.token })).json()).toEqual([]);
    expect((await t.call(getDashboard, { token: ana.token })).json().pending_invitations).toEqual([]);
    for (const endpoint of [acceptInvitation, declineInvitation])
      expect(codeOf(await on(endpoint, ana, older.id))).toEqual([404, 'invitation_not_found']);
    await t.db.rows('update invitations set invitee_email = $2 where id = $1', [older.id, 'gone@example.org']);

    t.clock.advance(1);
    const newer = await buildInvitation(t, owner, mission, ana.email);
    expect((await t.call(listInvitations, { token: ana.token })).json()).toMatchObject([{ id: newer.id }]);
    expect(codeOf(await join(ana, await buildInvitationCode(t, owner, mission)))).toEqual([404, 'join_code_unknown']);
    expect((await on(acceptInvitation, ana, newer.id)).statusCode).toBe(200);
    await leave(ana, mission);
    await buildMembers(t, owner, mission, [ana]);
    expect((await fetchMission(owner, mission)).members).toHaveLength(3);
  });

  it('withdraws pending invitations to the address, so a new one can be sent immediately', async () => {
    const { owner, ana, mission } = await buildTeam();
    const friend = await buildUser(t);
    const pending = await buildInvitation(t, owner, mission, friend.email);
    const others = await buildInvitation(t, owner, mission, 'others@example.org');
    await buildMembers(t, owner, mission, [friend]);
    await remove(owner, mission, friend.id);
    expect((await on(listMissionInvitations, owner, mission)).json()).toMatchObject([{ id: others.public_id }]);
    expect(codeOf(await on(acceptInvitation, ana, pending.id))).toEqual([404, 'invitation_not_found']);
    await buildInvitation(t, owner, mission, friend.email);
  });

  it('withdraws what a removed co-host sent, so no second address can reopen the mission', async () => {
    const { owner, ana, mission } = await buildTeam();
    const other = await buildMission(t, ana);
    await t.db.rows('update members set is_cohost = true where mission_id = $1 and user_id = $2', [mission, ana.id]);
    const second = await buildUser(t);
    const { id } = await buildInvitation(t, ana, mission, second.email);
    const elsewhere = await buildInvitation(t, ana, other, second.email);
    const byOwner = await buildInvitation(t, owner, mission, 'third@example.org');
    t.clock.advance(1000);
    await remove(owner, mission, ana.id);
    expect((await on(listMissionInvitations, owner, mission)).json()).toMatchObject([{ id: byOwner.public_id }]);
    expect(codeOf(await on(acceptInvitation, second, id))).toEqual([404, 'invitation_not_found']);
    expect((await on(acceptInvitation, second, elsewhere.id)).statusCode).toBe(200);
  });

  it('keeps the member out despite concurrent joining and accepting', async () => {
    for (let round = 0; round < 4; round++) {
      const { owner, ana, mission } = await buildTeam();
      const code = await buildInvitationCode(t, owner, mission);
      const { id } = await buildInvitation(t, owner, mission, `round${round}@example.org`);
      const calls = [() => remove(owner, mission, ana.id), () => join(ana, code), () => on(acceptInvitation, ana, id)];
      const answers = await Promise.all((round % 2 ? calls : calls.reverse()).map((call) => call()));
      for (const answer of answers) expect([204, 400, 404]).toContain(answer.statusCode);
      expect((await fetchMission(owner, mission)).members).toHaveLength(2);
    }
  });
});

describe('transferring the ownership', () => {
  const accept = (person: TestUser, id: string) => on(acceptOwnership, person, id);

  it('requires an offer and its acceptance, and the previous owner stays a member', async () => {
    const { owner, ana, ben, mission } = await buildTeam({ duration_days: 1 });
    expect(codeOf(await accept(ana, mission))).toEqual([400, 'mission_not_offered']);
    expect(codeOf(await offer(owner, mission, ana.id))).toEqual([204, '']);
    const offered = { user_id: ana.id, name: 'Ana' };
    expect((await fetchMission(owner, mission)).owner_offer).toEqual(offered);
    expect((await fetchMission(ana, mission)).owner_offer).toEqual(offered);
    expect((await fetchMission(ben, mission)).owner_offer).toBeNull();
    const offersTo = async (person: TestUser) => (await t.call(getDashboard, { token: person.token })).json().offers;
    expect(await offersTo(ana)).toEqual([
      { mission_id: mission, title: 'Read 20 pages before bed', owner_name: owner.name },
    ]);
    for (const other of [owner, ben]) expect(await offersTo(other)).toEqual([]);
    expect(codeOf(await accept(ben, mission))).toEqual([400, 'mission_not_offered']);

    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(ana, mission)));
    expect(answers.filter((a) => a.statusCode === 204)).toHaveLength(1);
    expect(answers.filter((a) => a.statusCode === 400 && a.json().code === 'mission_not_offered')).toHaveLength(19);
    expect(await offersTo(ana)).toEqual([]);
    expect(await fetchMission(ana, mission)).toMatchObject({
      owner_id: ana.id,
      owner_name: 'Ana',
      owner_offer: null,
      can: { edit: true, delete: true, invite: true, leave: false },
    });
    expect((await fetchMission(owner, mission)).can).toMatchObject({
      edit: false,
      delete: false,
      invite: false,
      leave: true,
    });
    t.clock.advance(DAY);
    expect(codeOf(await on(completeMission, owner, mission))).toEqual([403, 'not_owner']);
    expect((await on(completeMission, ana, mission)).statusCode).toBe(204);
    expect((await leave(owner, mission)).statusCode).toBe(204);
  });

  it('lets the owner withdraw an offer and replace it', async () => {
    const { owner, ana, ben, mission } = await buildTeam();
    await offer(owner, mission, ana.id);
    expect((await offer(owner, mission, null)).statusCode).toBe(204);
    expect(codeOf(await accept(ana, mission))).toEqual([400, 'mission_not_offered']);
    await offer(owner, mission, ana.id);
    await offer(owner, mission, ben.id);
    expect(codeOf(await accept(ana, mission))).toEqual([400, 'mission_not_offered']);
    expect((await accept(ben, mission)).statusCode).toBe(204);
  });

  it('is allowed only for the owner, and only to another member', async () => {
    const { owner, ana, mission } = await buildTeam();
    await t.db.rows('update members set is_cohost = true where user_id = $1', [ana.id]);
    expect(codeOf(await offer(ana, mission, ana.id))).toEqual([403, 'not_owner']);
    expect(codeOf(await offer(owner, mission, owner.id))).toEqual([400, 'already_owner']);
    const stranger = await buildUser(t);
    for (const id of [stranger.id, randomUUID(), 'x'])
      expect(codeOf(await offer(owner, mission, id))).toEqual([404, 'member_not_found']);
    for (const id of [mission, 'x']) {
      expect((await offer(stranger, id, ana.id)).json()).toMatchObject(UNKNOWN);
      expect((await accept(stranger, id)).json()).toMatchObject(UNKNOWN);
    }
  });

  it('cancels the offer when the member leaves or is removed', async () => {
    const { owner, ana, ben, mission } = await buildTeam();
    await offer(owner, mission, ana.id);
    await leave(ana, mission);
    await buildMembers(t, owner, mission, [ana]);
    expect(codeOf(await accept(ana, mission))).toEqual([400, 'mission_not_offered']);
    await offer(owner, mission, ben.id);
    await on(removeMember, owner, mission, { userId: ben.id });
    expect((await accept(ben, mission)).json()).toMatchObject(UNKNOWN);
    expect((await fetchMission(owner, mission)).owner_offer).toBeNull();
  });

  it('leaves a member as owner after a concurrent departure, removal or withdrawal', async () => {
    for (let round = 0; round < 6; round++) {
      const { owner, ana, mission } = await buildTeam();
      await offer(owner, mission, ana.id);
      const rival = [
        () => leave(ana, mission),
        () => on(removeMember, owner, mission, { userId: ana.id }),
        () => offer(owner, mission, null),
      ][round % 3]!;
      const calls = [() => accept(ana, mission), rival];
      const answers = await Promise.all((round < 3 ? calls : calls.reverse()).map((call) => call()));
      expect(answers.filter((answer) => answer.statusCode === 204)).toHaveLength(1);
      for (const answer of answers) expect([204, 400, 403, 404]).toContain(answer.statusCode);
      const [row] = await t.db.rows(
        `select m.owner_id, m.owner_offer_id is not null as offered, exists (select from members mb where mb.mission_id = m.id
           and mb.user_id = m.owner_id and mb.left_at is null) as is_member from missions m where m.id = $1`,
        [mission],
      );
      expect(row).toMatchObject({ offered: false, is_member: true });
    }
  });
});

describe('co-hosts', () => {
  const add = (person: TestUser, id: string, userId: string) => on(addCohost, person, id, { userId });
  const drop = (person: TestUser, id: string, userId: string) => on(removeCohost, person, id, { userId });
  const subscribe = (person: TestUser, plan: string | null) =>
    t.db.rows('update users set subscription_tier = $2, subscription_plan = $3 where id = $1', [
      person.id,
      plan === null ? 'free' : 'pro',
      plan,
    ]);

  it('can edit and invite, and nothing else that the owner can', async () => {
    const { owner, ana, ben, mission } = await buildTeam();
    await subscribe(owner, 'pro_monthly');
    expect(codeOf(await add(owner, mission, ana.id))).toEqual([204, '']);
    const page = await fetchMission(ana, mission);
    expect(page).toMatchObject({
      is_cohost: true,
      can: { edit: true, invite: true, delete: false, complete: false, leave: true },
    });
    expect(page.invitation_code).toMatch(/^\w{10}$/);
    // A member sees only their own address; the owner sees all.
    expect(page.members.filter((m: { email: string | null }) => m.email !== null)).toHaveLength(1);
    expect(page.members.map((m: { user_id: string; is_cohost: boolean }) => [m.user_id, m.is_cohost])).toContainEqual([
      ana.id,
      true,
    ]);
    expect((await on(generateInvitationCode, ana, mission)).statusCode).toBe(200);
    expect(codeOf(await on(generateInvitationCode, ben, mission))).toEqual([403, 'not_owner']);
    expect((await t.call(getDashboard, { token: ana.token })).json().missions[0].can).toMatchObject({ edit: true });

    expect(codeOf(await drop(owner, mission, ana.id))).toEqual([204, '']);
    expect(codeOf(await drop(owner, mission, ana.id))).toEqual([204, '']);
    expect(await fetchMission(ana, mission)).toMatchObject({
      is_cohost: false,
      invitation_code: null,
      can: { edit: false },
    });
  });

  it("are limited by the owner's plan: none on Free, three on PRO, unlimited on PREMIUM", async () => {
    const { owner, ana, mission } = await buildTeam();
    const people: TestUser[] = [];
    for (let i = 0; i < 6; i++) people.push(await buildUser(t));
    await buildMembers(t, owner, mission, people);
    const refused = await add(owner, mission, ana.id);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: 'cohost_limit', detail: 'Co-hosts come with PRO. Upgrade to let members edit and invite.' },
    ]);
    await subscribe(owner, 'pro_monthly');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => add(owner, mission, people[i % people.length]!.id)),
    );
    const cohosts = async () =>
      (await fetchMission(owner, mission)).members.filter((m: { is_cohost: boolean }) => m.is_cohost).length;
    expect(await cohosts()).toBe(3);
    const over = answers.find((a) => a.statusCode === 403);
    expect(over?.json()).toMatchObject({
      code: 'cohost_limit',
      detail: 'PRO includes 3 co-hosts per mission. Upgrade to PREMIUM for more.',
    });
    await subscribe(owner, 'premium_yearly');
    for (const person of people) expect((await add(owner, mission, person.id)).statusCode).toBe(204);
    expect(await cohosts()).toBe(6);
    // A downgrade removes no co-hosts; more co-hosts need the plan.
    await subscribe(owner, null);
    expect(await cohosts()).toBe(6);
    expect((await add(owner, mission, people[0]!.id)).statusCode).toBe(204);
    expect(codeOf(await add(owner, mission, ana.id))).toEqual([403, 'cohost_limit']);
  });

  it('can be named only by the owner, and only among the members', async () => {
    const { owner, ana, ben, mission } = await buildTeam();
    await subscribe(owner, 'premium_yearly');
    const stranger = await buildUser(t);
    for (const call of [add, drop]) {
      expect(codeOf(await call(ana, mission, ben.id))).toEqual([403, 'not_owner']);
      for (const id of [stranger.id, randomUUID(), 'x'])
        expect(codeOf(await call(owner, mission, id))).toEqual([404, 'member_not_found']);
      for (const id of [mission, randomUUID(), 'x'])
        expect((await call(stranger, id, ana.id)).json()).toMatchObject(UNKNOWN);
    }
    expect(codeOf(await add(owner, mission, owner.id))).toEqual([400, 'already_owner']);
  });

  it('lose the role by leaving or becoming the owner', async () => {
    const { owner, ana, ben, mission } = await buildTeam();
    await subscribe(owner, 'pro_monthly');
    for (const person of [ana, ben]) await add(owner, mission, person.id);
    await leave(ana, mission);
    await buildMembers(t, owner, mission, [ana]);
    expect((await fetchMission(ana, mission)).is_cohost).toBe(false);
    await offer(owner, mission, ben.id);
    await on(acceptOwnership, ben, mission);
    expect(await fetchMission(ben, mission)).toMatchObject({ is_cohost: false, owner_id: ben.id });
  });
});

describe('owners who disappear', () => {
  const removeOwner = ({ id }: { id: string }, mission: string) =>
    t.db.transact(async (tx) =>
      removeFromMission(tx, await lockMember(tx, { id }, mission), id, 'left', t.clock.now()),
    );

  it('are succeeded by the first member to join, or complete the mission as its last member', async () => {
    const { owner, mission } = await buildTeam({ reward_description: 'Ramen' });
    const first = (await fetchMission(owner, mission)).members
      .map((member: { user_id: string }) => member.user_id)
      .filter((id: string) => id !== owner.id);
    const late = await buildUser(t);
    t.clock.advance(1);
    await buildMembers(t, owner, mission, [late]);
    await checkIn(t, late, mission);
    await removeOwner(owner, mission);
    expect(first).toContain((await fetchMission(late, mission)).owner_id);
    for (const id of first) await removeOwner({ id }, mission);
    expect((await fetchMission(late, mission)).owner_id).toBe(late.id);
    await removeOwner(late, mission);
    const [row] = await t.db.rows(
      `select is_active, completed_at, (select count(*) from checkins where mission_id = missions.id) as checkins
       from missions where id = $1`,
      [mission],
    );
    expect(row).toEqual({ is_active: false, completed_at: t.clock.now().toISOString(), checkins: 1 });
  });
});
