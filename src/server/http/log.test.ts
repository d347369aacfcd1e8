import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { forgotPassword, login, logout, me, register, resetPassword } from '#contract/auth.ts';
import { joinMission, previewJoin } from '#contract/missions.ts';
import { updateProfile } from '#contract/profile.ts';
import { smtpMail } from '../adapters/mail/smtp.ts';
import { passwords } from '../adapters/passwords.ts';
import { buildInvitationCode, buildMission } from '../testing/factories/missions.ts';
import { buildUser } from '../testing/factories/users.ts';
import { startFakeSmtp } from '../testing/smtp-server.ts';
import { asOwner, testApp } from '../testing/test-app.ts';
import { makeLogger } from './log.ts';

const lines: string[] = [];
const log = makeLogger('trace', { write: (line: string) => void lines.push(line) });
const smtp = await startFakeSmtp();
afterAll(() => smtp.close());
const t = await testApp({ log, mail: smtpMail({ url: smtp.url, from: 'Emberkin <no-reply@emberkin.test>' }) });

const written = () => lines.join('');
const entries = (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line));

beforeEach(() => {
  lines.length = 0;
});

const breaking = { ...passwords(), hash: () => Promise.reject(new Error('no argon for ana@example.com in /srv/app')) };

describe('unexpected errors', () => {
  it('An unexpected error shows only its request id, and the log line with its cause has the same id.', async () => {
    const broken = await testApp({ log, passwords: breaking });
    lines.length = 0;
    const body = { name: 'Ana', email: 'ana@example.com', password: 'campfire' };
    const answer = await broken.call(register, { body, headers: { 'x-request-id': 'mine' } });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ code: 'internal', detail: 'Something went wrong on our side' });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const errors = entries().filter((entry) => entry.level === 50);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({
      reqId: answer.headers['x-request-id'],
      msg: 'request failed',
      err: {
        type: 'Error',
        message: 'no argon for a***@example.com in /srv/app',
        stack: expect.stringContaining('at '),
      },
    });
    expect(written()).not.toContain('ana@example.com');
  });

  it('The error of a database statement is logged without the row it contains.', async () => {
    const user = await buildUser(t);
    await asOwner(t, "alter table users add constraint no_boom check (bio <> 'boom')");
    lines.length = 0;
    const answer = await t.call(updateProfile, {
      token: user.token,
      body: { name: user.name, bio: 'boom', timezone: 'UTC' },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal']);
    expect(entries().find((entry) => entry.level === 50)).toMatchObject({
      reqId: answer.headers['x-request-id'],
      err: { code: '23514', constraint: 'no_boom' },
    });
    for (const secret of [user.email, 'argon2id', 'Failing row']) expect(written()).not.toContain(secret);
  });
});

describe('the log', () => {
  it('Each request has log lines with its id, path and status.', async () => {
    const answer = await t.app.inject('/api/openapi.json?token=open-sesame');
    const id = answer.headers['x-request-id'];
    expect(entries().filter((entry) => entry.reqId === id)).toEqual([
      expect.objectContaining({ req: { method: 'GET', path: '/api/openapi.json' } }),
      expect.objectContaining({ res: { statusCode: 200 }, responseTime: expect.any(Number) }),
    ]);
  });

  it('The log contains no password, token, code, address or body.', async () => {
    const email = 'very.private@example.com';
    const [password, next] = ['hunter2-campfire', 'hunter3-campfire'];
    const agent = { 'user-agent': 'Private browser' };
    const registered = await t.call(register, { body: { name: 'Secret Name', email, password }, headers: agent });
    const token: string = registered.json().access_token;
    await t.call(register, { body: { name: 'Secret Name', email, password } });
    const again: string = (await t.call(login, { body: { email, password } })).json().access_token;
    await t.call(login, { body: { email, password: next } });
    await t.call(login, { body: { email: `${email}x@`, password: next } });
    await t.call(me, { query: { access_token: token, email } });

    const owner = await buildUser(t);
    const code = await buildInvitationCode(t, owner, await buildMission(t, owner));
    await t.call(previewJoin, { params: { code } });
    await t.call(joinMission, { params: { code }, token });
    await t.app.inject(`/join/${code}`);
    for (const page of ['/one-tap', '/api/one-tap', '/unsubscribe', '/api/unsubscribe'])
      await t.app.inject(`${page}/${code}`);

    smtp.setMode('550');
    await t.call(forgotPassword, { body: { email } });
    await t.queue.drain();
    smtp.setMode('ok');
    await t.call(forgotPassword, { body: { email } });
    await t.queue.drain();
    const mail = await smtp.readMail(email);
    const reset = /token=([A-Za-z0-9_-]+)/.exec(mail.text ?? '')?.[1] ?? 'missing';
    await t.app.inject(`/reset-password?token=${reset}`);
    const done = await t.call(resetPassword, { body: { token: reset, new_password: next } });
    expect(done.statusCode).toBe(200);
    await t.call(logout, { token: again });

    const broken = `{"email":"${email}","password":"${password}"`;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const malformed = await t.app.inject({ method: 'POST', url: login.path, headers, payload: broken });
    expect(malformed.statusCode).toBe(400);

    expect(lines.length).toBeGreaterThan(20);
    for (const secret of [
      email,
      password,
      next,
      token,
      again,
      code,
      reset,
      'Secret Name',
      owner.email,
      'Private browser',
    ])
      expect(written(), secret).not.toContain(secret);
  });

  it('The log contains nothing of a request that cannot be parsed.', async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /api/auth/me HTTP/1.1\r\nauthorization: Bearer very-secret-token\r\nbroken header\r\n\r\n');
    const [answer] = await once(socket, 'data');
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1.1 400 /);
    expect(lines.length).toBeGreaterThan(0);
    expect(written()).not.toContain('very-secret-token');
    expect(written()).not.toContain(Buffer.from('very-secret-token').toString('base64').slice(0, 16));
    expect(written()).not.toContain([...Buffer.from('very-secret')].join(','));
  });
});
