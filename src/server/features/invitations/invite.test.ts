import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { getDashboard } from '#contract/dashboard.ts';
import {
  acceptInvitation,
  createInvitation,
  declineInvitation,
  listInvitations,
  listMissionInvitations,
  previewInvitation,
  withdrawInvitation,
} from '#contract/invitations.ts';
import { buildInvitation } from '../../testing/factories/invitations.ts';
import { buildMembers, buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const DAY = 86_400_000;
const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let addresses = 0;
const anAddress = () => `friend${++addresses}@example.org`;

const invite = (sender: TestUser, mission_id: string, invitee_email: string, more: Record<string, unknown> = {}) =>
  t.call(createInvitation, { token: sender.token, body: { mission_id, invitee_email, ...more } });
const fetchInbox = async (user: TestUser) => (await t.call(listInvitations, { token: user.token })).json();
const listPending = (user: TestUser, id: string) =>
  t.call(listMissionInvitations, { token: user.token, params: { id } });
const withdraw = (user: TestUser, id: string) => t.call(withdrawInvitation, { token: user.token, params: { id } });
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];

beforeEach(() => t.clock.set(NOON));

describe('inviting by email', () => {
  it('stores the address in lower case and the message as plain text', async () => {
    const owner = await buildUser(t, { name: 'Nadia' });
    const mission = await buildMission(t, owner);
    const answer = await invite(owner, mission, '  Friend.One@Example.ORG ', { message: ' <b>Come</b>\nalong\u0000 ' });
    expect(answer.statusCode).toBe(201);
    const { id, ...rest } = answer.json();
    expect(id).toMatch(UUID4);
    expect(rest).toEqual({
      status: 'pending',
      invitee_email: 'friend.one@example.org',
      message: '<b>Come</b>\nalong',
      invitee_name: null,
      sender_name: 'Nadia',
      created_at: NOON,
      expires_at: '2026-12-05T12:00:00.000Z',
      mailed: true,
    });
  });

  it('returns the same response for an address with and without an account', async () => {
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner);
    const known = await buildUser(t);
    const answers = [await invite(owner, mission, known.email), await invite(owner, mission, anAddress())];
    const [one, other] = answers.map((answer) => {
      const { id: _, invitee_email: __, ...rest } = answer.json();
      const { 'x-request-id': ___, 'content-length': ____, date: _____, ...headers } = answer.headers;
      return { status: answer.statusCode, rest, headers };
    });
    expect(one).toEqual(other);
    const again = [
      await invite(owner, mission, known.email),
      await invite(owner, mission, answers[1]!.json().invitee_email),
    ];
    expect(again[0]!.body).toBe(again[1]!.body);
  });

  it.each([
    ['no address', { invitee_email: '' }, 'invitee_email', 'Please enter an email address'],
    ['a list', { invitee_email: 'a@b.co,c@d.co' }, 'invitee_email', 'Please enter a valid email address'],
    ['a header', { invitee_email: 'a@b.co\r\nBcc: c@d.co' }, 'invitee_email', 'Please enter a valid email address'],
    ['a number', { invitee_email: 7 }, 'invitee_email', 'Please enter an email address'],
    ['a long message', { message: 'x'.repeat(501) }, 'message', 'Message can have at most 500 characters'],
    ['a message that is not text', { message: ['x'] }, 'message', 'Message must be text'],
  ])('refuses %s', async (_, change, path, message) => {
    const owner = await buildUser(t);
    const body = { mission_id: await buildMission(t, owner), invitee_email: anAddress(), ...change };
    const answer = await t.call(createInvitation, { token: owner.token, body });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'invalid_input', detail: message, errors: [{ path, message }] });
  });

  it('accepts a message of 500 characters, emoji included', async () => {
    const owner = await buildUser(t);
    const answer = await invite(owner, await buildMission(t, owner), anAddress(), { message: '🔥'.repeat(250) });
    expect(answer.statusCode).toBe(201);
  });

  it('returns 403 to a plain member, and the same 404 to strangers and for unknown missions', async () => {
    const [owner, member, stranger] = [await buildUser(t), await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, [member]);
    const refused = [
      await invite(stranger, mission, anAddress()),
      await invite(owner, randomUUID(), anAddress()),
      await invite(owner, 'no-id', anAddress()),
    ];
    expect(new Set(refused.map((answer) => answer.body)).size).toBe(1);
    expect(codeOf(refused[0]!)).toEqual([404, 'mission_not_found']);
    expect(codeOf(await invite(member, mission, anAddress()))).toEqual([403, 'forbidden']);
  });

  it('fails after the mission has ended', async () => {
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner, { duration_days: 1 });
    t.clock.advance(DAY);
    expect(codeOf(await invite(owner, mission, anAddress()))).toEqual([400, 'mission_ended']);
  });

  it("refuses the sender's address, a member and an address with a pending invitation", async () => {
    const [owner, member] = [await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, [member]);
    const own = await invite(owner, mission, owner.email.toUpperCase());
    expect([own.statusCode, own.json()]).toMatchObject([
      400,
      { code: 'invitation_to_self', detail: "You can't invite yourself" },
    ]);
    const known = await invite(owner, mission, member.email.toUpperCase());
    expect([known.statusCode, known.json().detail]).toEqual([400, 'This person is already a member']);
    const address = anAddress();
    await buildInvitation(t, owner, mission, address);
    const again = await invite(owner, mission, address.toUpperCase());
    expect([again.statusCode, again.json().detail]).toEqual([400, 'An invitation to this address is already pending']);
  });

  it('sends one of 20 concurrent invitations to one address', async () => {
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner);
    const address = anAddress();
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite(owner, mission, address)));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
    expect(
      answers.filter((answer) => answer.statusCode === 400 && answer.json().code === 'invitation_pending'),
    ).toHaveLength(19);
    expect((await listPending(owner, mission)).json()).toHaveLength(1);
  });

  it('works again after a refusal, a withdrawal or the expiry', async () => {
    const owner = await buildUser(t);
    const friend = await buildUser(t);
    const mission = await buildMission(t, owner, { duration_days: 100 });
    const first = await buildInvitation(t, owner, mission, friend.email);
    await t.call(declineInvitation, { token: friend.token, params: { id: first.id } });
    const second = await buildInvitation(t, owner, mission, friend.email);
    expect((await withdraw(owner, second.public_id)).statusCode).toBe(204);
    await buildInvitation(t, owner, mission, friend.email);
    t.clock.advance(14 * DAY - 1);
    expect(codeOf(await invite(owner, mission, friend.email))).toEqual([400, 'invitation_pending']);
    t.clock.advance(1);
    const fourth = await buildInvitation(t, owner, mission, friend.email);
    expect((await fetchInbox(friend)).map((row: { id: string }) => row.id)).toEqual([fourth.id]);
  });
});

describe('the inbox', () => {
  it("shows each card's content newest first, like the dashboard", async () => {
    const sender = await buildUser(t, { name: 'Nadia' });
    const friend = await buildUser(t);
    const swim = await buildMission(t, sender, { title: 'Swim', duration_days: 28 });
    const read = await buildMission(t, sender, { title: 'Read' });
    const first = await buildInvitation(t, sender, swim, friend.email, 'Bring the green cap.');
    t.clock.advance(1000);
    const second = await buildInvitation(t, sender, read, friend.email);
    const inbox = await fetchInbox(friend);
    expect(inbox.map((row: { id: string }) => row.id)).toEqual([second.id, first.id]);
    expect(inbox[1]).toEqual({
      id: first.id,
      status: 'pending',
      mission_id: swim,
      mission_title: 'Swim',
      patch: null,
      habit: 'shared',
      duration_days: 28,
      schedule: { kind: 'daily' },
      days_remaining: 28,
      member_count: 1,
      sender_name: 'Nadia',
      sender_avatar_url: null,
      sender_look: expect.any(Object),
      message: 'Bring the green cap.',
      created_at: NOON,
      expires_at: '2026-12-05T12:00:00.000Z',
    });
    const home = (await t.call(getDashboard, { token: friend.token })).json();
    expect(home.pending_invitations).toEqual(inbox);
    expect(await fetchInbox(sender)).toEqual([]);
  });

  it('includes invitations sent before the user registered the address', async () => {
    const owner = await buildUser(t);
    const address = anAddress();
    const { id } = await buildInvitation(t, owner, await buildMission(t, owner), address);
    const friend = await buildUser(t, { email: address.toUpperCase(), incomplete: true });
    expect(await fetchInbox(friend)).toMatchObject([{ id }]);
  });

  it('omits answered and withdrawn invitations, joined missions and missions that are over', async () => {
    const owner = await buildUser(t);
    const friend = await buildUser(t);
    const missions = await Promise.all(
      [1, 2, 3, 4, 5].map((days) => buildMission(t, owner, { duration_days: days + 2 })),
    );
    const [declined, withdrawn, joined, completed, deleted] = missions as [string, string, string, string, string];
    const ids = await Promise.all(missions.map((mission) => buildInvitation(t, owner, mission, friend.email)));
    const ofMission = (mission: string) => ids[missions.indexOf(mission)]!;
    expect(await fetchInbox(friend)).toHaveLength(5);
    await t.call(declineInvitation, { token: friend.token, params: { id: ofMission(declined).id } });
    await withdraw(owner, ofMission(withdrawn).public_id);
    await buildMembers(t, owner, joined, [friend]);
    await t.db.rows('update missions set is_active = false, completed_at = $2 where id = $1', [
      completed,
      t.clock.now(),
    ]);
    expect(await fetchInbox(friend)).toMatchObject([{ mission_id: deleted }]);
    const accept = { token: friend.token, params: { id: ofMission(deleted).id } };
    await t.db.rows('delete from missions where id = $1', [deleted]);
    expect(await fetchInbox(friend)).toEqual([]);
    expect(codeOf(await t.call(acceptInvitation, accept))).toEqual([404, 'invitation_not_found']);
  });

  it('drops an invitation when the mission ends and after 14 days', async () => {
    const owner = await buildUser(t);
    const friend = await buildUser(t);
    await buildInvitation(t, owner, await buildMission(t, owner, { duration_days: 1 }), friend.email);
    await buildInvitation(t, owner, await buildMission(t, owner, { duration_days: 30 }), friend.email);
    t.clock.set('2026-11-22T00:00:00Z');
    expect(await fetchInbox(friend)).toMatchObject([{ duration_days: 30, days_remaining: 29 }]);
    t.clock.set('2026-12-05T11:59:59.999Z');
    expect(await fetchInbox(friend)).toHaveLength(1);
    t.clock.advance(1);
    expect(await fetchInbox(friend)).toEqual([]);
  });
});

describe('the pending invitations of a mission', () => {
  it('are listed for the owner, newest first, without people who joined', async () => {
    const [owner, member, friend] = [await buildUser(t, { name: 'Nadia' }), await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, owner);
    const first = await buildInvitation(t, owner, mission, anAddress(), 'Hi');
    t.clock.advance(1000);
    const second = await buildInvitation(t, owner, mission, member.email);
    const [newest, oldest] = (await listPending(owner, mission)).json();
    expect([newest.id, oldest.id]).toEqual([second.public_id, first.public_id]);
    expect(oldest).toMatchObject({ status: 'pending', message: 'Hi', sender_name: 'Nadia' });
    await buildMembers(t, owner, mission, [member]);
    expect((await listPending(owner, mission)).json()).toEqual([oldest]);
    expect(codeOf(await listPending(member, mission))).toEqual([403, 'not_owner']);
    const [hidden, missing] = [await listPending(friend, mission), await listPending(owner, randomUUID())];
    expect(codeOf(hidden)).toEqual([404, 'mission_not_found']);
    expect(hidden.body).toBe(missing.body);
    t.clock.advance(14 * DAY);
    expect((await listPending(owner, mission)).json()).toEqual([]);
  });

  it('can be withdrawn once and only by the owner, which disables the link', async () => {
    const [owner, member, friend] = [await buildUser(t), await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, [member]);
    const { id: key, public_id: id } = await buildInvitation(t, owner, mission, friend.email);
    expect(codeOf(await withdraw(member, id))).toEqual([403, 'not_owner']);
    const [hidden, missing] = [await withdraw(friend, id), await withdraw(owner, randomUUID())];
    expect(codeOf(hidden)).toEqual([404, 'invitation_not_found']);
    expect(hidden.body).toBe(missing.body);
    expect((await withdraw(owner, id)).statusCode).toBe(204);
    expect(codeOf(await withdraw(owner, id))).toEqual([404, 'invitation_not_found']);
    const opened = await t.call(acceptInvitation, { token: friend.token, params: { id: key } });
    expect(codeOf(opened)).toEqual([404, 'invitation_not_found']);
    expect((await listPending(owner, mission)).json()).toEqual([]);
  });

  it('cannot be withdrawn after a response', async () => {
    const [owner, friend] = [await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, owner);
    const { id, public_id } = await buildInvitation(t, owner, mission, friend.email);
    await t.call(acceptInvitation, { token: friend.token, params: { id } });
    expect(codeOf(await withdraw(owner, public_id))).toEqual([400, 'invitation_processed']);
  });

  it("never include the key: the sender's ID withdraws, but cannot show, accept or decline", async () => {
    const [owner, friend] = [await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, owner);
    const created = (await invite(owner, mission, friend.email)).json();
    const [pending] = (await listPending(owner, mission)).json();
    const [received] = await fetchInbox(friend);
    expect(pending.id).toBe(created.id);
    expect(received.id).not.toBe(created.id);
    const params = { id: created.id };
    for (const call of [acceptInvitation, declineInvitation, previewInvitation])
      expect(codeOf(await t.call(call, { token: friend.token, params }))).toEqual([404, 'invitation_not_found']);
    expect(codeOf(await withdraw(owner, received.id))).toEqual([404, 'invitation_not_found']);
    expect((await withdraw(owner, created.id)).statusCode).toBe(204);
  });
});
