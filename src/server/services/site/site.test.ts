import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getSite } from '#contract/site.ts';
import { ROOT } from '#platform/start/root.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));

it('describes the site’s setup to everyone', async () => {
  const answer = await t.call(getSite);
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      plans: true,
      sign_up: 'open',
      sso: null,
      passwords: true,
      email_verification: false,
      admin_totp: false,
      imprint_url: null,
      privacy_url: null,
      support_email: null,
      version,
    },
  ]);
});

it('follows the settings and shows only the name of the provider', async () => {
  const house = await testApp({
    config: {
      plans: false,
      sign_up: 'invited',
      smtp_url: 'smtp://127.0.0.1:1',
      imprint_url: 'https://emberkin.example/imprint',
      privacy_url: 'https://emberkin.example/privacy',
      support_email: 'help@emberkin.example',
      oidc: {
        issuer: 'https://sso.example',
        client_id: 'emberkin',
        client_secret: 'hush',
        name: 'the club',
        sign_up: true,
        trust_email: false,
      },
    },
  });
  expect((await house.call(getSite)).json()).toEqual({
    plans: false,
    sign_up: 'invited',
    sso: { name: 'the club' },
    passwords: true,
    email_verification: true,
    admin_totp: false,
    imprint_url: 'https://emberkin.example/imprint',
    privacy_url: 'https://emberkin.example/privacy',
    support_email: 'help@emberkin.example',
    version,
  });
});

it('loads for many people behind one address within a minute', async () => {
  const limited = await testApp({ rate_limits: true });
  const answers = await Promise.all(Array.from({ length: 200 }, () => limited.call(getSite)));
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
});
