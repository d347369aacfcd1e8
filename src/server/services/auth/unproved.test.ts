import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount, exportData } from '#contract/account.ts';
import { changeEmail, me } from '#contract/auth.ts';
import { getDashboard } from '#contract/dashboard.ts';
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  listMissionInvitations,
  withdrawInvitation,
} from '#contract/invitations.ts';
import { removeMember } from '#contract/members.ts';
import { deleteMission, getMission } from '#contract/missions.ts';
import { blockUser } from '#contract/safety.ts';
import { saveSettings } from '#contract/settings.ts';
import { sendDigests } from '../../features/digest/jobs.ts';
import { buildInvitation } from '../../testing/factories/invitations.ts';
import { buildInvitationCode, buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildReminder, runReminderJob } from '../../testing/factories/reminders.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { openReader } from '../../testing/live-reader.ts';
import { startFakeSmtp } from '../../testing/smtp-server.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';
import { sendTokenNotice } from '../api-tokens/jobs.ts';
import { sendPlanStarted } from '../billing/notices/jobs.ts';
import { proveAddress } from './public.ts';

const smtp = await startFakeSmtp();
const t = await testApp({ config: { smtp_url: smtp.url } });
afterAll(() => smtp.close());
beforeEach(() => t.clock.set(NOON));

const subjectsTo = async ({ email }: TestUser) => {
  await t.queue.drain();
  const mails = smtp.mails.filter((mail) => mail.recipients.includes(email));
  return mails.map(({ subject }) => subject).filter((subject) => subject !== 'Confirm your address for Emberkin');
};
const prove = (user: TestUser) => t.db.transact((tx) => proveAddress(tx, user, t.clock.now()));
const read = async (endpoint: Parameters<typeof t.call>[0], { token }: TestUser) =>
  (await t.call(endpoint, { token })).json();
const invite = (sender: TestUser, mission_id: string, invitee_email: string) =>
  t.call(createInvitation, { token: sender.token, body: { mission_id, invitee_email } });

/** Creates a mission whose owner has a proved address and invited a user with an unproved address. */
async function buildInvited() {
  const [owner, invitee] = [await buildUser(t, { proven: true }), await buildUser(t)];
  const mission = await buildMission(t, owner, { title: 'Swim' });
  const invitation = await buildInvitation(t, owner, mission, invitee.email, 'Bring the green cap.');
  return { owner, invitee, mission, ...invitation };
}

describe('a user with an unproved address', () => {
  it('sees invitations in the inbox and on the dashboard after the proof only', async () => {
    const { invitee, id } = await buildInvited();
    expect(await read(listInvitations, invitee)).toEqual([]);
    expect((await read(getDashboard, invitee)).pending_invitations).toEqual([]);
    await prove(invitee);
    expect(await read(listInvitations, invitee)).toMatchObject([{ id, mission_title: 'Swim' }]);
    expect((await read(getDashboard, invitee)).pending_invitations).toMatchObject([{ id }]);
  });

  it('downloads only the invitations that they sent', async () => {
    const { invitee, owner } = await buildInvited();
    const rows = async () => {
      const { rawPayload } = await t.call(exportData, { token: invitee.token });
      return JSON.parse(unzip(rawPayload).get('invitations.json')!.toString('utf8'));
    };
    expect(await rows()).toEqual([]);
    await prove(invitee);
    expect(await rows()).toMatchObject([{ direction: 'received', message: 'Bring the green cap.' }]);
    expect(owner.id).not.toBe(invitee.id);
  });

  it('cannot invite but can do everything else', async () => {
    const [owner, other] = [await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, owner);
    const answer = await invite(owner, mission, 'friend@example.org');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      403,
      {
        code: 'email_not_verified',
        detail: 'Please confirm your email address first. The link is in the email we sent you.',
      },
    ]);
    expect(await buildInvitationCode(t, owner, mission)).toHaveLength(10);
    await buildMembers(t, owner, mission, [other]);
    expect((await checkIn(t, other, mission)).statusCode).toBe(201);
    await prove(owner);
    expect((await invite(owner, mission, 'friend@example.org')).statusCode).toBe(201);
  });

  it('can use the link of an invitation', async () => {
    const { invitee, id, mission } = await buildInvited();
    const answer = await t.call(acceptInvitation, { token: invitee.token, params: { id } });
    expect([answer.statusCode, answer.json()]).toEqual([200, { mission_id: mission }]);
  });

  it('gets no hints about invitations to the address', async () => {
    const url = await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { invitee, owner, mission, public_id } = await buildInvited();
    const reader = await openReader(url, invitee.token);
    const settle = async () => {
      const mark = crypto.randomUUID();
      t.live.hint({ user_ids: [invitee.id], mission_id: mark }, 'dashboard');
      await reader.find((event) => event.kind === 'dashboard' && 'mission_id' in event && event.mission_id === mark);
      const kinds = reader.events.map(({ kind }) => kind);
      reader.forget();
      return kinds;
    };
    await settle();
    const [other, swim] = [await buildMission(t, owner), await buildMission(t, owner)];
    await buildInvitation(t, owner, other, invitee.email);
    await buildInvitation(t, owner, swim, invitee.email);
    await t.call(withdrawInvitation, { token: owner.token, params: { id: public_id } });
    await t.call(deleteMission, { token: owner.token, params: { id: other } });
    expect(await settle()).toEqual(['dashboard']);
    await prove(invitee);
    await reader.find(({ kind }) => kind === 'everything');
    await buildInvitation(t, owner, mission, invitee.email);
    await reader.find(({ kind }) => kind === 'invitations');
    reader.forget();
    await t.call(deleteMission, { token: owner.token, params: { id: swim } });
    await reader.find(({ kind }) => kind === 'invitations');
    reader.close();
  });
});

describe('an unproved address', () => {
  it('receives no reminders until it is proved', async () => {
    const person = await buildUser(t);
    const mission = await buildMission(t, person, { title: 'Swim' });
    await buildReminder(t, person, mission, 20);
    const remindOn = async (day: number) => {
      t.clock.set(`2026-11-${day}T20:00:00Z`);
      await runReminderJob(t);
    };
    await remindOn(22);
    expect(await subjectsTo(person)).toEqual([]);
    await prove(person);
    await remindOn(23);
    expect(await subjectsTo(person)).toEqual(['Swim today?']);
  });

  it('does not stop push reminders', async () => {
    const person = await buildUser(t);
    const [swim, read] = [await buildMission(t, person), await buildMission(t, person)];
    await buildReminder(t, person, swim, 20, 'push');
    await buildReminder(t, person, read, 20);
    t.clock.set('2026-11-22T20:00:00Z');
    await runReminderJob(t);
    const sends = await t.db.rows('select mission_id, channel from reminder_sends where user_id = $1', [person.id]);
    expect(sends).toEqual([{ mission_id: swim, channel: 'push' }]);
  });

  it('receives no weekly mail until it is proved, then on the same day', async () => {
    const person = await buildUser(t);
    await buildMission(t, person);
    await t.call(saveSettings, { token: person.token, body: { push_types: [], weekly_digest: true } });
    const sendAt = async (instant: string) => {
      t.clock.set(instant);
      await t.db.transact((tx) => tx.enqueue(sendDigests, {}));
      return subjectsTo(person);
    };
    expect(await sendAt('2026-11-23T12:05:00Z')).toEqual([]);
    await prove(person);
    expect(await sendAt('2026-11-23T12:10:00Z')).toHaveLength(1);
  });

  it('receives no notices about plans and API tokens', async () => {
    const person = await buildUser(t);
    const notify = () =>
      t.db.transact(async (tx) => {
        await tx.enqueue(sendPlanStarted, { user_id: person.id, plan_type: 'pro_monthly' });
        await tx.enqueue(sendTokenNotice, { user_id: person.id, name: 'Laptop', scope: 'read' });
      });
    await notify();
    expect(await subjectsTo(person)).toEqual([]);
    await prove(person);
    await notify();
    expect((await subjectsTo(person)).sort()).toEqual(['An API token was created', 'Welcome to Emberkin PRO!']);
  });
});

describe('the owner of an address that someone else registered', () => {
  it('is not a member because a squatter is', async () => {
    const [owner, squatter] = [await buildUser(t, { proven: true }), await buildUser(t)];
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, [squatter]);
    const answer = await invite(owner, mission, squatter.email);
    expect(answer.statusCode).toBe(201);
    const list = () => t.call(listMissionInvitations, { token: owner.token, params: { id: mission } });
    expect((await list()).json()).toMatchObject([{ invitee_email: squatter.email }]);
    await prove(squatter);
    expect((await list()).json()).toEqual([]);
    expect((await invite(owner, mission, squatter.email)).json().code).toBe('invitee_is_member');
  });

  it("receives invitation mails despite the squatter's blocks", async () => {
    const [owner, squatter] = [await buildUser(t, { proven: true, name: 'Mei Ling' }), await buildUser(t)];
    const [mission, other] = [await buildMission(t, owner), await buildMission(t, owner)];
    await buildMembers(t, owner, mission, [squatter]);
    const blocked = await t.call(blockUser, { token: squatter.token, params: { id: owner.id } });
    expect(blocked.statusCode).toBe(204);
    await buildInvitation(t, owner, other, squatter.email);
    expect(await subjectsTo(squatter)).toEqual(['Mei Ling saved you a place by the fire']);
    await prove(squatter);
    await buildInvitation(t, owner, await buildMission(t, owner), squatter.email);
    expect(await subjectsTo(squatter)).toHaveLength(1);
  });

  it("is not revealed to the mission's owner by a squatter", async () => {
    const [owner, squatter] = [await buildUser(t, { proven: true }), await buildUser(t)];
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, [squatter]);
    const emailSeenBy = async ({ token }: TestUser) => {
      const { members } = (await t.call(getMission, { token, params: { id: mission } })).json();
      return members.find((member: { user_id: string }) => member.user_id === squatter.id).email;
    };
    expect([await emailSeenBy(owner), await emailSeenBy(squatter)]).toEqual([null, squatter.email]);
    await prove(squatter);
    expect(await emailSeenBy(owner)).toBe(squatter.email);
  });

  it("still receives notices after the squatter's account was deleted", async () => {
    const owner = await buildUser(t, { proven: true });
    await t.queue.drain();
    const body = { email: `moved.${owner.email}`, password: owner.password };
    expect((await t.call(changeEmail, { token: owner.token, body })).statusCode).toBe(200);
    const squatter = await buildUser(t, { email: owner.email });
    const gone = await t.call(deleteAccount, { token: squatter.token, body: { password: squatter.password } });
    expect(gone.statusCode).toBe(204);
    expect(await subjectsTo(owner)).toEqual(['Your Emberkin account has a new email address']);
  });

  it("keeps invitations after the squatter's account was deleted", async () => {
    const { owner, invitee, mission, id, public_id } = await buildInvited();
    const body = { password: invitee.password };
    expect((await t.call(deleteAccount, { token: invitee.token, body })).statusCode).toBe(204);
    const list = await t.call(listMissionInvitations, { token: owner.token, params: { id: mission } });
    expect(list.json()).toMatchObject([{ id: public_id, invitee_email: invitee.email }]);
    const again = await buildUser(t, { email: invitee.email });
    expect((await read(me, again)).email_verified).toBe(false);
    await prove(again);
    expect(await read(listInvitations, again)).toMatchObject([{ id }]);
  });

  it('keeps invitations after the squatter was removed from the mission', async () => {
    const [owner, squatter] = [await buildUser(t, { proven: true }), await buildUser(t)];
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, [squatter]);
    await buildInvitation(t, owner, mission, squatter.email);
    const params = { id: mission, userId: squatter.id };
    expect((await t.call(removeMember, { token: owner.token, params })).statusCode).toBe(204);
    const list = await t.call(listMissionInvitations, { token: owner.token, params: { id: mission } });
    expect(list.json()).toMatchObject([{ invitee_email: squatter.email }]);
  });

  it('can invite a removed member with an unproved address again', async () => {
    const { owner, invitee, mission, id } = await buildInvited();
    await buildMembers(t, owner, mission, [invitee]);
    await t.call(removeMember, { token: owner.token, params: { id: mission, userId: invitee.id } });
    t.clock.advance(1000);
    const again = await buildInvitation(t, owner, mission, invitee.email);
    const list = await t.call(listMissionInvitations, { token: owner.token, params: { id: mission } });
    expect(list.json()).toMatchObject([{ id: again.public_id }]);
    expect((await invite(owner, mission, invitee.email)).json().code).toBe('invitation_pending');
    const accept = async (key: string) =>
      (await t.call(acceptInvitation, { token: invitee.token, params: { id: key } })).statusCode;
    expect([await accept(id), await accept(again.id)]).toEqual([404, 200]);
  });

  it('loses invitations when their proved account is deleted', async () => {
    const { owner, invitee, mission } = await buildInvited();
    await prove(invitee);
    await t.call(deleteAccount, { token: invitee.token, body: { password: invitee.password } });
    const list = await t.call(listMissionInvitations, { token: owner.token, params: { id: mission } });
    expect(list.json()).toEqual([]);
  });
});
