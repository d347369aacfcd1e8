import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { type GuardedHttp, guardedHttp, type Resolve } from '#platform/guarded-http/guarded-http.ts';
import { startFakePushService } from '#server/testing/push-server.ts';
import { PushGone, PushRefused } from './push.ts';
import { webPushSender } from './web-push.ts';

const [known, house] = [await startFakePushService(), await startFakePushService('http')];
const pem = readFileSync(new URL('../../server/testing/fixtures/push-server.pem', import.meta.url));
const vapid = webPush.generateVAPIDKeys();
const keys = { public_key: vapid.publicKey, private_key: vapid.privateKey };
const subject = 'mailto:hello@emberkin.example';
const sender = (http: GuardedHttp, timeout_ms = 10_000) =>
  webPushSender({ keys, subject, agent: known.agent, http, timeout_ms });
const guarded = (allow: readonly string[], resolve?: Resolve) =>
  guardedHttp({ allow, host_requests_max: 2, ca: pem, ...(resolve && { resolve }) });
const to =
  (address: string): Resolve =>
  async () => [{ address, family: 4 }];
const toTarget = ({ endpoint, keys }: ReturnType<typeof known.newBrowser>) => ({ endpoint, ...keys });
const audienceOf = (headers: Readonly<Record<string, unknown>>) => {
  const [, claims = ''] = /^vapid t=[^.]+\.([^.]+)\./.exec(String(headers.authorization))!;
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')).aud;
};

beforeEach(() => {
  for (const service of [known, house]) service.setAnswer(201);
});
afterAll(() => Promise.all([known.close(), house.close()]));

describe('a push server that the operator allows', () => {
  it('receives over http a message it cannot read, signed for its origin', async () => {
    const app = house.newBrowser(house.origin);
    const push = sender(guarded(['127.0.0.1']));
    await push.send(toTarget(app), 'After dinner', 90);
    const { endpoint, body, headers } = house.received.at(-1)!;
    expect(endpoint).toBe(app.endpoint);
    expect(headers).toMatchObject({ ttl: '90', 'content-encoding': 'aes128gcm' });
    expect(body.includes('dinner')).toBe(false);
    expect(app.open(body)).toBe('After dinner');
    expect(audienceOf(headers)).toBe(house.origin);
  });

  it('receives a signature for its canonical origin, however the address is spelled', async () => {
    const app = house.newBrowser(house.origin);
    const endpoint = `${house.origin.replace('127.0.0.1', '0x7f.1')}/up`;
    await sender(guarded(['127.0.0.1'])).send({ ...toTarget(app), endpoint }, 'hello');
    expect(audienceOf(house.received.at(-1)!.headers)).toBe(house.origin);
  });

  it('receives over https with `*` if all its addresses are public or allowed', async () => {
    const app = known.newBrowser(known.origin);
    const before = known.received.length;
    await sender(guarded(['*', '127.0.0.0/8'], to('127.0.0.1'))).send(toTarget(app), 'hello');
    expect(app.open(known.received.at(-1)!.body)).toBe('hello');
    await expect(sender(guarded(['*'], to('127.0.0.1'))).send(toTarget(app), 'hello')).rejects.toThrow(
      'The push service cannot be reached.',
    );
    await expect(sender(guarded(['127.0.0.0/8'], to('127.0.0.1'))).send(toTarget(app), 'hello')).rejects.toBeInstanceOf(
      PushGone,
    );
    expect(known.received).toHaveLength(before + 1);
  });

  it('receives nothing after its name moved to a private address, and stays retryable', async () => {
    const app = house.newBrowser('https://push.example.com');
    const addresses: string[] = [];
    const resolve: Resolve = async (host) => {
      addresses.push(host);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const push = sender(guarded(['*'], resolve));
    expect(push.accepts(app.endpoint)).toBe(true);
    const before = house.received.length;
    const failed = await push.send(toTarget(app), 'hello').catch((error: unknown) => error);
    expect(failed).toEqual(new Error('The push service cannot be reached.'));
    expect(addresses).toEqual(['push.example.com']);
    expect(house.received).toHaveLength(before);
  });

  it.each([
    [404, PushGone],
    [410, PushGone],
    [400, PushRefused],
    [307, PushRefused],
  ])('fails permanently with %d and without following redirects', async (status, kind) => {
    house.setAnswer(status);
    const before = house.received.length;
    const push = sender(guarded(['127.0.0.1']));
    await expect(push.send(toTarget(house.newBrowser(house.origin)), 'hello')).rejects.toBeInstanceOf(kind);
    expect(house.received).toHaveLength(before + 1);
  });

  it.each([429, 503, 'silent'] as const)('is retryable after %s', async (answer) => {
    house.setAnswer(answer);
    const push = sender(guarded(['127.0.0.1']), 300);
    const failed = await push.send(toTarget(house.newBrowser(house.origin)), 'hello').catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(failed).not.toBeInstanceOf(PushGone);
    expect(failed).not.toBeInstanceOf(PushRefused);
  });

  it('does not share its slots with known services, which always have one', async () => {
    const push = sender(guarded(['fcm.googleapis.com', '*'], () => Promise.reject(new Error('never asked'))));
    const phone = known.newBrowser();
    await push.send(toTarget(phone), 'hello');
    expect(phone.open(known.received.at(-1)!.body)).toBe('hello');
    const at = (endpoint: string, id = 'phone', user_id = id) => push.reserve({ endpoint, id, user_id });
    for (let n = 0; n < 20; n++) expect(at(phone.endpoint)).not.toBeNull();
    const slots = ['a', 'b', 'c'].map((id) => at(`${house.origin}/up`, id));
    expect(slots.map((slot) => slot !== null)).toEqual([true, true, false]);
  });

  it('has one slot for a device and two for an account', () => {
    const push = sender(guarded(['*']));
    const take = (id: string, user_id: string) => push.reserve({ endpoint: `https://${id}.example/up`, id, user_id });
    const first = take('phone', 'ana');
    expect(
      [first, take('phone', 'ana'), take('laptop', 'ana'), take('watch', 'ana')].map((slot) => slot !== null),
    ).toEqual([true, false, true, false]);
    first!();
    expect(take('watch', 'ana')).not.toBeNull();
    expect(take('phone', 'ben')).not.toBeNull();
  });
});
