import { expect, it, vi } from 'vitest';
import { deleteAccount } from '#contract/account.ts';
import { hasAccounts } from '../services/auth/accounts/public.ts';
import { buildUser } from '../testing/factories/users.ts';
import { testApp } from '../testing/test-app.ts';
import { readConfig } from './config.ts';
import { printBanner } from './start.ts';

const t = await testApp();

/** Returns the lines that the start prints. */
async function bannerLines(env: Record<string, string>, has_accounts: boolean): Promise<string[]> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const config = readConfig({ PUBLIC_URL: 'https://emberkin.example', ...env });
  const place = { database_dir: null, photos: '/data/media', photos_note: null };
  await printBanner(config, { ...place, payments: 'off', has_accounts });
  const lines = write.mock.calls.map(([text]) => String(text).trimEnd());
  write.mockRestore();
  return lines;
}

const REGISTER = 'First:  create your account at https://emberkin.example/register';
const BY_HAND = 'First:  create accounts at https://emberkin.example/admin, Users, "Add a user"';

it.each([
  [{}, REGISTER],
  [{ SIGN_UP: 'open' }, REGISTER],
  [{ SIGN_UP: 'invited' }, BY_HAND],
  [{ SIGN_UP: 'closed' }, BY_HAND],
])('a start without an account, with %o, says how to create the first one', async (env, line) => {
  const lines = await bannerLines(env, false);
  expect(lines.slice(0, 2)).toEqual(['Emberkin is ready:  https://emberkin.example', line]);
  expect((await bannerLines(env, true)).join()).not.toContain('First:');
});

it("only a user's account counts, not a deleted one or the operator's", async () => {
  expect(await hasAccounts(t.db)).toBe(false);
  const ana = await buildUser(t);
  expect(await hasAccounts(t.db)).toBe(true);
  const answer = await t.call(deleteAccount, { token: ana.token, body: { password: ana.password } });
  expect(answer.statusCode).toBeLessThan(300);
  expect(await hasAccounts(t.db)).toBe(false);
});
