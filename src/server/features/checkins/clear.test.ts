import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { clearCheckin, listCheckins, updateCheckin } from '#contract/checkins.ts';
import { completeMission, getCompletion } from '#contract/completion.ts';
import { leaveMission } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { listNotifications } from '#contract/notifications.ts';
import { reportCheckin } from '#contract/safety.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { checkInWithPhoto, drawing, editByForm, watchFiles } from '../../testing/factories/photos.ts';
import { buildComment, buildDiscussion, react } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
const MINUTE = 60_000;
const DAY = 86_400_000;
const red = await drawing(300, 200, '#ff0000').jpeg().toBuffer();
beforeEach(() => t.clock.set(NOON));

const clear = (person: Pick<TestUser, 'token'>, id: string) =>
  t.call(clearCheckin, { token: person.token, params: { id } });
const edit = (person: TestUser, id: string, body: unknown) =>
  t.call(updateCheckin, { token: person.token, params: { id }, body });
const fetchFeed = async ({ token }: TestUser, id: string) =>
  (await t.call(listCheckins, { token, params: { id } })).json();
const fetchPoints = async ({ token }: TestUser) => (await t.call(me, { token })).json().points;

async function buildPair(body: Record<string, unknown> = {}) {
  const [owner, friend] = [await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner, body);
  await buildMembers(t, owner, mission, [friend]);
  return { owner, friend, mission };
}

describe('removing the text and photo of a check-in', () => {
  it('removes both even a day later, and leaves points, streak, reactions and comments', async () => {
    const { owner, friend, mission } = await buildPair();
    const left = await watchFiles(t);
    const { checkin } = (await checkInWithPhoto(t, owner, mission, red, { content: 'At the lake' })).json();
    expect(checkin).toMatchObject({ cleared_at: null, can: { clear: true } });
    await react(t, friend, checkin.id);
    await buildComment(t, friend, checkin.id, 'Lovely');
    t.clock.advance(DAY);
    const before = (await fetchFeed(owner, mission))[0];
    const page = (await t.call(getMission, { token: owner.token, params: { id: mission } })).json();
    const answer = await clear(owner, checkin.id);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({
      ...before,
      ...{ type: 'tick', content: '', photo_url: null, photo_small_url: null, photo_width: null },
      ...{ photo_height: null, photo_thumbhash: null, cleared_at: t.clock.now().toISOString() },
      can: { ...before.can, clear: false },
    });
    expect(answer.json()).toMatchObject({ points_earned: 20, comments_count: 1, reactions: { love: { count: 1 } } });
    expect((await fetchFeed(owner, mission))[0]).toEqual(answer.json());
    expect((await fetchFeed(friend, mission))[0]).toMatchObject({ content: '', photo_url: null });
    expect((await t.call(getMission, { token: owner.token, params: { id: mission } })).json()).toEqual(page);
    expect(await fetchPoints(owner)).toBe(20);
    const bell = (await t.call(listNotifications, { token: friend.token })).json().notifications;
    expect(bell).toMatchObject([{ checkin_type: 'tick', content: '' }]);
    await t.queue.drain();
    expect(await left()).toEqual({ tmp: [], media: 0 });
    for (const url of [checkin.photo_url, checkin.photo_small_url])
      expect((await t.app.inject(url)).statusCode).toBe(404);
  });

  it('returns the same response when repeated or concurrent, and leaves a tick unchanged', async () => {
    const { owner, friend, mission } = await buildPair();
    const { id } = (await checkIn(t, owner, mission, { type: 'text', content: 'Secret' })).json().checkin;
    const answers = await Promise.all(Array.from({ length: 10 }, () => clear(owner, id)));
    t.clock.advance(MINUTE);
    answers.push(await clear(owner, id));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(11).fill(200));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]!.json()).toMatchObject({ cleared_at: NOON, content: '', points_earned: 15 });
    const tick = (await checkIn(t, friend, mission)).json().checkin;
    expect((await clear(friend, tick.id)).json()).toEqual(tick);
  });

  it('allows an edit within the hour to add text again, with the points of its type', async () => {
    const { owner, mission } = await buildPair();
    const { id } = (await checkInWithPhoto(t, owner, mission, red)).json().checkin;
    await clear(owner, id);
    const words = (await edit(owner, id, { type: 'text', content: 'Rather words' })).json();
    expect(words).toMatchObject({ cleared_at: null, points_earned: 15, can: { clear: true } });
    await clear(owner, id);
    expect(await fetchPoints(owner)).toBe(15);
    // Even an edit that leaves a tick counts: from then on the tick is like any other.
    expect((await edit(owner, id, { type: 'tick' })).json()).toMatchObject({ cleared_at: null, points_earned: 10 });
    expect(await fetchPoints(owner)).toBe(10);
  });

  it('works in completed missions and for hidden check-ins, and costs no badge', async () => {
    const { owner, friend, mission } = await buildPair({ duration_days: 1 });
    const { id } = (await checkIn(t, friend, mission, { type: 'text', content: 'Hidden' })).json().checkin;
    await t.db.rows("update checkins set hidden_at = $2, hidden_reason = 'Odd', hidden_by = 'owner' where id = $1", [
      id,
      t.clock.now(),
    ]);
    t.clock.advance(DAY);
    expect((await t.call(completeMission, { token: owner.token, params: { id: mission } })).statusCode).toBe(204);
    const fetchBadges = async () =>
      (await t.call(getCompletion, { token: friend.token, params: { id: mission } })).json().badges;
    const badges = await fetchBadges();
    expect(badges).toContainEqual(expect.objectContaining({ name: 'Storyteller' }));
    expect((await clear(friend, id)).json()).toMatchObject({ content: '', hidden: { reason: 'Odd' } });
    expect(await fetchBadges()).toEqual(badges);
  });

  it('leaves the text in a report of the check-in', async () => {
    const { ana, bo, checkin, mission } = await buildDiscussion(t);
    await t.call(reportCheckin, { token: bo.token, params: { id: checkin }, body: { reason: 'Odd' } });
    await clear(ana, checkin);
    const reports = await t.db.rows('select content, checkin_id from reports where mission_id = $1', [mission]);
    expect(reports).toEqual([{ content: 'Five km', checkin_id: checkin }]);
  });

  it('allows only the author and returns 404 to a stranger', async () => {
    const { owner, friend, mission } = await buildPair();
    const stranger = await buildUser(t);
    const { id } = (await checkIn(t, friend, mission, { type: 'text', content: 'Mine' })).json().checkin;
    const byOwner = await clear(owner, id);
    expect([byOwner.statusCode, byOwner.json()]).toMatchObject([
      403,
      { code: 'not_author', detail: 'Only the author can do this' },
    ]);
    expect((await fetchFeed(owner, mission))[0].can).toMatchObject({ clear: false, take_back: false });
    expect((await t.call(clearCheckin, { params: { id } })).statusCode).toBe(401);
    for (const unknown of [id, randomUUID(), 'x'])
      expect((await clear(stranger, unknown)).json()).toMatchObject({
        code: 'checkin_not_found',
        detail: 'Check-in not found',
      });
    await t.call(leaveMission, { token: friend.token, params: { id: mission } });
    expect((await clear(friend, id)).statusCode).toBe(404);
    expect((await fetchFeed(owner, mission))[0].content).toBe('Mine');
  });

  it('leaves complete rows and no stray file when edits are concurrent', async () => {
    const { owner, mission } = await buildPair();
    await t.queue.drain();
    const left = await watchFiles(t);
    const { id } = (await checkInWithPhoto(t, owner, mission, red)).json().checkin;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 2 ? clear(owner, id) : editByForm(t, owner, id, { type: 'photo', content: `${i}` }, red),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
    expect((await clear(owner, id)).json()).toMatchObject({ type: 'tick', content: '', photo_url: null });
    await t.queue.drain();
    expect(await left()).toEqual({ tmp: [], media: 0 });
    expect(await fetchPoints(owner)).toBe(20);
  });
});
