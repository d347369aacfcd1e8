import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { listCheckins, updateCheckin } from '#contract/checkins.ts';
import { leaveMission } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { Int } from '#platform/db/columns.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { NO_LIMITS } from '#platform/http/rate-limits.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { checkInWithPhoto, drawing, editByForm, watchFiles } from '../../testing/factories/photos.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp({ limits: { ...NO_LIMITS, quotas: true } });
requireSavedStandings(t);
const MINUTE = 60_000;
const DAY = 86_400_000;
const red = await drawing(300, 200, '#ff0000').jpeg().toBuffer();
const blue = await drawing(200, 300, '#0000ff').jpeg().toBuffer();

beforeEach(() => t.clock.set(NOON));

async function buildPair() {
  const owner = await buildUser(t);
  const friend = await buildUser(t);
  const mission = await buildMission(t, owner);
  await buildMembers(t, owner, mission, [friend]);
  return { owner, friend, mission };
}
const edit = (person: Pick<TestUser, 'token'>, id: string, body: unknown) =>
  t.call(updateCheckin, { token: person.token, params: { id }, body });

/** The points in the counters of member and user, and the sum of the rows. */
async function fetchPoints(person: TestUser, mission: string) {
  const page = (await t.call(getMission, { token: person.token, params: { id: mission } })).json();
  const member = page.members.find((m: { user_id: string }) => m.user_id === person.id).points;
  const rows = await onlyValue(
    t.db,
    Int,
    'select coalesce(sum(points_earned), 0)::int as points from checkins where user_id = $1 and mission_id = $2',
    [person.id, mission],
  );
  const account = (await t.call(me, { token: person.token })).json().points;
  return { member, account, rows };
}

describe('editing a check-in', () => {
  it('changes the points of the check-in, the member and the user if the type changes', async () => {
    const { owner, mission } = await buildPair();
    const left = await watchFiles(t);
    await checkIn(t, owner, mission);
    t.clock.advance(DAY);
    const { id, created_at } = (await checkIn(t, owner, mission)).json().checkin;
    for (const [type, photo, points] of [
      ['text', undefined, 15],
      ['photo', red, 20],
      ['tick', undefined, 10],
      ['photo', blue, 20],
      ['text', undefined, 15],
      ['tick', undefined, 10],
    ] as const) {
      t.clock.advance(MINUTE);
      const answer = await editByForm(t, owner, id, { type, content: `As ${type}` }, photo);
      expect(answer.statusCode, answer.body).toBe(200);
      const edited = answer.json();
      expect(edited).toMatchObject({
        id,
        type,
        content: type === 'tick' ? '' : `As ${type}`,
        points_earned: points,
        created_at,
        edited_at: t.clock.now().toISOString(),
        can: { edit: true },
      });
      expect(edited.photo_url === null).toBe(type !== 'photo');
      const total = 10 + points;
      expect(await fetchPoints(owner, mission)).toEqual({ member: total, account: total, rows: total });
      const feed = (await t.call(listCheckins, { token: owner.token, params: { id: mission } })).json();
      expect(feed[0]).toEqual(edited);
      await t.queue.drain();
      expect((await left()).media).toBe(type === 'photo' ? 2 : 0);
    }
  });

  it('keeps the current photo unless a new one is sent, which replaces it', async () => {
    const { owner, mission } = await buildPair();
    const left = await watchFiles(t);
    const { checkin } = (await checkInWithPhoto(t, owner, mission, red)).json();
    const withoutPhoto = (await edit(owner, checkin.id, { type: 'photo', content: 'A caption' })).json();
    expect(withoutPhoto).toMatchObject({ content: 'A caption', photo_url: checkin.photo_url });
    const replaced = (await editByForm(t, owner, checkin.id, { type: 'photo' }, blue)).json();
    expect([replaced.photo_width, replaced.photo_height]).toEqual([200, 300]);
    await t.queue.drain();
    expect(await left()).toEqual({ tmp: [], media: 2 });
    const status = async (url: string) => (await t.app.inject(url)).statusCode;
    expect([await status(checkin.photo_url), await status(replaced.photo_url)]).toEqual([404, 200]);
  });

  it('refuses an edit to a photo if there is neither a file nor a current photo', async () => {
    const { owner, mission } = await buildPair();
    const { id } = (await checkIn(t, owner, mission)).json().checkin;
    const answer = await edit(owner, id, { type: 'photo', content: '' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      {
        code: 'invalid_input',
        detail: 'Please choose a photo',
        errors: [{ path: 'photo', message: 'Please choose a photo' }],
      },
    ]);
  });

  it('does not mark an edit that changes nothing', async () => {
    const { owner, mission } = await buildPair();
    const { id } = (await checkIn(t, owner, mission, { type: 'text', content: 'Same' })).json().checkin;
    expect((await edit(owner, id, { type: 'text', content: ' Same ' })).json().edited_at).toBeNull();
  });

  it('works until 59:59 after the creation and fails at 60:00', async () => {
    const { owner, mission } = await buildPair();
    const left = await watchFiles(t);
    const { id } = (await checkIn(t, owner, mission)).json().checkin;
    t.clock.advance(60 * MINUTE - 1000);
    expect((await edit(owner, id, { type: 'text', content: 'In time' })).statusCode).toBe(200);
    t.clock.advance(1000);
    const refusal = { code: 'edit_window_over', detail: 'Check-ins can be edited within 1 hour' };
    for (const answer of [
      await edit(owner, id, { type: 'tick' }),
      await editByForm(t, owner, id, { type: 'photo' }, red),
    ])
      expect([answer.statusCode, answer.json()]).toMatchObject([403, refusal]);
    const [row] = (await t.call(listCheckins, { token: owner.token, params: { id: mission } })).json();
    expect(row).toMatchObject({ type: 'text', can: { edit: false } });
    expect(await left()).toEqual({ tmp: [], media: 0 });
  });

  it('allows only the author and returns 404 to a stranger', async () => {
    const { owner, friend, mission } = await buildPair();
    const stranger = await buildUser(t);
    const { id } = (await checkIn(t, friend, mission)).json().checkin;
    const change = { type: 'text', content: 'Not mine' };
    const byMember = await edit(owner, id, change);
    expect([byMember.statusCode, byMember.json()]).toMatchObject([
      403,
      { code: 'not_author', detail: 'Only the author of this check-in can edit it' },
    ]);
    const byStranger = await edit(stranger, id, change);
    expect([byStranger.statusCode, byStranger.json().code]).toEqual([404, 'checkin_not_found']);
    for (const unknown of [randomUUID(), 'x', id.toUpperCase()])
      expect((await edit(stranger, unknown, change)).body).toBe(byStranger.body);
    await t.call(leaveMission, { token: friend.token, params: { id: mission } });
    expect((await edit(friend, id, change)).body).toBe(byStranger.body);
    expect((await t.call(updateCheckin, { params: { id }, body: change })).statusCode).toBe(401);
  });

  it('refuses an invalid field and ignores fields that only the server may set', async () => {
    const { owner, mission } = await buildPair();
    const { id } = (await checkIn(t, owner, mission)).json().checkin;
    for (const body of [{}, { type: 'nap' }, { type: 'text', content: 'x'.repeat(2001) }])
      expect((await edit(owner, id, body)).json().code).toBe('invalid_input');
    const answer = await edit(owner, id, {
      type: 'text',
      points_earned: 999,
      photo_key: 'checkins/x',
      created_at: '2030-01-01T00:00:00Z',
    });
    expect(answer.json()).toMatchObject({ points_earned: 15, photo_url: null, created_at: NOON });
  });

  it('leaves one photo and the right points after 20 concurrent edits', async () => {
    const { owner, mission } = await buildPair();
    const left = await watchFiles(t);
    const { id } = (await checkIn(t, owner, mission)).json().checkin;
    const kinds = Array.from({ length: 20 }, (_, i) => (['tick', 'text', 'photo', 'photo'] as const)[i % 4]!);
    const answers = await Promise.all(
      kinds.map((type, i) => editByForm(t, owner, id, { type, content: `${i}` }, type === 'photo' ? red : undefined)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect((await editByForm(t, owner, id, { type: 'photo' }, blue)).statusCode).toBe(200);
    await t.queue.drain();
    expect(await left()).toEqual({ tmp: [], media: 2 });
    expect(await fetchPoints(owner, mission)).toEqual({ member: 20, account: 20, rows: 20 });
  });
});

describe('photos in a day', () => {
  it('are limited to 60 in 24 hours, including photos of concurrent edits', async () => {
    const { owner, mission } = await buildPair();
    const { id } = (await checkInWithPhoto(t, owner, mission, red)).json().checkin;
    t.clock.advance(1000);
    const send = (photo: Buffer) => editByForm(t, owner, id, { type: 'photo' }, photo);
    await t.db.rows(
      `insert into photo_uploads (id, user_id, sent_at)
       select gen_random_uuid(), $1, $2 from generate_series(1, 44)`,
      [owner.id, t.clock.now()],
    );
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send(i % 2 ? red : blue)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(15);
    const refused = answers.find(({ statusCode }) => statusCode === 429)!;
    expect(refused.json().detail).toBe("That's 60 photos today. Try again tomorrow.");
    expect(refused.headers['retry-after']).toBe(String(86_400 - 1));
    expect((await edit(owner, id, { type: 'photo', content: 'Words are free' })).statusCode).toBe(200);
    t.clock.advance(DAY - 1000);
    expect((await checkInWithPhoto(t, owner, mission, red)).statusCode).toBe(201);
    const other = await buildUser(t);
    expect((await checkInWithPhoto(t, other, await buildMission(t, other), red)).statusCode).toBe(201);
  });
});
