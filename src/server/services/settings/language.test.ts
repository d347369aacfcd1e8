import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createToken, getMe } from '#contract/api-tokens.ts';
import { login, me, register } from '#contract/auth.ts';
import { readSettings, saveSettings } from '#contract/settings.ts';
import { Text } from '#platform/db/columns.ts';
import { HOUR_MS } from '#platform/lib/durations.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
beforeEach(() => t.clock.set(NOON));

const CHOICES = { push_types: [], weekly_digest: false };

const lastLanguage = async (id: string) =>
  (await t.db.rows(z.object({ last_language: Text }), 'select last_language from users where id = $1', [id]))[0]!
    .last_language;

describe('the language of an account', () => {
  it('is set in the settings, stays if omitted, and is the language of the browser if null', async () => {
    const { token } = await buildUser(t);
    const save = async (language?: string | null) => {
      const body = language === undefined ? CHOICES : { ...CHOICES, language };
      return (await t.call(saveSettings, { token, body })).json().language;
    };
    expect((await t.call(readSettings, { token })).json().language).toBeNull();
    expect(await save('ar')).toBe('ar');
    expect(await save()).toBe('ar');
    expect((await t.call(readSettings, { token })).json().language).toBe('ar');
    expect((await t.call(me, { token })).json().language).toBe('ar');
    expect(await save(null)).toBeNull();
  });

  it.each(['tlh', 'EN', '', 7, 'x'.repeat(60_000)])(
    'is refused if the list does not contain it: %s',
    async (language) => {
      const { token } = await buildUser(t);
      const answer = await t.call(saveSettings, { token, body: { ...CHOICES, language } });
      const message = 'Please choose a language from the list';
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        { code: 'invalid_input', detail: message, errors: [{ path: 'language', message }] },
      ]);
      expect((await t.call(readSettings, { token })).json().language).toBeNull();
    },
  );

  it('is ignored after its removal from the server', async () => {
    const { id, token } = await buildUser(t);
    await t.db.rows('update users set language = $2 where id = $1', [id, 'tlh']);
    expect((await t.call(me, { token })).json().language).toBeNull();
  });

  it('can be chosen at sign-up', async () => {
    const body = { name: 'Ana', email: 'ana.chooses@example.com', password: 'campfire', language: 'ms' };
    expect((await t.call(register, { body })).json().user.language).toBe('ms');
  });
});

describe('the language of the browser', () => {
  it('is stored at sign-in', async () => {
    const { id, email, password } = await buildUser(t);
    await t.call(login, { body: { email, password }, headers: { 'accept-language': 'zh-CN' } });
    expect(await lastLanguage(id)).toBe('zh-Hans');
  });

  it('is updated once an hour in a session', async () => {
    const { id, token } = await buildUser(t);
    const ask = () => t.call(me, { token, headers: { 'accept-language': 'ar' } });
    await ask();
    expect(await lastLanguage(id)).toBe('en');
    t.clock.advance(HOUR_MS + 1);
    await ask();
    expect(await lastLanguage(id)).toBe('ar');
  });

  it('is unchanged by a program with an API token', async () => {
    const { id, token } = await buildUser(t);
    await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
      id,
    ]);
    const body = { name: 'Script', scope: 'read' };
    const { token: secret } = (await t.call(createToken, { token, body })).json();
    t.clock.advance(2 * HOUR_MS);
    const answer = await t.call(getMe, { token: secret, headers: { 'accept-language': 'ms' } });
    expect(answer.statusCode).toBe(200);
    expect(await lastLanguage(id)).toBe('en');
  });
});
