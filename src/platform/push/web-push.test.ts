import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { startFakePushService } from '#server/testing/push-server.ts';
import { PushGone, PushRefused } from './push.ts';
import { webPushSender } from './web-push.ts';

const fake = await startFakePushService();
const vapid = webPush.generateVAPIDKeys();
const keys = { public_key: vapid.publicKey, private_key: vapid.privateKey };
const subject = 'mailto:hello@emberkin.example';
const push = webPushSender({ keys, subject, agent: fake.agent, timeout_ms: 300 });
const toTarget = ({ endpoint, keys }: ReturnType<typeof fake.newBrowser>) => ({ endpoint, ...keys });
const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

beforeEach(() => fake.setAnswer(201));
afterAll(() => fake.close());

describe('a push message', () => {
  it('reaches its browser, and only that browser can decrypt it', async () => {
    const ana = fake.newBrowser();
    const ben = fake.newBrowser();
    const text = JSON.stringify({ title: 'Läuft bei dir 🔥', body: 'x'.repeat(2000) });
    await push.send(toTarget(ana), text);
    const got = fake.received.at(-1)!;
    expect(got.endpoint).toBe(ana.endpoint);
    expect(got.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
    expect(ana.open(got.body)).toBe(text);
    expect(() => ben.open(got.body)).toThrow();
    expect(got.body.includes('title')).toBe(false);
    await push.send(toTarget(ana), text, 90);
    expect(fake.received.at(-1)!.headers.ttl).toBe('90');
  });

  it("is signed with the server's key for its push service", async () => {
    const ana = fake.newBrowser();
    await push.send(toTarget(ana), 'hello');
    const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(String(fake.received.at(-1)!.headers.authorization))!;
    expect(key).toBe(keys.public_key);
    const [head = '', claims = '', signature = ''] = token.split('.');
    expect(decoded(claims)).toMatchObject({ aud: 'https://fcm.googleapis.com', sub: subject });
    const point = Buffer.from(keys.public_key, 'base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) };
    const signer = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), signer, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it.each([
    [404, PushGone],
    [410, PushGone],
    [400, PushRefused],
    [403, PushRefused],
    [413, PushRefused],
    // Redirects could send the server to any host.
    [301, PushRefused],
    [307, PushRefused],
  ])('fails permanently after %d', async (status, kind) => {
    fake.setAnswer(status);
    const before = fake.received.length;
    await expect(push.send(toTarget(fake.newBrowser()), 'hello')).rejects.toBeInstanceOf(kind);
    expect(fake.received).toHaveLength(before + 1);
  });

  it.each([429, 500, 503, 'silent'] as const)('is retryable after %s', async (answer) => {
    fake.setAnswer(answer);
    const failed = await push.send(toTarget(fake.newBrowser()), 'hello').catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(failed).not.toBeInstanceOf(PushGone);
    expect(failed).not.toBeInstanceOf(PushRefused);
  });

  it('is not sent to an unknown host or with invalid keys', async () => {
    const before = fake.received.length;
    const target = toTarget(fake.newBrowser());
    for (const endpoint of ['https://127.0.0.1/x', 'http://fcm.googleapis.com/x', 'https://evil.example/x']) {
      expect(push.accepts(endpoint)).toBe(false);
      await expect(push.send({ ...target, endpoint }, 'hello')).rejects.toBeInstanceOf(PushGone);
    }
    const offCurve = Buffer.alloc(65, 4).toString('base64url');
    await expect(push.send({ ...target, p256dh: offCurve }, 'hello')).rejects.toBeInstanceOf(PushGone);
    expect(fake.received).toHaveLength(before);
  });

  it('is not sent to a server whose certificate has another name or issuer', async () => {
    const target = toTarget(fake.newBrowser());
    const before = fake.received.length;
    const elsewhere = { ...target, endpoint: target.endpoint.replace('fcm.googleapis.com', 'web.push.apple.com') };
    for (const [agent, to] of [
      [fake.strangerAgent, target],
      [fake.agent, elsewhere],
    ] as const) {
      const sender = webPushSender({ keys, subject, agent, timeout_ms: 300 });
      await expect(sender.send(to, 'hello')).rejects.toThrow('The push service cannot be reached.');
    }
    expect(fake.received).toHaveLength(before);
  });
});
