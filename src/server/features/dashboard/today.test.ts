import { describe, expect, it } from 'vitest';
import { hideCheckin } from '#contract/checkins.ts';
import { getToday, type Today } from '#contract/dashboard.ts';
import { leaveMission, nudgeMember } from '#contract/members.ts';
import { toggleReaction } from '#contract/reactions.ts';
import { blockUser, unblockUser } from '#contract/safety.ts';
import { createPause } from '#contract/streaks.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { checkInWithPhoto, drawing } from '../../testing/factories/photos.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const DAY = 86_400_000;

async function fetchToday(person: TestUser): Promise<Today> {
  const answer = await t.call(getToday, { token: person.token });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const namesOut = async (person: TestUser) => (await fetchToday(person)).still_out.map(({ name }) => name);
const words = async (person: TestUser) => (await fetchToday(person)).posts.map(({ content }) => content);
const post = async (person: TestUser, mission: string, content: string): Promise<string> =>
  (await checkIn(t, person, mission, { type: 'text', content })).json().checkin.id;

const buildPeople = (names: readonly string[], timezone = 'UTC') =>
  Promise.all(names.map((name) => buildUser(t, { name, timezone })));

async function buildTeam(names: readonly string[], mission: Record<string, unknown> = {}) {
  t.clock.set(NOON);
  const me = await buildUser(t, { name: 'Ana', timezone: 'UTC' });
  const others = await buildPeople(names);
  const id = await buildMission(t, me, mission);
  await buildMembers(t, me, id, others);
  return { me, others, id };
}

it('returns today only to a signed-in user, and empty without missions', async () => {
  expect((await t.call(getToday)).statusCode).toBe(401);
  expect(await fetchToday(await buildUser(t))).toEqual({ still_out: [], posts: [] });
});

describe('members who are still out', () => {
  it('lack a check-in on their own day, and are sorted by mission and then by name', async () => {
    const { me, others, id } = await buildTeam(['mo', 'Kim', 'Farid'], { title: 'Read' });
    const [mo, kim, farid] = others as [TestUser, TestUser, TestUser];
    const sooner = await buildMission(t, mo, { title: 'Run', duration_days: 5 });
    await buildMembers(t, mo, sooner, [me, kim]);
    await checkIn(t, farid, id);
    const row = {
      avatar_url: null,
      look: expect.any(Object),
      can_nudge: true,
      nudged_today: false,
      joined_today: false,
    };
    const listed = (joinedRun: boolean) => [
      { ...row, mission_id: sooner, mission_title: 'Run', user_id: kim.id, name: 'Kim', joined_today: joinedRun },
      { ...row, mission_id: sooner, mission_title: 'Run', user_id: mo.id, name: 'mo', joined_today: joinedRun },
      { ...row, mission_id: id, mission_title: 'Read', user_id: kim.id, name: 'Kim' },
      { ...row, mission_id: id, mission_title: 'Read', user_id: mo.id, name: 'mo' },
    ];
    expect((await fetchToday(me)).still_out).toEqual(listed(true));
    t.clock.advance(DAY);
    await checkIn(t, farid, id);
    expect((await fetchToday(me)).still_out).toEqual(listed(false));
  });

  it('are judged by their own day', async () => {
    const { me, id } = await buildTeam([]);
    const [east] = await buildPeople(['Kiri'], 'Pacific/Kiritimati');
    const [west] = await buildPeople(['Lani'], 'Pacific/Honolulu');
    await buildMembers(t, me, id, [east!, west!]);
    // The 22nd started two hours ago on Kiritimati, and the 21st in Honolulu.
    await checkIn(t, east!, id);
    await checkIn(t, west!, id);
    expect(await namesOut(me)).toEqual([]);
    t.clock.set('2026-11-22T09:59:00Z');
    expect(await namesOut(me)).toEqual([]);
    t.clock.set('2026-11-22T10:00:00Z');
    expect(await namesOut(me)).toEqual(['Kiri', 'Lani']);
  });

  it('exclude members on a break or a free day, or whose week can spare today', async () => {
    const { me, others, id } = await buildTeam(['Ben', 'Cy', 'Dee']);
    const [ben, cy, dee] = others as [TestUser, TestUser, TestUser];
    // Today is a Saturday.
    const weekdays = await buildMission(t, ben, { schedule: { kind: 'weekdays', days: ['mon'] } });
    // Created later, because missions with the same end are listed in the order of their creation.
    t.clock.advance(1);
    const weekly = await buildMission(t, ben, { schedule: { kind: 'weekly', times: 1 } });
    for (const mission of [weekdays, weekly]) await buildMembers(t, ben, mission, [me, dee]);
    await checkIn(t, ben, weekly);
    const pause = { from_day: '2026-11-21', to_day: '2026-11-21', reason: 'away' };
    expect((await t.call(createPause, { token: cy.token, body: pause })).statusCode).toBe(201);
    const rows = async () => (await fetchToday(me)).still_out.map(({ mission_id, name }) => [mission_id, name]);
    expect(await rows()).toEqual([
      [id, 'Ben'],
      [id, 'Dee'],
    ]);
    t.clock.advance(DAY);
    expect(await rows()).toContainEqual([id, 'Cy']);
    // The last day of a week in which Dee fell short.
    t.clock.advance(5 * DAY);
    expect(await rows()).toContainEqual([weekly, 'Dee']);
    expect(await rows()).not.toContainEqual([weekly, 'Ben']);
  });

  it('include only active missions of today and their current members', async () => {
    const { me, others, id } = await buildTeam(['Ben', 'Cy'], { duration_days: 3 });
    const [ben, cy] = others as [TestUser, TestUser];
    const later = await buildMission(t, ben, { start_date: '2026-11-25' });
    await buildMembers(t, ben, later, [me]);
    const without = await buildMission(t, ben);
    await buildMembers(t, ben, without, [cy]);
    await t.call(leaveMission, { token: cy.token, params: { id } });
    expect(await namesOut(me)).toEqual(['Ben']);
    t.clock.advance(3 * DAY);
    expect(await namesOut(me)).toEqual([]);
    await t.call(leaveMission, { token: me.token, params: { id: later } });
    t.clock.advance(DAY);
    expect(await namesOut(me)).toEqual([]);
  });

  it("show today's nudge and exclude members that the viewer blocked", async () => {
    const { me, others, id } = await buildTeam(['Ben', 'Cy']);
    const [ben, cy] = others as [TestUser, TestUser];
    await t.call(nudgeMember, { token: me.token, params: { id, userId: ben.id } });
    await t.call(nudgeMember, { token: ben.token, params: { id, userId: cy.id } });
    const states = async () =>
      (await fetchToday(me)).still_out.map((row) => [row.name, row.can_nudge, row.nudged_today]);
    expect(await states()).toEqual([
      ['Ben', false, true],
      ['Cy', true, false],
    ]);
    t.clock.advance(DAY);
    expect(await states()).toEqual([
      ['Ben', true, false],
      ['Cy', true, false],
    ]);
    await t.call(blockUser, { token: me.token, params: { id: ben.id } });
    expect(await namesOut(me)).toEqual(['Cy']);
    expect(await namesOut(ben)).toEqual(['Ana', 'Cy']);
    await t.call(unblockUser, { token: me.token, params: { id: ben.id } });
    expect(await namesOut(me)).toEqual(['Ben', 'Cy']);
  });

  it('are limited to the first ten, even if nothing is due for others', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `Person ${String(i + 1).padStart(2, '0')}`);
    const { me, others } = await buildTeam(names);
    const pause = { from_day: '2026-11-21', to_day: '2026-11-21', reason: 'ill' };
    for (const person of others.slice(0, 2)) await t.call(createPause, { token: person.token, body: pause });
    expect(await namesOut(me)).toEqual(names.slice(2));
    await t.call(createPause, { token: others[11]!.token, body: pause });
    expect(await namesOut(me)).toEqual(names.slice(2, 11));
  });
});

describe('what others posted today', () => {
  it('includes the mission, the author, a small photo and the reactions', async () => {
    const { me, others, id } = await buildTeam(['Ben', 'Cy'], { title: 'Read' });
    const [ben, cy] = others as [TestUser, TestUser];
    const photo = await drawing(40, 30).png().toBuffer();
    const { checkin } = (await checkInWithPhoto(t, cy, id, photo, { content: 'By the window' })).json();
    t.clock.advance(60_000);
    const written = await post(ben, id, 'Page 22');
    await t.call(toggleReaction, { token: me.token, params: { id: written }, body: { reaction_type: 'love' } });
    const { posts } = await fetchToday(me);
    expect(posts).toMatchObject([
      {
        checkin_id: written,
        mission_id: id,
        mission_title: 'Read',
        user_id: ben.id,
        user_name: 'Ben',
        user_avatar_url: null,
        user_look: expect.any(Object),
        type: 'text',
        content: 'Page 22',
        photo_small_url: null,
        performed_at: t.clock.now().toISOString(),
        reactions: { love: { count: 1, users: [{ user_id: me.id }] }, wow: { count: 0, users: [] } },
        user_reactions: { love: true, wow: false },
      },
      { checkin_id: checkin.id, type: 'photo', content: 'By the window', photo_small_url: checkin.photo_small_url },
    ]);
  });

  it("omits ticks, the viewer's own check-ins and check-ins of other days", async () => {
    const names = ['B', 'C', 'D', 'E', 'F', 'G', 'H'];
    const { me, others, id } = await buildTeam(names);
    await post(me, id, 'Mine');
    for (const [at, person] of others.entries()) {
      t.clock.advance(1000);
      if (at === 6) await checkIn(t, person, id);
      else await post(person, id, names[at]!);
    }
    expect(await words(me)).toEqual(['G', 'F', 'E', 'D', 'C', 'B']);
    const second = await buildMission(t, others[0]!);
    await buildMembers(t, others[0]!, second, [me]);
    t.clock.advance(1000);
    await post(others[0]!, second, 'Again');
    expect(await words(me)).toEqual(['Again', 'G', 'F', 'E', 'D', 'C']);
    t.clock.advance(DAY);
    expect(await words(me)).toEqual([]);
  });

  it("uses the author's own today", async () => {
    const { me, id } = await buildTeam([]);
    const [east] = await buildPeople(['Kiri'], 'Pacific/Kiritimati');
    await buildMembers(t, me, id, [east!]);
    t.clock.set('2026-11-22T09:00:00Z');
    await post(east!, id, 'Late on Sunday');
    expect(await words(me)).toEqual(['Late on Sunday']);
    t.clock.set('2026-11-22T10:00:00Z');
    expect(await words(me)).toEqual([]);
  });

  it('omits check-ins of blocked people and hidden check-ins, for the owner too', async () => {
    const { me, others, id } = await buildTeam(['Ben', 'Cy']);
    const [ben, cy] = others as [TestUser, TestUser];
    await post(ben, id, 'From Ben');
    t.clock.advance(1000);
    const rude = await post(cy, id, 'Rude');
    await t.call(hideCheckin, { token: me.token, params: { id: rude }, body: { reason: 'Please be kind' } });
    expect(await words(me)).toEqual(['From Ben']);
    expect(await words(ben)).toEqual([]);
    await t.call(blockUser, { token: me.token, params: { id: ben.id } });
    expect(await words(me)).toEqual([]);
  });

  it("ends with the mission and with the viewer's membership", async () => {
    const { others, id } = await buildTeam(['Ben', 'Cy']);
    const [ben, cy] = others as [TestUser, TestUser];
    await post(ben, id, 'Page 22');
    expect(await words(cy)).toEqual(['Page 22']);
    await t.call(leaveMission, { token: cy.token, params: { id } });
    expect(await words(cy)).toEqual([]);
  });
});
