import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { getDashboard } from '#contract/dashboard.ts';
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  listMissionInvitations,
  withdrawInvitation,
} from '#contract/invitations.ts';
import { blockUser, unblockUser } from '#contract/safety.ts';
import { Id } from '#platform/db/columns.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { makeLogger } from '#platform/http/log.ts';
import { smtpMail } from '#platform/mail/smtp.ts';
import { patchPng } from '../../pictures/patch-svg.ts';
import { buildInvitation } from '../../testing/factories/invitations.ts';
import { buildMembers, buildMission } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { startFakeSmtp } from '../../testing/smtp-server.ts';
import { asOwner, NOON, testApp } from '../../testing/test-app.ts';

const smtp = await startFakeSmtp();
const log: Record<string, unknown>[] = [];
const t = await testApp({
  mail: smtpMail({ url: smtp.url, from: 'Emberkin <hello@emberkin.example>' }),
  log: makeLogger('warn', { write: (line) => void log.push(JSON.parse(line)) }),
});
const DAY = 86_400_000;

let addresses = 0;
const anAddress = () => `friend${++addresses}@example.org`;
const mailsTo = (address: string) => smtp.mails.filter((mail) => mail.recipients.includes(address));
/** Advances the queue's clock by this many seconds for jobs that wait to retry. */
const passQueueTime = async (seconds: number) => {
  const step = 5;
  await t.queue.drain();
  for (let passed = 0; passed < seconds; passed += step) {
    await t.db.rows(
      `update jobs set run_at = run_at - make_interval(secs => $1)
       where name = 'send-invitation' and state = 'waiting'`,
      [step],
    );
    await t.queue.drain();
  }
};
const metric = async (outcome: string) => {
  const { body } = await t.app.inject('/metrics');
  return Number(
    new RegExp(`^jobs_total\\{queue="send-invitation",outcome="${outcome}"\\} (\\d+)$`, 'm').exec(body)?.[1],
  );
};

beforeEach(async () => {
  t.clock.set(NOON);
  smtp.setMode('ok');
  await smtp.up();
  await t.queue.drain({ ignore_delays: true });
  log.length = 0;
});
afterAll(() => smtp.close());

async function buildSender() {
  const owner = await buildUser(t, { name: 'Nadia' });
  return { owner, mission: await buildMission(t, owner, { title: 'Swim' }) };
}

describe('the mail of an invitation', () => {
  it('is not sent to a user who blocked the sender, who cannot tell', async () => {
    const { owner, mission } = await buildSender();
    const [blocker, other] = [await buildUser(t), await buildUser(t)];
    const shared = await buildMission(t, owner);
    await buildMembers(t, owner, shared, [blocker]);
    const fetchInbox = async (token: string) => (await t.call(listInvitations, { token })).json();
    const listSent = async () =>
      (await t.call(listMissionInvitations, { token: owner.token, params: { id: mission } })).json();
    expect((await t.call(blockUser, { token: blocker.token, params: { id: owner.id } })).statusCode).toBe(204);

    const sent = await buildInvitation(t, owner, mission, blocker.email);
    await buildInvitation(t, owner, mission, other.email);
    await t.queue.drain();
    expect([mailsTo(blocker.email).length, mailsTo(other.email).length]).toEqual([0, 1]);
    expect([await fetchInbox(blocker.token), (await fetchInbox(other.token)).length]).toEqual([[], 1]);
    const fetchDashboard = async (token: string) => (await t.call(getDashboard, { token })).json();
    expect((await fetchDashboard(blocker.token)).pending_invitations).toEqual([]);
    const pending: { status: string; invitee_email: string }[] = await listSent();
    expect(new Set(pending.map(({ status, invitee_email }) => `${status} ${invitee_email}`))).toEqual(
      new Set([`pending ${blocker.email}`, `pending ${other.email}`]),
    );
    const again = await t.call(createInvitation, {
      token: owner.token,
      body: { mission_id: mission, invitee_email: blocker.email },
    });
    expect(again.json().code).toBe('invitation_pending');

    // Unblocking shows the invitation in the inbox.
    await t.call(unblockUser, { token: blocker.token, params: { id: owner.id } });
    expect(await fetchInbox(blocker.token)).toEqual([expect.objectContaining({ id: sent.id })]);
    expect((await t.call(acceptInvitation, { token: blocker.token, params: { id: sent.id } })).statusCode).toBe(200);
  });

  it('links to PUBLIC_URL, whatever the request’s Host is', async () => {
    const { owner, mission } = await buildSender();
    const address = anAddress();
    const answer = await t.call(createInvitation, {
      token: owner.token,
      body: { mission_id: mission, invitee_email: address, message: 'Bring <b>the</b> cap' },
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    expect(mailsTo(address)).toHaveLength(0);
    await t.queue.drain();
    const [mail] = mailsTo(address);
    const id = await onlyValue(t.db, Id, 'select id from invitations where invitee_email = $1', [address]);
    const link = `http://emberkin.test/accept-invitation/${id}`;
    expect(mail).toMatchObject({
      subject: 'Nadia saved you a place by the fire',
      from: { name: 'Emberkin', address: 'hello@emberkin.example' },
      to: [{ address }],
      messageId: expect.stringMatching(/^<[0-9a-f-]{36}@emberkin\.test>$/),
    });
    expect(mail!.text).toContain(`Join the mission: ${link}\n`);
    expect(mail!.html).toContain(`href="${link}"`);
    expect(mail!.html).toContain('Bring &lt;b&gt;the&lt;/b&gt; cap');
    expect(mail!.html).toContain('1 member, 30 days left.');
    // The sender's address stays private, and the ID is a secret that appears only in the link.
    expect(mail!.raw).not.toContain(owner.email);
    expect(mail!.raw).not.toContain('evil.example');
    expect(mail!.messageId).not.toContain(id);
    expect(mail!.raw).not.toContain(answer.json().id);
  });

  it('contains the mission’s patch inline', async () => {
    const { owner, mission } = await buildSender();
    const address = anAddress();
    t.clock.advance(10 * DAY);
    await buildInvitation(t, owner, mission, address);
    await t.queue.drain();
    const [mail] = mailsTo(address);
    const [picture] = mail!.attachments;
    expect(mail!.attachments).toHaveLength(1);
    expect(picture).toMatchObject({ mimeType: 'image/png', disposition: 'inline', related: true });
    expect(mail!.html).toContain(`src="cid:${picture!.contentId!.slice(1, -1)}"`);
    const png = Buffer.from(picture!.content as ArrayBuffer);
    expect(png.equals(await patchPng({ seed: mission, patch: null, done: 10, total: 30 }, 264))).toBe(true);
    expect(mail!.raw.indexOf('text/plain')).toBeLessThan(mail!.raw.indexOf('multipart/related'));
  });

  it('is not sent again for a refused invitation', async () => {
    const { owner, mission } = await buildSender();
    const address = anAddress();
    await buildInvitation(t, owner, mission, address);
    const body = { mission_id: mission, invitee_email: address };
    expect((await t.call(createInvitation, { token: owner.token, body })).statusCode).toBe(400);
    await t.queue.drain();
    expect(mailsTo(address)).toHaveLength(1);
  });

  it('is not sent if the transaction rolls back after the job was inserted', async () => {
    const { owner, mission } = await buildSender();
    const address = anAddress();
    await asOwner(t, `create function no() returns trigger language plpgsql as 'begin raise exception ''no''; end'`);
    await asOwner(
      t,
      `create constraint trigger no_commit after insert on invitations deferrable initially deferred
       for each row execute function no()`,
    );
    const body = { mission_id: mission, invitee_email: address };
    expect((await t.call(createInvitation, { token: owner.token, body })).statusCode).toBe(500);
    await asOwner(t, 'drop trigger no_commit on invitations');
    await t.queue.drain({ ignore_delays: true });
    expect(mailsTo(address)).toHaveLength(0);
  });

  it.each(['answered', 'withdrawn', 'expired', 'deleted'])('is not sent once the invitation is %s', async (what) => {
    const { owner, mission } = await buildSender();
    const friend = await buildUser(t);
    const { id, public_id } = await buildInvitation(t, owner, mission, friend.email);
    if (what === 'answered') await t.call(acceptInvitation, { token: friend.token, params: { id } });
    if (what === 'withdrawn') await t.call(withdrawInvitation, { token: owner.token, params: { id: public_id } });
    if (what === 'expired') t.clock.advance(14 * DAY);
    if (what === 'deleted') await t.db.rows('delete from missions where id = $1', [mission]);
    await t.queue.drain();
    expect(mailsTo(friend.email)).toHaveLength(0);
  });
});

describe('a failing mail server', () => {
  it('does not delay inviting while it hangs, and receives each mail once when it recovers', async () => {
    const { owner, mission } = await buildSender();
    const [first, second] = [anAddress(), anAddress()];
    await buildInvitation(t, owner, mission, first);
    smtp.setMode('silent');
    let sending = true;
    const working = t.queue.drain().then(() => {
      sending = false;
    });
    await smtp.held();
    await buildInvitation(t, owner, mission, second);
    expect(sending).toBe(true);
    await smtp.down();
    await working;
    expect([...mailsTo(first), ...mailsTo(second)]).toEqual([]);

    smtp.setMode('ok');
    await smtp.up();
    await t.queue.drain({ ignore_delays: true });
    await t.queue.drain({ ignore_delays: true });
    expect([mailsTo(first).length, mailsTo(second).length]).toEqual([1, 1]);
  });

  it.each(['down', '451'] as const)('receives each mail once when it recovers after retries (%s)', async (fault) => {
    const { owner, mission } = await buildSender();
    const before = { failed: await metric('failed'), done: await metric('done') };
    if (fault === 'down') await smtp.down();
    else smtp.setMode('451');
    const invited = [anAddress(), anAddress()];
    for (const address of invited) await buildInvitation(t, owner, mission, address);
    await passQueueTime(60);
    // Immediately, and then e, e² and e³ seconds later. The next attempt would be in the second minute.
    expect(await metric('failed')).toBe(before.failed + 4 * invited.length);
    expect(invited.flatMap(mailsTo)).toEqual([]);

    await smtp.up();
    smtp.setMode('ok');
    await passQueueTime(60);
    expect(invited.map((address) => mailsTo(address).length)).toEqual([1, 1]);
    expect(await metric('done')).toBe(before.done + invited.length);
    await t.queue.drain({ ignore_delays: true });
    expect(invited.map((address) => mailsTo(address).length)).toEqual([1, 1]);
    expect(JSON.stringify(log)).toContain('job failed, will be retried');
    for (const address of invited) expect(JSON.stringify(log)).not.toContain(address);
  });

  it('causes no retry with a 550, which appears in log and metrics', async () => {
    const { owner, mission } = await buildSender();
    const address = anAddress();
    const before = { dead: await metric('dead'), failed: await metric('failed') };
    smtp.setMode('550');
    const { id } = await buildInvitation(t, owner, mission, address);
    await t.queue.drain({ ignore_delays: true });
    expect(log).toMatchObject([
      { job: 'send-invitation', attempt: 1, msg: 'job failed permanently', reason: expect.stringContaining('550') },
    ]);
    expect(JSON.stringify(log)).not.toContain(address);
    expect(JSON.stringify(log)).not.toContain(id);
    expect(await metric('dead')).toBe(before.dead + 1);
    expect(await metric('failed')).toBe(before.failed);
    smtp.setMode('ok');
    await t.queue.drain({ ignore_delays: true });
    expect(mailsTo(address)).toHaveLength(0);
  });
});
