import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  changeEmail,
  forgotPassword,
  login,
  me,
  register,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '#contract/auth.ts';
import { acceptInvitation, declineInvitation, withdrawInvitation } from '#contract/invitations.ts';
import { deleteMission } from '#contract/missions.ts';
import { makeLogger } from '#platform/http/log.ts';
import { DAY_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { buildSuspension } from '../../testing/factories/admin.ts';
import { buildInvitation } from '../../testing/factories/invitations.ts';
import { buildMembers, buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { startFakeSmtp } from '../../testing/smtp-server.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const smtp = await startFakeSmtp();
const log: Record<string, unknown>[] = [];
const t = await testApp({
  config: { smtp_url: smtp.url },
  log: makeLogger('info', { write: (line) => void log.push(JSON.parse(line)) }),
});
/** A server without SMTP. */
const local = await testApp();
afterAll(() => smtp.close());
beforeEach(() => t.clock.set(NOON));

let addresses = 0;
const newAddress = () => `new${++addresses}@example.org`;
const mailsTo = (address: string) => smtp.mails.filter((mail) => mail.recipients.includes(address));
const countMails = async (address: string) => {
  await t.queue.drain();
  return mailsTo(address).length;
};
const readToken = async (address: string): Promise<string> => {
  await t.queue.drain();
  const { text } = await smtp.readMail(address);
  return /http:\/\/emberkin\.test\/verify-email\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? 'no token';
};
const readReset = async (address: string): Promise<string> => {
  await t.queue.drain();
  const texts = mailsTo(address).map(({ text }) => /reset-password\?token=([\w-]+)/.exec(text ?? '')?.[1]);
  return texts.findLast((token) => token !== undefined) ?? 'no token';
};
const verify = (user: TestUser, token: unknown) => t.call(verifyEmail, { token: user.token, body: { token } });
const change = (user: TestUser, email: string, password = user.password) =>
  t.call(changeEmail, { token: user.token, body: { email, password } });
const isVerified = async (user: TestUser): Promise<boolean> =>
  (await t.call(me, { token: user.token })).json().email_verified;
const INVALID = { code: 'invalid_verification_token', detail: 'This link is for another account, or it has expired' };

describe('registering', () => {
  it('returns a session immediately and mails a link that proves the address', async () => {
    const email = newAddress();
    const answer = await t.call(register, { body: { name: 'Ana http://a.example', email, password: 'campfire' } });
    expect([answer.statusCode, answer.json().user.email_verified]).toEqual([200, false]);
    await t.queue.drain();
    const mail = await smtp.readMail(email);
    expect(mail.subject).toBe('Confirm your address for Emberkin');
    expect(mail.text).toContain('Confirm my address: http://emberkin.test/verify-email?token=');
    expect(mail.text).toContain(
      "Didn't make an account here? You can ignore this: no one can use your address with it.",
    );
    // Someone might have registered a stranger's address and chosen the name.
    expect(mail.raw).not.toContain('a.example');
  });

  it('omits the name from a reset mail until the address is proved', async () => {
    const email = newAddress();
    const name = 'https://evil.example/Claim';
    const { access_token: token } = (await t.call(register, { body: { name, email, password: 'campfire' } })).json();
    const verification = await readToken(email);
    const readResetMail = async () => {
      await t.call(forgotPassword, { body: { email } });
      await t.queue.drain();
      const mail = mailsTo(email).findLast(({ subject }) => subject === 'Set a new password for Emberkin');
      return [mail?.text ?? '', mail?.html ?? ''];
    };
    for (const part of await readResetMail()) {
      expect(part).toContain('Hi,');
      expect(part).not.toMatch(/evil|Claim|https:/);
    }
    await t.call(verifyEmail, { token, body: { token: verification } });
    for (const part of await readResetMail()) {
      expect(part).toContain('Hi [link],');
      expect(part).not.toMatch(/evil|https:/);
    }
  });

  it('mails nothing after a refused registration, and once for two concurrent ones', async () => {
    const email = newAddress();
    const body = { name: 'Ana', email, password: 'campfire' };
    const answers = await Promise.all([t.call(register, { body }), t.call(register, { body })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect(await countMails(email)).toBe(1);
  });

  it('counts every address as proved without SMTP, and creates no link', async () => {
    const user = await buildUser(local);
    expect((await local.call(me, { token: user.token })).json().email_verified).toBe(true);
    expect(await local.db.rows("select from jobs where name = 'send-verification'")).toEqual([]);
    const again = await local.call(resendVerification, { token: user.token });
    expect([again.statusCode, again.json().code]).toEqual([400, 'already_verified']);
  });

  it('proves the address without a mail if the caller has the key of its open invitation', async () => {
    const owner = await buildUser(t, { proven: true });
    const mission = await buildMission(t, owner);
    const email = newAddress();
    const { id: invitation_id } = await buildInvitation(t, owner, mission, email);
    await t.queue.drain();
    const answer = await t.call(register, { body: { name: 'Ben', email, password: 'campfire', invitation_id } });
    expect(answer.json().user.email_verified).toBe(true);
    // The invitation itself.
    expect(await countMails(email)).toBe(1);
  });

  it('ignores any other invitation value', async () => {
    const owner = await buildUser(t, { proven: true });
    const mission = await buildMission(t, owner);
    const inviteTo = async (missionId = mission) => {
      const email = newAddress();
      return { email, ...(await buildInvitation(t, owner, missionId, email)) };
    };
    const gone = await buildMission(t, owner);
    const [foreign, withdrawn, declined] = [await inviteTo(), await inviteTo(), await inviteTo()];
    const [deleted, late] = [await inviteTo(gone), await inviteTo()];
    await t.call(withdrawInvitation, { token: owner.token, params: { id: withdrawn.public_id } });
    await t.call(declineInvitation, { token: owner.token, params: { id: declined.id } });
    await t.call(deleteMission, { token: owner.token, params: { id: gone } });
    for (const [email, invitation_id] of [
      [newAddress(), foreign.id],
      // The sender can see this ID.
      [foreign.email, foreign.public_id],
      [withdrawn.email, withdrawn.id],
      [declined.email, declined.id],
      [deleted.email, deleted.id],
      [newAddress(), crypto.randomUUID()],
      [newAddress(), 'not a key'],
      [newAddress(), ''],
      [newAddress(), null],
      [newAddress(), { id: foreign.id }],
    ] as const) {
      const answer = await t.call(register, { body: { name: 'Ben', email, password: 'campfire', invitation_id } });
      expect([answer.statusCode, answer.json().user?.email_verified]).toEqual([200, false]);
    }
    t.clock.advance(15 * DAY_MS);
    const body = { name: 'Ben', email: late.email, password: 'campfire', invitation_id: late.id };
    expect((await t.call(register, { body })).json().user.email_verified).toBe(false);
  });
});

describe('the link in the mail', () => {
  it('proves the address of the signed-in account, also a second time', async () => {
    const user = await buildUser(t);
    const token = await readToken(user.email);
    for (const _ of [1, 2]) {
      const answer = await verify(user, token);
      expect([answer.statusCode, answer.json().id, answer.json().email_verified]).toEqual([200, user.id, true]);
    }
    expect(await isVerified(user)).toBe(true);
    expect(countProofs(user)).toBe(1);
    for (const secret of [user.email, token]) expect(JSON.stringify(log)).not.toContain(secret);
    expect((await t.call(verifyEmail, { body: { token } })).statusCode).toBe(401);
  });

  it('proves nothing for another account, even if a mail scanner opens it', async () => {
    const squatter = await buildUser(t);
    const token = await readToken(squatter.email);
    const owner = await buildUser(t);
    const answer = await verify(owner, token);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, INVALID]);
    expect([await isVerified(squatter), await isVerified(owner)]).toEqual([false, false]);
  });

  it('refuses a changed, cut, empty or invented token', async () => {
    const user = await buildUser(t);
    const token = await readToken(user.email);
    expect(token).toHaveLength(51);
    const flipped = (at: number) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    for (const wrong of [
      flipped(3),
      flipped(25),
      flipped(45),
      token.slice(1),
      `${token}A`,
      'x',
      `${token}\n`.repeat(3),
    ])
      expect((await verify(user, wrong)).json()).toMatchObject(INVALID);
    for (const wrong of ['', ' ', 7, undefined, 'x'.repeat(201)])
      expect((await verify(user, wrong)).statusCode).toBe(422);
    expect(await isVerified(user)).toBe(false);
  });

  it('is valid for 7 days', async () => {
    const user = await buildUser(t);
    const token = await readToken(user.email);
    t.clock.advance(7 * DAY_MS - MINUTE_MS);
    const other = await buildUser(t);
    const late = await readToken(other.email);
    expect((await verify(user, token)).statusCode).toBe(200);
    t.clock.advance(7 * DAY_MS);
    expect((await verify(other, late)).json()).toMatchObject(INVALID);
  });

  it('expires when the account gets another address', async () => {
    const user = await buildUser(t);
    const token = await readToken(user.email);
    const email = newAddress();
    expect((await change(user, email)).statusCode).toBe(200);
    expect((await verify(user, token)).json()).toMatchObject(INVALID);
    expect((await verify(user, await readToken(email))).json().email_verified).toBe(true);
  });

  it('sends another link on request, except for proved addresses and suspended accounts', async () => {
    const user = await buildUser(t);
    expect(await countMails(user.email)).toBe(1);
    const again = await t.call(resendVerification, { token: user.token });
    expect([again.statusCode, again.body]).toEqual([204, '']);
    expect(await countMails(user.email)).toBe(2);
    // The job runs after the address was proved.
    const token = await readToken(user.email);
    await t.call(resendVerification, { token: user.token });
    await verify(user, token);
    expect(await countMails(user.email)).toBe(2);
    const refused = await t.call(resendVerification, { token: user.token });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { code: 'already_verified', detail: 'This address is already confirmed' },
    ]);
    expect((await t.call(resendVerification)).statusCode).toBe(401);

    const suspended = await buildUser(t);
    await buildSuspension(t, suspended);
    expect(await countMails(suspended.email)).toBe(0);
  });

  it('is delivered late, not lost, if the mail server is unavailable for a while', async () => {
    smtp.setMode('451');
    const user = await buildUser(t);
    expect(await countMails(user.email)).toBe(0);
    smtp.setMode('ok');
    await t.queue.drain({ ignore_delays: true });
    expect(mailsTo(user.email)).toHaveLength(1);
  });
});

describe('changing the address', () => {
  it('mails a link to the new address and a notice without it to the old one', async () => {
    const user = await buildUser(t);
    await verify(user, await readToken(user.email));
    const email = newAddress();
    const answer = await change(user, ` ${email.toUpperCase()} `);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ id: user.id, email, email_verified: false });
    await t.queue.drain();
    const notice = await smtp.readMail(user.email);
    expect(notice.subject).toBe('Your Emberkin account has a new email address');
    expect(notice.raw).not.toContain(email);
    expect((await verify(user, await readToken(email))).json().email_verified).toBe(true);
    const signIn = (address: string) => t.call(login, { body: { email: address, password: user.password } });
    expect([(await signIn(email)).statusCode, (await signIn(user.email)).statusCode]).toEqual([200, 401]);
  });

  it('sends no notice to an unproved address, which might be a stranger’s', async () => {
    const user = await buildUser(t);
    expect(await countMails(user.email)).toBe(1);
    await change(user, newAddress());
    expect(await countMails(user.email)).toBe(1);
  });

  it('changes nothing for the address that the account already has', async () => {
    const user = await buildUser(t, { proven: true });
    await t.queue.drain();
    const before = smtp.mails.length;
    expect((await change(user, user.email)).json()).toMatchObject({ email: user.email, email_verified: true });
    await t.queue.drain();
    expect(smtp.mails.length).toBe(before);
  });

  it('refuses a wrong password, a taken or invalid address and a missing session', async () => {
    const [user, other] = [await buildUser(t), await buildUser(t)];
    const wrong = await change(user, newAddress(), 'not this');
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      422,
      {
        code: 'wrong_password',
        detail: "That password isn't right",
        errors: [{ path: 'password', message: "That password isn't right" }],
      },
    ]);
    const taken = await change(user, other.email);
    expect([taken.statusCode, taken.json()]).toMatchObject([
      400,
      { code: 'email_taken', detail: 'Email already registered' },
    ]);
    for (const email of ['', 'ana@', 'a@example.com\r\nBcc: b@example.com'])
      expect((await change(user, email)).statusCode).toBe(422);
    expect((await change(user, newAddress(), '')).json().errors).toEqual([
      { path: 'password', message: 'Please enter your password' },
    ]);
    const anonymous = await t.call(changeEmail, { body: { email: newAddress(), password: 'campfire' } });
    expect(anonymous.statusCode).toBe(401);
    expect((await t.call(me, { token: user.token })).json().email).toBe(user.email);
  });

  it('gives an address to one of several concurrent accounts', async () => {
    const people = await Promise.all([1, 2, 3].map(() => buildUser(t)));
    const email = newAddress();
    const answers = await Promise.all(people.map((person) => change(person, email)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  });

  it('cancels reset links, including unsent ones', async () => {
    const user = await buildUser(t);
    await t.call(forgotPassword, { body: { email: user.email } });
    const reset = await readReset(user.email);
    const sent = await countMails(user.email);
    await t.call(forgotPassword, { body: { email: user.email } });
    await change(user, newAddress());
    const answer = await t.call(resetPassword, { body: { token: reset, new_password: 'new campfire' } });
    expect(answer.json().code).toBe('invalid_reset_token');
    expect(await countMails(user.email)).toBe(sent);
  });
});

const countProofs = ({ id }: TestUser) =>
  log.filter(({ event, user_id }) => event === 'email_verified' && user_id === id).length;

describe('proving an address without its own link', () => {
  it('happens when a mailed link resets the password', async () => {
    const user = await buildUser(t);
    await t.call(forgotPassword, { body: { email: user.email } });
    const token = await readReset(user.email);
    await t.call(resetPassword, { body: { token, new_password: 'new campfire' } });
    const session = await t.call(login, { body: { email: user.email, password: 'new campfire' } });
    expect(session.json().user.email_verified).toBe(true);
  });

  it('happens only for the invited address when its key accepts an invitation', async () => {
    const owner = await buildUser(t, { proven: true });
    const mission = await buildMission(t, owner);
    const [addressee, stranger, member] = [await buildUser(t), await buildUser(t), await buildUser(t)];
    await buildMembers(t, owner, mission, [member]);
    const accept = async (person: TestUser, invitee: string) => {
      const { id } = await buildInvitation(t, owner, mission, invitee);
      return (await t.call(acceptInvitation, { token: person.token, params: { id } })).statusCode;
    };
    expect(await accept(addressee, addressee.email)).toBe(200);
    expect(await accept(stranger, newAddress())).toBe(200);
    // The invitation counts as accepted, because its addressee is already a member.
    expect(await accept(member, member.email)).toBe(400);
    expect([await isVerified(addressee), await isVerified(stranger), await isVerified(member)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([addressee, stranger, member].map(countProofs)).toEqual([1, 0, 1]);
  });
});
