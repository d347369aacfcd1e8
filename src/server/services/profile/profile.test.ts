import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { me, register } from '#contract/auth.ts';
import { timezones, updateProfile } from '#contract/profile.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();

const save = (token: string, body: Record<string, unknown>) =>
  t.call(updateProfile, { token, body: { name: 'Ana', timezone: 'UTC', ...body } });

describe('time zones', () => {
  const list = async (): Promise<{ value: string; label: string }[]> =>
    (await t.call(timezones, { token: (await buildUser(t)).token })).json();

  it('are sorted by offset, which their labels show', async () => {
    const zones = await list();
    expect(zones.length).toBeGreaterThan(300);
    const offsets = zones.map(({ label }) => {
      const [, sign, hours, minutes] = /^\(UTC([+-])(\d\d):(\d\d)\) [A-Z]/.exec(label) ?? [];
      return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    });
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
    expect([offsets[0], offsets.at(-1)]).toEqual([-11 * 60, 14 * 60]);
    expect(zones.filter(({ label }) => label.includes('_'))).toEqual([]);
  });

  it('include the default zone and UTC, each zone once', async () => {
    const zones = await list();
    expect(zones).toContainEqual({ value: 'Asia/Kuala_Lumpur', label: '(UTC+08:00) Asia/Kuala Lumpur' });
    expect(zones).toContainEqual({ value: 'UTC', label: '(UTC+00:00) UTC' });
    expect(new Set(zones.map(({ value }) => value)).size).toBe(zones.length);
  });

  it('have offsets that follow the clock change', async () => {
    t.clock.set('2026-07-01T12:00:00Z');
    expect(await list()).toContainEqual({ value: 'Europe/Berlin', label: '(UTC+02:00) Europe/Berlin' });
    t.clock.set('2026-12-01T12:00:00Z');
    expect(await list()).toContainEqual({ value: 'Europe/Berlin', label: '(UTC+01:00) Europe/Berlin' });
  });
});

describe('saving the profile', () => {
  it('completes the profile the first time and returns the user', async () => {
    const { token, id } = await buildUser(t, { incomplete: true });
    expect((await t.call(me, { token })).json().profile_completed).toBe(false);
    const answer = await save(token, {
      name: '  Ana\tPérez ',
      bio: '  Early riser.\nTea, not coffee. ',
      location: ' Penang ',
      timezone: 'Asia/Tokyo',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      id,
      name: 'Ana Pérez',
      bio: 'Early riser.\nTea, not coffee.',
      location: 'Penang',
      timezone: 'Asia/Tokyo',
      profile_completed: true,
    });
    expect((await t.call(me, { token })).json()).toEqual(answer.json());
  });

  it('needs no bio or location, and clears them if they are missing', async () => {
    const { token } = await buildUser(t);
    await save(token, { bio: 'Something', location: 'Somewhere' });
    expect((await save(token, {})).json()).toMatchObject({ bio: '', location: '' });
    expect((await save(token, { bio: null, location: '' })).json()).toMatchObject({ bio: '', location: '' });
  });

  it('accepts texts of the maximum length and refuses one character more', async () => {
    const { token } = await buildUser(t);
    const longest = { name: 'n'.repeat(100), bio: 'b'.repeat(500), location: 'l'.repeat(100) };
    expect((await save(token, longest)).json()).toMatchObject(longest);
    const answer = await save(token, {
      name: `${longest.name}n`,
      bio: `${longest.bio}b`,
      location: `${longest.location}l`,
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'invalid_input',
      detail: 'Name can have at most 100 characters',
      errors: [
        { path: 'name', message: 'Name can have at most 100 characters' },
        { path: 'bio', message: 'Bio can have at most 500 characters' },
        { path: 'location', message: 'Location can have at most 100 characters' },
      ],
    });
    expect((await t.call(me, { token })).json()).toMatchObject(longest);
  });

  it.each([[''], ['   '], [' \n\u0000\u0007 '], [undefined], [null], [7], [['Ana']]])(
    'refuses the name %j',
    async (name) => {
      const { token } = await buildUser(t);
      const answer = await save(token, { name });
      expect([answer.statusCode, answer.json().detail]).toEqual([422, 'Name is required']);
    },
  );

  it('stores markup as plain text', async () => {
    const { token } = await buildUser(t);
    const bio = '<img src=x onerror=alert(1)> & "quotes"; drop table users; --';
    expect((await save(token, { bio })).json().bio).toBe(bio);
  });

  it('refuses a reserved name, unless the user already has it', async () => {
    const { id, token } = await buildUser(t);
    const refused = await save(token, { name: 'emberkin support' });
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      [{ path: 'name', message: 'Please choose another name' }],
    ]);
    await t.db.rows("update users set name = 'Emberkin Fan' where id = $1", [id]);
    expect((await save(token, { name: 'Emberkin Fan', bio: 'Since day one' })).json().name).toBe('Emberkin Fan');
  });

  it('refuses to register a name that suggests the product', async () => {
    for (const name of [
      'Deleted user',
      'Emberkin Team',
      'Ｅｍｂｅｒｋｉｎ',
      'Еmberkin Support',
      'Delеted user',
      'The Emberkin',
    ]) {
      const answer = await t.call(register, { body: { name, email: 'fresh@example.com', password: 'a password' } });
      expect([answer.statusCode, answer.json().errors[0]]).toEqual([
        422,
        { path: 'name', message: 'Please choose another name' },
      ]);
    }
  });

  it('refuses an invisible name like an empty one', async () => {
    const { token } = await buildUser(t);
    for (const name of ['\u3164', '\u200B\u202E', '\u2800 \u0301'])
      expect((await save(token, { name })).json().errors).toEqual([{ path: 'name', message: 'Name is required' }]);
    expect((await save(token, { name: 'A\u202En\u200Ba' })).json().name).toBe('Ana');
  });

  it('refuses an unknown zone', async () => {
    const { token } = await buildUser(t);
    for (const timezone of ['Mars/Olympus', '', '+08:00', '../etc/passwd', 'Asia/Kuala Lumpur', 'x'.repeat(65), 7]) {
      const answer = await save(token, { timezone });
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({
        detail: 'Please choose a timezone from the list',
        errors: [{ path: 'timezone', message: 'Please choose a timezone from the list' }],
      });
    }
    expect((await t.call(me, { token })).json().timezone).toBe('UTC');
  });

  it('accepts every zone of the list and stores an alias under its listed name', async () => {
    const { token } = await buildUser(t);
    const zones: { value: string }[] = (await t.call(timezones, { token })).json();
    const values = zones.map(({ value }) => value);
    for (const value of [values[0], values[100], values.at(-1), 'UTC'])
      expect((await save(token, { timezone: value })).json().timezone).toBe(value);
    for (const alias of ['US/Pacific', 'Asia/Kolkata', 'Asia/Calcutta', 'asia/kuala_lumpur', 'Etc/UTC', 'GMT']) {
      const answer = await save(token, { timezone: alias });
      expect([alias, answer.statusCode]).toEqual([alias, 200]);
      expect(values).toContain(answer.json().timezone);
    }
  });

  it('replaces a stored old name of a zone, which does not count as a move', async () => {
    const { token, id } = await buildUser(t, { timezone: 'UTC' });
    await t.db.rows("update users set timezone = 'Asia/Calcutta' where id = $1", [id]);
    expect((await t.call(me, { token })).json().timezone).toBe('Asia/Kolkata');
    for (const timezone of ['Asia/Kolkata', 'Asia/Calcutta'])
      expect((await save(token, { timezone })).json().timezone).toBe('Asia/Kolkata');
    expect(await t.db.rows('select from zone_changes where user_id = $1', [id])).toEqual([]);
  });

  it('records a change of zone but not the first choice', async () => {
    const listChanges = (id: string) =>
      t.db.rows('select old_zone, new_zone, old_day, new_day from zone_changes where user_id = $1', [id]);
    t.clock.set('2026-11-21T20:00:00Z');
    const { token, id } = await buildUser(t, { timezone: 'UTC' });
    await save(token, { timezone: 'UTC' });
    expect(await listChanges(id)).toEqual([]);
    await save(token, { timezone: 'Asia/Tokyo' });
    expect(await listChanges(id)).toEqual([
      { old_zone: 'UTC', new_zone: 'Asia/Tokyo', old_day: '2026-11-21', new_day: '2026-11-22' },
    ]);
  });

  it('ignores fields that are not on the form', async () => {
    const { token, id, email } = await buildUser(t);
    const before = (await t.call(me, { token })).json();
    const answer = await save(token, {
      name: before.name,
      id: randomUUID(),
      user_id: randomUUID(),
      email: 'new@example.com',
      password: 'new campfire',
      password_hash: 'x',
      points: 9999,
      level: 50,
      streak_days: 300,
      rest_days: 2,
      subscription_tier: 'pro',
      subscription_status: 'active',
      subscription_plan: 'premium_yearly',
      profile_completed: false,
      avatar_url: 'https://evil.example/x.png',
      avatar_key: `avatars/${randomUUID()}/512.webp`,
      created_at: '2020-01-01T00:00:00Z',
    });
    expect(answer.statusCode).toBe(200);
    expect((await t.call(me, { token })).json()).toEqual(before);
    expect(before).toMatchObject({ id, email, points: 0, subscription_tier: 'free', profile_completed: true });
  });

  it('changes no one else, even with another user’s ID', async () => {
    const [ana, bo] = [await buildUser(t, { name: 'Ana' }), await buildUser(t, { name: 'Bo' })];
    await save(ana.token, { name: 'Ana Two', id: bo.id });
    expect((await t.call(me, { token: bo.token })).json()).toMatchObject({ id: bo.id, name: 'Bo' });
  });
});
