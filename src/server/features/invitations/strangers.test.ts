import { beforeEach, describe, expect, it } from 'vitest';
import { forgotPassword } from '#contract/auth.ts';
import { createInvitation, listInvitations } from '#contract/invitations.ts';
import { previewUnsubscribe, unsubscribe } from '#contract/reminders.ts';
import { NO_LIMITS } from '#platform/http/rate-limits.ts';
import { makeSignatures } from '#platform/keys/signatures.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { addressHash, unsubscribePath } from '../../mails/mail-links.ts';
import { buildMission } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { upgradeToPremium } from '../../testing/factories/webhooks.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { stopInvitations } from './public.ts';

const sent: MailMessage[] = [];
const mail = { send: async (message: MailMessage) => void sent.push(message), close: async () => undefined };
const t = await testApp({ mail, limits: { ...NO_LIMITS, quotas: true } });
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let addresses = 0;
const anAddress = () => `stranger${++addresses}@example.org`;
const mailsTo = (address: string) => sent.filter(({ to }) => to === address);

/** Invites the address to a new mission of a new sender. */
async function inviteAnew(invitee_email: string, words: { name?: string; title?: string; message?: string } = {}) {
  const { name = 'Nadia', title = 'Swim', message = '' } = words;
  const sender = await buildUser(t, { name });
  const mission_id = await buildMission(t, sender, { title, duration_days: 100 });
  const invite = () => t.call(createInvitation, { token: sender.token, body: { mission_id, invitee_email, message } });
  return { sender, mission_id, invite };
}
const inviteNow = async (address: string, words = {}) => (await inviteAnew(address, words)).invite();
const mailedOf = async (address: string) => {
  const answer = await inviteNow(address);
  expect(answer.statusCode).toBe(201);
  return answer.json().mailed;
};
/** The token of the link at the end of the newest mail. */
const readStopToken = async (address: string) => {
  await t.queue.drain();
  const text = mailsTo(address).at(-1)!.text;
  return /Never send me invitations from here: http:\/\/emberkin\.test\/unsubscribe\/([\w-]+)\n$/.exec(text)![1]!;
};
const stop = (token: string) => t.call(unsubscribe, { params: { token } });
const preview = async (token: string) => (await t.call(previewUnsubscribe, { params: { token } })).json();

beforeEach(() => t.clock.set(NOON));

describe('invitation mails to one address', () => {
  it('are three for four invitations by four senders, and none after the stop link', async () => {
    const friend = await buildUser(t);
    const words = {
      name: 'Eve https://evil.example/',
      title: 'Win at www.evil.example =?utf-8?q?now?=',
      message: 'See http://evil.example and evil.example/path',
    };
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push((await inviteNow(friend.email, words)).json());
    expect(answers.map(({ mailed }) => mailed)).toEqual([true, true, true, false]);
    expect(answers[3]).toMatchObject({ status: 'pending', invitee_email: friend.email, message: words.message });
    await t.queue.drain();
    expect(mailsTo(friend.email)).toHaveLength(3);
    for (const { text, subject } of mailsTo(friend.email)) {
      const links = text.match(/http\S*/gi)!;
      expect(links).toHaveLength(2);
      for (const link of links) expect(link).toMatch(/^http:\/\/emberkin\.test\/(accept-invitation|unsubscribe)\//);
      expect(text).not.toContain('evil.example');
      expect(subject).toBe('Eve [link] saved you a place by the fire');
    }
    // The screens show the original text, and also the invitation without a mail.
    const inbox = (await t.call(listInvitations, { token: friend.token })).json();
    expect(inbox).toHaveLength(4);
    expect(inbox[0]).toMatchObject({ mission_title: words.title, message: words.message });

    expect((await stop(await readStopToken(friend.email))).statusCode).toBe(204);
    t.clock.advance(8 * DAY);
    expect(await mailedOf(friend.email)).toBe(false);
    await t.queue.drain();
    expect(mailsTo(friend.email)).toHaveLength(3);
  });

  it('are three for 20 concurrent invitations by 20 senders', async () => {
    const address = anAddress();
    const senders = [];
    for (let i = 0; i < 20; i++) senders.push(await inviteAnew(address));
    const answers = await Promise.all(senders.map(({ invite }) => invite()));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201));
    expect(answers.filter((answer) => answer.json().mailed)).toHaveLength(3);
    await t.queue.drain();
    expect(mailsTo(address)).toHaveLength(3);
  });

  it('are counted per mailbox without +tags and, at Gmail, dots: three for 40 addresses', async () => {
    const sender = await upgradeToPremium(t, await buildUser(t, { proven: true }));
    const mission_id = await buildMission(t, sender);
    const mailedFrom = async (invitee_email: string) =>
      (await t.call(createInvitation, { token: sender.token, body: { mission_id, invitee_email } })).json().mailed;
    for (const [first, spell] of [
      [anAddress(), (address: string, n: number) => address.replace('@', `+${n}@`)],
      ['a.mail.box@gmail.com', (_: string, n: number) => `${n % 2 ? 'am.ailbox' : 'amailbox'}+${n}@googlemail.com`],
    ] as const) {
      const addresses = [first, ...Array.from({ length: 39 }, (_, n) => spell(first, n))];
      const mailed = [];
      for (const address of addresses) mailed.push(await mailedFrom(address));
      expect(mailed).toEqual([true, true, true, ...Array(37).fill(false)]);
      await t.queue.drain();
      expect(addresses.flatMap((address) => mailsTo(address))).toHaveLength(3);
      await stop(await readStopToken(first));
      t.clock.advance(2 * DAY);
      for (const address of [spell(first, 40), spell(first, 41)]) expect(await mailedFrom(address)).toBe(false);
    }
    // A different mailbox is not affected.
    expect(await mailedFrom('a.mail.box@example.net')).toBe(true);
  });

  it('resume after 24 hours, up to ten in seven days', async () => {
    const address = anAddress();
    const mailed: boolean[] = [];
    for (let i = 0; i < 4; i++) mailed.push(await mailedOf(address));
    t.clock.advance(DAY - 1);
    mailed.push(await mailedOf(address));
    t.clock.advance(1);
    for (let i = 0; i < 4; i++) mailed.push(await mailedOf(address));
    expect(mailed).toEqual([true, true, true, false, false, true, true, true, false]);
    t.clock.advance(DAY);
    for (let i = 0; i < 3; i++) expect(await mailedOf(address)).toBe(true);
    t.clock.advance(DAY);
    expect(await mailedOf(address)).toBe(true);
    expect(await mailedOf(address)).toBe(false);
    t.clock.set(new Date(Date.parse(NOON) + 7 * DAY).toISOString());
    expect(await mailedOf(address)).toBe(true);
  });

  it('are counted with a keyed hash, which is deleted after seven days', async () => {
    const address = anAddress();
    await mailedOf(address);
    const hash = addressHash(t.deps.signatures, address);
    const listMails = () => t.db.rows('select sent_at from invitation_mails where address_hash = $1', [hash]);
    expect(hash).toHaveLength(16);
    expect(addressHash(makeSignatures('another secret'), address)).not.toEqual(hash);
    expect(await listMails()).toEqual([{ sent_at: NOON }]);
    t.clock.advance(7 * DAY);
    await t.queue.tick();
    await t.queue.drain();
    expect(await listMails()).toEqual([]);
  });

  it('stay counted after the mission is deleted', async () => {
    const address = anAddress();
    for (let i = 0; i < 3; i++) {
      const { mission_id, invite } = await inviteAnew(address);
      expect((await invite()).json().mailed).toBe(true);
      await t.db.rows('delete from missions where id = $1', [mission_id]);
    }
    expect(await mailedOf(address)).toBe(false);
  });
});

describe('the link that stops invitations', () => {
  it('shows what it stops, stops it on request, and works a second time', async () => {
    const address = anAddress();
    await mailedOf(address);
    const token = await readStopToken(address);
    expect(await preview(token)).toEqual({ kind: 'invitations', mission_title: null, mission_id: null, is_on: true });
    expect(await mailedOf(address)).toBe(true);
    expect((await stop(token)).statusCode).toBe(204);
    expect((await stop(token)).statusCode).toBe(204);
    expect(await preview(token)).toEqual({ kind: 'invitations', mission_title: null, mission_id: null, is_on: false });
    expect(await mailedOf(address)).toBe(false);
    expect(await mailedOf(anAddress())).toBe(true);
  });

  it('works with one click in a mail program (RFC 8058)', async () => {
    const address = anAddress();
    await mailedOf(address);
    const token = await readStopToken(address);
    const { headers } = mailsTo(address)[0]!;
    expect(headers).toEqual({
      'List-Unsubscribe': `<http://emberkin.test/unsubscribe/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const url = `/unsubscribe/${token}`;
    await t.app.inject({ method: 'GET', url });
    expect((await preview(token)).is_on).toBe(true);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'List-Unsubscribe=One-Click';
    expect((await t.app.inject({ method: 'POST', url, headers: form, payload })).statusCode).toBe(204);
    expect(await mailedOf(address)).toBe(false);
  });

  it('prevents a mail that is still queued', async () => {
    const address = anAddress();
    await mailedOf(address);
    const hash = addressHash(t.deps.signatures, address);
    const path = unsubscribePath(t.deps.signatures, { kind: 'invitations', address_hash: hash });
    await stop(path.split('/').at(-1)!);
    await t.queue.drain();
    expect(mailsTo(address)).toEqual([]);
  });

  it('stops nothing if it was changed or made for something else', async () => {
    const address = anAddress();
    await mailedOf(address);
    const token = await readStopToken(address);
    const hash = addressHash(t.deps.signatures, address);
    const id = hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const digest = unsubscribePath(t.deps.signatures, { kind: 'digest', user_id: id }).split('/').at(-1)!;
    await stop(digest);
    for (const forged of [`${token}A`, token.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))]) {
      expect((await stop(forged)).json().code).toBe('link_unknown');
      expect((await preview(forged)).code).toBe('link_unknown');
    }
    expect(await mailedOf(address)).toBe(true);
  });

  it('does not prevent the address owner from resetting the password', async () => {
    const friend = await buildUser(t);
    await mailedOf(friend.email);
    await stop(await readStopToken(friend.email));
    await t.call(forgotPassword, { body: { email: friend.email } });
    await t.queue.drain();
    expect(mailsTo(friend.email).at(-1)!.subject).toBe('Set a new password for Emberkin');
  });
});

it('applies stops and counts that were stored under an old listed key', async () => {
  const limits = { ...NO_LIMITS, quotas: true };
  const rotating = await testApp({ mail, limits, config: { secret_keys: ['the key now', 'the key before'] } });
  const before = makeSignatures('the key before');
  const invite = async (invitee_email: string) => {
    const sender = await buildUser(rotating);
    const body = { mission_id: await buildMission(rotating, sender), invitee_email };
    return (await rotating.call(createInvitation, { token: sender.token, body })).json().mailed;
  };
  const stopped = anAddress();
  await stopInvitations(rotating.db, addressHash(before, stopped), rotating.clock.now());
  expect(await invite(stopped)).toBe(false);
  const busy = anAddress();
  await rotating.db.rows(
    'insert into invitation_mails (id, address_hash, sent_at) select gen_random_uuid(), $1, $2 from generate_series(1, 3)',
    [addressHash(before, busy), rotating.clock.now()],
  );
  expect(await invite(busy)).toBe(false);
  expect(await invite(anAddress())).toBe(true);

  // The old key is removed from the list.
  const later = await testApp({
    ...{ mail, limits, database_url: rotating.database_url, config: { secret_keys: ['the key now'] } },
  });
  const sender = await buildUser(later, { email: anAddress() });
  const body = { mission_id: await buildMission(later, sender), invitee_email: stopped };
  expect((await later.call(createInvitation, { token: sender.token, body })).json().mailed).toBe(false);
});

it('lifts the counts of an address but not its stop with RATE_LIMITS=off', async () => {
  const free = await testApp({ mail });
  const address = anAddress();
  const invite = async () => {
    const sender = await buildUser(free);
    const body = { mission_id: await buildMission(free, sender), invitee_email: address };
    return (await free.call(createInvitation, { token: sender.token, body })).json().mailed;
  };
  for (let i = 0; i < 4; i++) expect(await invite()).toBe(true);
  const address_hash = addressHash(free.deps.signatures, address);
  const path = unsubscribePath(free.deps.signatures, { kind: 'invitations', address_hash });
  await free.call(unsubscribe, { params: { token: path.split('/').at(-1)! } });
  expect(await invite()).toBe(false);
});
