import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearCheckin, getCheckin, setCheckinPhoto } from '#contract/checkins.ts';
import { getMission } from '#contract/missions.ts';
import { NO_LIMITS } from '#platform/http/rate-limits.ts';
import { buildApiToken } from '../../testing/factories/api-tokens.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { drawing, photoForm, watchFiles } from '../../testing/factories/photos.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp({ limits: { ...NO_LIMITS, quotas: true } });
requireSavedStandings(t);
const MINUTE = 60_000;
const red = await drawing(300, 200, '#ff0000').jpeg().toBuffer();
const blue = await drawing(200, 300, '#0000ff').jpeg().toBuffer();
beforeEach(() => t.clock.set(NOON));

async function buildPair() {
  const [owner, friend] = [await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner);
  await buildMembers(t, owner, mission, [friend]);
  return { owner, friend, mission };
}

async function setPhoto(person: { token: string }, id: string, photo?: Buffer) {
  const { payload, type } = await photoForm({ fields: { content: 'Other words', type: 'tick' }, photo });
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': type };
  return t.app.inject({ method: 'PUT', url: `/api/checkins/${id}/photo`, headers, payload });
}
const pointsOf = async ({ token, id }: TestUser, mission: string) =>
  (await t.call(getMission, { token, params: { id: mission } }))
    .json()
    .members.find((member: { user_id: string }) => member.user_id === id).points;

describe('adding a photo to a check-in', () => {
  it.each([
    ['tick', ''],
    ['text', 'Page 120'],
  ])('turns a %s into a photo with its points and keeps the text', async (type, content) => {
    const { owner, mission } = await buildPair();
    const { id } = (await checkIn(t, owner, mission, { type, content })).json().checkin;
    t.clock.advance(MINUTE);
    const answer = await setPhoto(owner, id, red);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      ...{ id, type: 'photo', content, points_earned: 20, photo_width: 300, photo_height: 200 },
      edited_at: t.clock.now().toISOString(),
    });
    expect((await t.call(getCheckin, { token: owner.token, params: { id } })).json()).toEqual(answer.json());
    expect((await t.app.inject(answer.json().photo_url)).headers['content-type']).toBe('image/webp');
    expect(await pointsOf(owner, mission)).toBe(20);
  });

  it('replaces the first photo and its files, and works again after clearing', async () => {
    const { owner, mission } = await buildPair();
    const left = await watchFiles(t);
    const { id } = (await checkIn(t, owner, mission)).json().checkin;
    await setPhoto(owner, id, red);
    expect((await setPhoto(owner, id, blue)).json()).toMatchObject({ photo_width: 200, photo_height: 300 });
    await t.call(clearCheckin, { token: owner.token, params: { id } });
    expect((await setPhoto(owner, id, red)).json()).toMatchObject({ type: 'photo', content: '', cleared_at: null });
    await t.queue.drain();
    expect(await left()).toEqual({ tmp: [], media: 2 });
  });

  it('refuses JSON and a missing photo as an invalid field, and a file that is no picture', async () => {
    const { owner, mission } = await buildPair();
    const { id } = (await checkIn(t, owner, mission)).json().checkin;
    const missing = { code: 'invalid_input', errors: [{ path: 'photo', message: 'Please choose a file' }] };
    expect((await setPhoto(owner, id)).json()).toMatchObject(missing);
    const json = await t.call(setCheckinPhoto, { token: owner.token, params: { id }, body: { photo: 'x' } });
    expect([json.statusCode, json.json()]).toMatchObject([422, missing]);
    const wrong = await setPhoto(owner, id, Buffer.from('no picture'));
    expect([wrong.statusCode, wrong.json().code]).toEqual([415, 'photo_not_image']);
  });

  it('allows only the author within the hour, and returns strangers a 404', async () => {
    const { owner, friend, mission } = await buildPair();
    const { id } = (await checkIn(t, owner, mission)).json().checkin;
    const stranger = await buildUser(t);
    const unknown = await setPhoto(stranger, randomUUID(), red);
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'checkin_not_found']);
    expect((await setPhoto(stranger, id, red)).body).toBe(unknown.body);
    expect((await setPhoto(stranger, id)).body).toBe(unknown.body);
    const refused = await setPhoto(friend, id, red);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_author']);
    t.clock.advance(60 * MINUTE);
    const late = await setPhoto(owner, id, red);
    expect([late.statusCode, late.json().code]).toEqual([403, 'edit_window_over']);
  });

  it('accepts a write token but not a read token or no token', async () => {
    const { owner, mission } = await buildPair();
    const { id } = (await checkIn(t, owner, mission)).json().checkin;
    expect((await setPhoto(await buildApiToken(t, owner), id, red)).statusCode).toBe(200);
    expect((await setPhoto(await buildApiToken(t, owner, 'read'), id, red)).json().code).toBe('token_reads_only');
    expect((await t.call(setCheckinPhoto, { params: { id } })).statusCode).toBe(401);
  });

  it('counts toward the photos of a day', async () => {
    const { owner, mission } = await buildPair();
    const { id } = (await checkIn(t, owner, mission)).json().checkin;
    await t.db.rows(
      'insert into photo_uploads (id, user_id, sent_at) select gen_random_uuid(), $1, $2 from generate_series(1, 59)',
      [owner.id, t.clock.now()],
    );
    expect((await setPhoto(owner, id, red)).statusCode).toBe(200);
    const refused = await setPhoto(owner, id, blue);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '86400']);
  });

  it('leaves one photo and counts its points once after eight concurrent requests', async () => {
    const { owner, mission } = await buildPair();
    const left = await watchFiles(t);
    const { id } = (await checkIn(t, owner, mission)).json().checkin;
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => setPhoto(owner, id, at % 2 ? red : blue)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    await t.queue.drain();
    expect(await pointsOf(owner, mission)).toBe(20);
    expect(await left()).toEqual({ tmp: [], media: 2 });
  });
});
