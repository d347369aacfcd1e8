import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { acceptInvitation, createInvitation, withdrawInvitation } from '#contract/invitations.ts';
import { smtpMail } from '../../adapters/mail-smtp.ts';
import { patchPng } from '../../adapters/patch-svg.ts';
import { makeLogger } from '../../http/log.ts';
import { givenInvitation } from '../../testing/given/invitations.ts';
import { givenMission } from '../../testing/given/missions.ts';
import { givenUser } from '../../testing/given/users.ts';
import { startSmtpPeer } from '../../testing/smtp-peer.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const peer = await startSmtpPeer();
const log: Record<string, unknown>[] = [];
/** Longer than any answer may take, so that one which waited for the server would be seen. */
const SMTP_TIMEOUT_MS = 1200;
const t = await testApp({
  mail: smtpMail({ url: peer.url, from: 'Emberkin <hello@emberkin.example>', timeout_ms: SMTP_TIMEOUT_MS }),
  log: makeLogger('warn', { write: (line) => void log.push(JSON.parse(line)) }),
});
const DAY = 86_400_000;

let addresses = 0;
const anAddress = () => `friend${++addresses}@example.org`;
const mailsTo = (address: string) => peer.mails.filter((mail) => mail.recipients.includes(address));
/** Every try that is waiting for its delay is due now; one look only. */
const tryAgain = async () => {
  await t.db.rows(`update jobs.job set start_after = now() - interval '1 second' where name = 'send-invitation'`);
  await t.queue.drain();
};
const metric = async (outcome: string) => {
  const { body } = await t.app.inject('/metrics');
  return Number(
    new RegExp(`^jobs_total\\{queue="send-invitation",outcome="${outcome}"\\} (\\d+)$`, 'm').exec(body)?.[1],
  );
};

beforeEach(async () => {
  t.clock.set(NOON);
  peer.setMode('ok');
  await peer.up();
  await t.queue.drain({ ignore_delays: true });
  log.length = 0;
});
afterAll(() => peer.close());

async function givenSender() {
  const owner = await givenUser(t, { name: 'Nadia' });
  return { owner, mission: await givenMission(t, owner, { title: 'Swim' }) };
}

describe('the mail of an invitation', () => {
  it('goes to the address with a link on PUBLIC_URL, whatever the request’s Host says', async () => {
    const { owner, mission } = await givenSender();
    const address = anAddress();
    const answer = await t.call(createInvitation, {
      token: owner.token,
      body: { mission_id: mission, invitee_email: address, message: 'Bring <b>the</b> cap' },
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    expect(mailsTo(address)).toHaveLength(0);
    await t.queue.drain();
    const [mail] = mailsTo(address);
    const link = `http://emberkin.test/accept-invitation/${answer.json().id}`;
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
    // The sender's own address is nobody's business, and the id is a key: it stands in the link alone.
    expect(mail!.raw).not.toContain(owner.email);
    expect(mail!.raw).not.toContain('evil.example');
    expect(mail!.messageId).not.toContain(answer.json().id);
  });

  it('carries the mission’s patch in itself, beside the markup and not as an attachment to save', async () => {
    const { owner, mission } = await givenSender();
    const address = anAddress();
    t.clock.advance(10 * DAY);
    await givenInvitation(t, owner, mission, address);
    await t.queue.drain();
    const [mail] = mailsTo(address);
    const [picture] = mail!.attachments;
    expect(mail!.attachments).toHaveLength(1);
    expect(picture).toMatchObject({ mimeType: 'image/png', disposition: 'inline', related: true });
    expect(mail!.html).toContain(`src="cid:${picture!.contentId!.slice(1, -1)}"`);
    const png = Buffer.from(picture!.content as ArrayBuffer);
    expect(png.equals(await patchPng({ seed: mission, done: 10, total: 30 }, 264))).toBe(true);
    expect(mail!.raw.indexOf('text/plain')).toBeLessThan(mail!.raw.indexOf('multipart/related'));
  });

  it('is not sent when the invitation was refused', async () => {
    const { owner, mission } = await givenSender();
    const address = anAddress();
    await givenInvitation(t, owner, mission, address);
    const body = { mission_id: mission, invitee_email: address };
    expect((await t.call(createInvitation, { token: owner.token, body })).statusCode).toBe(400);
    await t.queue.drain();
    expect(mailsTo(address)).toHaveLength(1);
  });

  it('is not sent when the transaction rolls back after the job was written', async () => {
    const { owner, mission } = await givenSender();
    const address = anAddress();
    await t.db.rows(`create function no() returns trigger language plpgsql as 'begin raise exception ''no''; end'`);
    await t.db.rows(
      `create constraint trigger no_commit after insert on invitations deferrable initially deferred
       for each row execute function no()`,
    );
    const body = { mission_id: mission, invitee_email: address };
    expect((await t.call(createInvitation, { token: owner.token, body })).statusCode).toBe(500);
    await t.db.rows('drop trigger no_commit on invitations');
    await t.queue.drain({ ignore_delays: true });
    expect(mailsTo(address)).toHaveLength(0);
  });

  it.each(['answered', 'taken back', 'over', 'deleted'])('is not sent any more once it is %s', async (what) => {
    const { owner, mission } = await givenSender();
    const friend = await givenUser(t);
    const { id } = await givenInvitation(t, owner, mission, friend.email);
    if (what === 'answered') await t.call(acceptInvitation, { token: friend.token, params: { id } });
    if (what === 'taken back') await t.call(withdrawInvitation, { token: owner.token, params: { id } });
    if (what === 'over') t.clock.advance(14 * DAY);
    if (what === 'deleted') await t.db.rows('delete from missions where id = $1', [mission]);
    await t.queue.drain();
    expect(mailsTo(friend.email)).toHaveLength(0);
  });
});

describe('while the mail server is in trouble', () => {
  it('answers stay fast, and each invitation is one mail after it healed', async () => {
    const { owner, mission } = await givenSender();
    const invited: string[] = [];
    const slowest = { ms: 0 };
    const inviteOne = async () => {
      const address = anAddress();
      const start = performance.now();
      await givenInvitation(t, owner, mission, address);
      slowest.ms = Math.max(slowest.ms, performance.now() - start);
      invited.push(address);
    };
    const failedBefore = await metric('failed');
    for (const mode of ['451', 'silent'] as const) {
      peer.setMode(mode);
      await inviteOne();
      const working = tryAgain();
      await inviteOne();
      await working;
    }
    await peer.down();
    await inviteOne();
    await tryAgain();
    expect(peer.mails.filter((mail) => invited.some((address) => mail.recipients.includes(address)))).toEqual([]);
    expect(await metric('failed')).toBeGreaterThanOrEqual(failedBefore + 3);
    expect(slowest.ms).toBeLessThan(1000);

    peer.setMode('ok');
    await peer.up();
    await t.queue.drain({ ignore_delays: true });
    await t.queue.drain({ ignore_delays: true });
    expect(invited.map((address) => mailsTo(address).length)).toEqual([1, 1, 1, 1, 1]);
    expect(JSON.stringify(log)).toContain('job failed, will be tried again');
    for (const address of invited) expect(JSON.stringify(log)).not.toContain(address);
  });

  it('a 550 is not tried again, and stands in the log and in the metrics', async () => {
    const { owner, mission } = await givenSender();
    const address = anAddress();
    const before = { dead: await metric('dead'), failed: await metric('failed') };
    peer.setMode('550');
    const { id } = await givenInvitation(t, owner, mission, address);
    await t.queue.drain({ ignore_delays: true });
    expect(log).toMatchObject([
      { job: 'send-invitation', attempt: 1, msg: 'job failed for good', reason: expect.stringContaining('550') },
    ]);
    expect(JSON.stringify(log)).not.toContain(address);
    expect(JSON.stringify(log)).not.toContain(id);
    expect(await metric('dead')).toBe(before.dead + 1);
    expect(await metric('failed')).toBe(before.failed);
    peer.setMode('ok');
    await t.queue.drain({ ignore_delays: true });
    expect(mailsTo(address)).toHaveLength(0);
  });
});
