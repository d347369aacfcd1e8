import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { me } from '#contract/auth.ts';
import { patchProfile, updateProfile } from '#contract/profile.ts';
import { Instant } from '#platform/db/columns.ts';
import { buildApiToken } from '../../testing/factories/api-tokens.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
beforeEach(() => t.clock.set(NOON));

const patch = (token: string, body: unknown) => t.call(patchProfile, { token, body });

async function buildPerson() {
  const { token, id } = await buildUser(t);
  const whole = { name: 'Ana', bio: 'Early riser', location: 'Porto', timezone: 'Europe/Lisbon' };
  await t.call(updateProfile, { token, body: whole });
  return { token, id, whole };
}

describe('changing some fields of the profile', () => {
  it.each([
    [{}, {}],
    [{ name: ' Ana P. ' }, { name: 'Ana P.' }],
    [{ bio: 'Tea' }, { bio: 'Tea' }],
    [{ bio: null }, { bio: '' }],
    [{ location: null }, { location: '' }],
    [{ timezone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo' }],
  ])('keeps all other fields with %j', async (body, changed) => {
    const { token, whole } = await buildPerson();
    const answer = await patch(token, body);
    expect([answer.statusCode, answer.json()]).toEqual([200, (await t.call(me, { token })).json()]);
    expect(answer.json()).toMatchObject({ ...whole, ...changed, profile_completed: true });
  });

  it.each([
    [{ name: null }, 'name', 422],
    [{ name: ' ' }, 'name', 422],
    [{ name: 'Deleted user' }, 'name', 422],
    [{ bio: 'x'.repeat(501) }, 'bio', 422],
    [{ location: 7 }, 'location', 422],
    [{ timezone: 'Moon/Base' }, 'timezone', 422],
    [{ timezone: null }, 'timezone', 422],
  ])('is refused with %j and changes nothing', async (body, path, status) => {
    const { token, whole } = await buildPerson();
    const answer = await patch(token, { location: 'Rome', ...body });
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([status, path]);
    expect((await t.call(me, { token })).json()).toMatchObject(whole);
  });

  it('completes a profile only with both a name and a zone', async () => {
    const { token } = await buildUser(t, { incomplete: true });
    for (const body of [{ name: 'Ana' }, { timezone: 'UTC' }, { bio: 'Tea', location: 'Porto' }])
      expect((await patch(token, body)).json().profile_completed).toBe(false);
    expect((await patch(token, { name: 'Ana', timezone: 'Asia/Tokyo' })).json().profile_completed).toBe(true);
  });

  it('records a zone change in a completed profile', async () => {
    const { token, id } = await buildPerson();
    t.clock.set('2026-11-21T20:00:00Z');
    await patch(token, { timezone: 'Asia/Tokyo' });
    t.clock.advance(1000);
    await patch(token, { timezone: 'Asia/Tokyo' });
    const journeys = await t.db.rows('select old_zone, new_zone from zone_changes where user_id = $1', [id]);
    expect(journeys).toEqual([{ old_zone: 'Europe/Lisbon', new_zone: 'Asia/Tokyo' }]);
    const [row] = await t.db.rows(
      z.object({ moved_at: z.nullable(Instant) }),
      'select moved_at from users where id = $1',
      [id],
    );
    expect(new Date(row!.moved_at!).toISOString()).toBe('2026-11-21T20:00:00.000Z');
  });

  it('saves twenty concurrent changes of different fields', async () => {
    const { token } = await buildPerson();
    const bodies = [{ name: 'Ana P.' }, { bio: 'Tea' }, { location: 'Rome' }, { timezone: 'UTC' }];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => patch(token, bodies[at % 4])));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect((await t.call(me, { token })).json()).toMatchObject(Object.assign({}, ...bodies));
  });

  it('refuses API tokens', async () => {
    const user = await buildUser(t);
    const { token } = await buildApiToken(t, user);
    const answer = await patch(token, { name: 'Ana' });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'token_not_accepted']);
  });
});
