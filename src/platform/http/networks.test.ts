import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adminLogin, adminStats } from '#contract/admin.ts';
import { createUser } from '#contract/admin-accounts.ts';
import { getSite } from '#contract/site.ts';
import { ROOT } from '#platform/start/root.ts';
import { ADMIN_CREDENTIALS, buildAdminSession } from '#server/testing/factories/admin.ts';
import { testApp } from '#server/testing/test-app.ts';
import { networkCheck } from './networks.ts';

describe('networkCheck', () => {
  it.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['10.1.2.3:51234', true],
    ['11.1.2.3', false],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['fd00:0:0:1::5', true],
    ['[fd00::1]:443', true],
    ['fe80::1', false],
    ['2001:db8::1', true],
    ['2001:0db8:0:0:0:0:0:1', true],
    ['2001:db8::2', false],
    ['', false],
    [undefined, false],
    ['nonsense', false],
  ])('maps %j to %s', (address, within) => {
    expect(networkCheck(['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '2001:db8::1'])(address)).toBe(within);
  });

  it('includes every address without a list', () => {
    expect(networkCheck(false)('192.0.2.7')).toBe(true);
    expect(networkCheck(false)(undefined)).toBe(true);
  });
});

describe("the operator's calls with ADMIN_NETWORKS", async () => {
  const t = await testApp({ config: { admin_networks: ['10.0.0.0/8'] }, web: true });
  const open = await testApp({ database_url: t.database_url, clock: t.clock });
  const token = await buildAdminSession(open);
  const [inside, outside] = ['10.1.2.3', '192.0.2.7'];
  const NOT_FOUND = [404, { code: 'not_found', detail: 'Not found' }];
  const outcome = (answer: { statusCode: number; json(): unknown }) => [answer.statusCode, answer.json()];

  it('work from inside', async () => {
    expect((await t.call(adminLogin, { body: ADMIN_CREDENTIALS, address: inside })).statusCode).toBe(200);
    expect((await t.call(adminStats, { token, address: inside })).statusCode).toBe(200);
    expect((await t.call(adminStats, { address: inside })).statusCode).toBe(401);
  });

  it('do not exist outside, even with the right token and password', async () => {
    expect(outcome(await t.call(adminStats, { token, address: outside }))).toMatchObject(NOT_FOUND);
    expect(outcome(await t.call(adminLogin, { body: ADMIN_CREDENTIALS, address: outside }))).toMatchObject(NOT_FOUND);
    expect(outcome(await t.call(adminLogin, { body: {}, address: outside }))).toMatchObject(NOT_FOUND);
    expect(outcome(await t.call(createUser, { body: {}, address: outside }))).toMatchObject(NOT_FOUND);
  });

  it('do not exist outside, whatever address an untrusted header states', async () => {
    const headers = { 'x-forwarded-for': inside };
    expect(outcome(await t.call(adminStats, { token, address: outside, headers }))).toMatchObject(NOT_FOUND);
  });

  it("do not exist behind an untrusted proxy, whose address hides the sender's", async () => {
    const headers = { 'x-forwarded-for': outside };
    expect(outcome(await t.call(adminStats, { token, address: inside, headers }))).toMatchObject(NOT_FOUND);
  });

  it('do not reveal their methods outside', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const ask = (remoteAddress: string) => t.app.inject({ method, url: '/api/admin/login', remoteAddress });
      expect((await ask(outside)).statusCode).toBe(404);
      expect((await ask(inside)).headers.allow).toBe('POST, OPTIONS');
    }
  });

  it('leave other calls open to all networks', async () => {
    expect((await t.call(getSite, { address: outside })).statusCode).toBe(200);
  });

  it.runIf(existsSync(join(ROOT, 'dist', 'web', 'index.html')))(
    'have a page only inside, in any spelling of its path',
    async () => {
      for (const url of ['/admin', '/admin/', '/ADMIN', '/admin?x=1']) {
        const statuses = [inside, outside].map(
          async (remoteAddress) => (await t.app.inject({ url, remoteAddress })).statusCode,
        );
        expect(await Promise.all(statuses), url).toEqual([200, 404]);
      }
    },
  );
});
