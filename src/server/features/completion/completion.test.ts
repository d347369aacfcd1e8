import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { completeMission, getCompletion, settleReward } from '#contract/completion.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { getMission, updateMission } from '#contract/missions.ts';
import { createPause } from '#contract/streaks.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
const DAY = 86_400_000;
const day = (number: number) => t.clock.set(new Date(Date.parse(NOON) + number * DAY));
const text = { type: 'text', content: 'Page 22' };

const on = (endpoint: Endpoint, person: TestUser, id: string, body?: unknown) =>
  t.call(endpoint, { token: person.token, params: { id }, body });
const complete = (person: TestUser, id: string) => on(completeMission, person, id);
const fetchCompletion = async (person: TestUser, id: string) => (await on(getCompletion, person, id)).json();
const badgesOf = (completion: { badges: { name: string }[] }) => completion.badges.map((badge) => badge.name);

/**
 * A mission of five days with three members: Ana writes a text every day, Ben ticks four times, Cy once on the last
 * day.
 */
async function buildFiveDays(body: Record<string, unknown> = {}) {
  day(0);
  const ana = await buildUser(t, { name: 'Ana' });
  const [ben, cy] = [await buildUser(t, { name: 'Ben' }), await buildUser(t, { name: 'Cy' })];
  const mission = await buildMission(t, ana, { title: 'Read', duration_days: 5, ...body });
  await buildMembers(t, ana, mission, [ben, cy]);
  for (let number = 0; number < 5; number++) {
    day(number);
    await checkIn(t, ana, mission, text);
    if (number !== 1) await checkIn(t, ben, mission);
  }
  await checkIn(t, cy, mission);
  day(5);
  return { ana, ben, cy, mission };
}

describe('completing a mission', () => {
  it('succeeds for one of 20 concurrent requests by the owner after the end', async () => {
    const { ana, mission } = await buildFiveDays();
    expect((await on(getMission, ana, mission)).json().can.complete).toBe(true);
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete(ana, mission)));
    expect(answers.filter((a) => a.statusCode === 204)).toHaveLength(1);
    const refused = answers.filter((a) => a.statusCode === 400);
    expect(refused).toHaveLength(19);
    expect(refused[0]!.json()).toMatchObject({
      code: 'mission_completed',
      detail: 'This mission is already completed',
    });
    expect((await on(getMission, ana, mission)).json()).toMatchObject({
      state: 'completed',
      is_active: false,
      completed_at: t.clock.now().toISOString(),
      can: { edit: false, delete: true, complete: false, invite: false, check_in: false, leave: false },
    });
    expect((await checkIn(t, ana, mission)).json().code).toBe('mission_ended');
  });

  it('fails before the end in the owner’s zone', async () => {
    t.clock.set('2026-11-20T16:00:00Z');
    const owner = await buildUser(t, { timezone: 'Asia/Kuala_Lumpur' });
    const mission = await buildMission(t, owner, { start_date: '2026-11-21', duration_days: 1 });
    t.clock.set('2026-11-21T15:59:59.999Z');
    const early = await complete(owner, mission);
    expect([early.statusCode, early.json()]).toMatchObject([
      400,
      { code: 'mission_not_ended', detail: 'A mission can be completed only after its end date' },
    ]);
    t.clock.set('2026-11-21T16:00:00Z');
    expect((await complete(owner, mission)).statusCode).toBe(204);
  });

  it('is allowed only for the owner, and returns strangers the 404 of an unknown mission', async () => {
    const { ben, mission } = await buildFiveDays();
    await t.db.rows('update members set is_cohost = true where user_id = $1', [ben.id]);
    const answer = await complete(ben, mission);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_owner']);
    const stranger = await buildUser(t);
    const unknown = { code: 'mission_not_found', detail: 'Mission not found' };
    for (const id of [mission, randomUUID(), 'x'])
      for (const other of [
        await complete(stranger, id),
        await on(getCompletion, stranger, id),
        await on(settleReward, stranger, id, { user_id: ben.id, done: true }),
      ])
        expect([other.statusCode, other.json()]).toMatchObject([404, unknown]);
  });
});

describe('the completion job', () => {
  const runJob = async () => {
    await t.queue.tick();
    await t.queue.drain();
  };
  const fetchState = async (person: TestUser, id: string) => (await on(getMission, person, id)).json().state;

  it('completes a mission and settles its reward seven days after its end', async () => {
    const { ana, mission } = await buildFiveDays({ reward_description: 'Ramen' });
    t.clock.set('2026-12-02T23:58:59Z');
    await runJob();
    expect(await fetchState(ana, mission)).toBe('ended');
    t.clock.set('2026-12-03T00:00:00Z');
    await runJob();
    const completion = await fetchCompletion(ana, mission);
    expect(completion).toMatchObject({ is_completed: true, completed_at: '2026-12-03T00:00:00.000Z' });
    expect(completion.reward.earned_by.map((winner: { name: string }) => winner.name)).toEqual(['Ana', 'Ben']);
    expect((await complete(ana, mission)).json().code).toBe('mission_completed');
    t.clock.advance(DAY);
    await runJob();
    expect((await fetchCompletion(ana, mission)).completed_at).toBe('2026-12-03T00:00:00.000Z');
  });

  it('waits seven days from the edit that ended a mission', async () => {
    day(0);
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner);
    day(20);
    const body = { title: 'Read', description: '<p>x</p>', goal: 'x', start_date: '2026-11-21', duration_days: 3 };
    expect((await on(updateMission, owner, mission, body)).json().state).toBe('ended');
    t.clock.advance(7 * DAY - 60_000);
    await runJob();
    expect(await fetchState(owner, mission)).toBe('ended');
    t.clock.advance(60_000);
    await runJob();
    expect(await fetchState(owner, mission)).toBe('completed');
  });

  it('completes a mission once, even concurrently with the owner', async () => {
    const { ana, mission } = await buildFiveDays();
    day(12);
    await t.queue.tick();
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => complete(ana, mission))),
      t.queue.drain(),
    ]);
    for (const answer of answers) expect([204, 400]).toContain(answer.statusCode);
    expect(answers.filter((a) => a.statusCode === 204).length).toBeLessThanOrEqual(1);
    expect(await fetchState(ana, mission)).toBe('completed');
  });
});

describe('the completion', () => {
  it("shows the viewer's own results and badges", async () => {
    const { ana, ben, cy, mission } = await buildFiveDays({ streak_goal: 3, level_goal: 2 });
    await complete(ana, mission);
    const best = await fetchCompletion(ana, mission);
    const url = best.share_url;
    expect(best).toEqual({
      is_completed: true,
      completed_at: t.clock.now().toISOString(),
      mission: {
        ...{ id: mission, title: 'Read', patch: null, round: 1 },
        ...{ owner_id: ana.id, owner_name: ana.name, last_day: '2026-11-25' },
      },
      stats: {
        total_points: 75,
        checkins_count: 5,
        planned_days: 5,
        duration_days: 5,
        streak_days: 5,
        completion_percentage: 100,
      },
      rank: 1,
      member_count: 3,
      badges: best.badges,
      reward: null,
      share_text: 'I completed the mission “Read” on Emberkin: 75 points, 5 check-ins, a best streak of 5 days.',
      share_urls: {
        twitter: `https://twitter.com/intent/tweet?${new URLSearchParams({ text: best.share_text, url })}`,
        linkedin: `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`,
        facebook: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url, quote: best.share_text })}`,
      },
      share_url: expect.stringMatching(/^http:\/\/emberkin\.test\/share\/[\w-]{64}$/),
      share_picture_url: `${new URL(url).pathname}/picture.png`,
      can_start_next: true,
      next_round: null,
    });
    expect(badgesOf(best)).toEqual([
      'Perfect Mission',
      'Consistent',
      'Streak Goal',
      'Mission Star',
      'Storyteller',
      'Finisher',
    ]);
    const second = await fetchCompletion(ben, mission);
    expect(second.stats).toEqual({
      total_points: 40,
      checkins_count: 4,
      planned_days: 5,
      duration_days: 5,
      streak_days: 3,
      completion_percentage: 80,
    });
    expect(badgesOf(second)).toEqual(['Consistent', 'Streak Goal', 'Silver Star', 'Finisher']);
    expect(badgesOf(await fetchCompletion(cy, mission))).toEqual(['Bronze Star', 'Finisher']);
  });

  it('denies Consistent and the reward to a member who joined after half, despite 100 %', async () => {
    day(0);
    const ana = await buildUser(t);
    const mission = await buildMission(t, ana, { duration_days: 4, reward_description: 'Ramen' });
    const [half, late] = [await buildUser(t, { name: 'Half' }), await buildUser(t, { name: 'Late' })];
    day(2);
    await buildMembers(t, ana, mission, [half]);
    await checkIn(t, half, mission);
    day(3);
    await buildMembers(t, ana, mission, [late]);
    for (const person of [half, late]) await checkIn(t, person, mission);
    day(4);
    await complete(ana, mission);
    for (const person of [half, late]) {
      const completion = await fetchCompletion(person, mission);
      expect(completion.stats.completion_percentage).toBe(100);
      expect(badgesOf(completion).includes('Consistent')).toBe(person === half);
      expect(completion.reward.earned_by.map(({ name }: { name: string }) => name)).toEqual(['Half']);
    }
  });

  it('of a mission in progress has no badges and no reward', async () => {
    day(0);
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner, { title: 'Run', duration_days: 3, reward_description: 'Ramen' });
    await checkIn(t, owner, mission);
    expect(await fetchCompletion(owner, mission)).toMatchObject({
      is_completed: false,
      completed_at: null,
      mission: { title: 'Run' },
      stats: {
        total_points: 10,
        checkins_count: 1,
        planned_days: 3,
        duration_days: 3,
        streak_days: 1,
        completion_percentage: 33.33,
      },
      badges: [],
      reward: null,
      share_text: 'I am on the mission “Run” on Emberkin: 10 points, 1 check-in, a best streak of 1 day.',
    });
  });
});

describe('the days that a completion counts', () => {
  /** The stitches and the share on the page, the dashboard, the insights and the celebration. */
  async function fetchFigures(person: TestUser, id: string) {
    const mission = (await on(getMission, person, id)).json();
    const own = mission.members.find((member: { user_id: string }) => member.user_id === person.id);
    const { stats, badges } = await fetchCompletion(person, id);
    const home = (await t.call(getDashboard, { token: person.token })).json();
    const card = [...home.missions, ...home.completed_missions].find((one) => one.id === id);
    expect([card.counted_checkins, card.planned_days]).toEqual([mission.counted_checkins, mission.planned_days]);
    expect(stats.planned_days).toBe(mission.planned_days);
    const names = badges.map((badge: { name: string }) => badge.name);
    const { counted_checkins, planned_days } = mission;
    return {
      counted_checkins,
      planned_days,
      share: own.share_since_joining,
      percent: stats.completion_percentage,
      names,
    };
  }

  it("follow the mission's new dates after an edit", async () => {
    day(0);
    const ana = await buildUser(t);
    const mission = await buildMission(t, ana, { title: 'Read', duration_days: 20 });
    for (let number = 0; number < 8; number++) {
      day(number);
      await checkIn(t, ana, mission);
    }
    expect(await fetchFigures(ana, mission)).toMatchObject({ counted_checkins: 8, planned_days: 20, share: 100 });
    day(8);
    const fields = { title: 'Read', description: '<p>Any.</p>', goal: 'Two books', duration_days: 5 };
    const moved = await on(updateMission, ana, mission, { ...fields, start_date: '2026-11-29' });
    expect(moved.statusCode).toBe(200);
    expect(await fetchFigures(ana, mission)).toMatchObject({ counted_checkins: 0, planned_days: 5, share: 0 });
    day(9);
    await checkIn(t, ana, mission);
    day(13);
    await complete(ana, mission);
    expect(await fetchFigures(ana, mission)).toEqual({
      ...{ counted_checkins: 1, planned_days: 5, share: 20, percent: 20 },
      names: ['Finisher'],
    });
  });

  it('leave a missed day missed, whatever happened during a break', async () => {
    day(0);
    const ana = await buildUser(t);
    const mission = await buildMission(t, ana, { duration_days: 10, reward_description: 'Ramen' });
    const pause = { from_day: '2026-11-22', to_day: '2026-11-26', reason: 'away' };
    expect((await t.call(createPause, { token: ana.token, body: pause })).statusCode).toBe(201);
    for (let number = 0; number < 6; number++) {
      day(number);
      await checkIn(t, ana, mission);
    }
    day(10);
    await complete(ana, mission);
    expect(await fetchFigures(ana, mission)).toEqual({
      ...{ counted_checkins: 6, planned_days: 10, share: 60, percent: 60 },
      names: ['Finisher'],
    });
    expect((await fetchCompletion(ana, mission)).reward.earned_by).toEqual([]);
  });
});

describe('the reward', () => {
  it('is earned by a perfect mission, but not by goals that a break lowered', async () => {
    day(0);
    const [ana, ben] = [await buildUser(t, { name: 'Ana' }), await buildUser(t, { name: 'Ben' })];
    const mission = await buildMission(t, ana, {
      ...{ duration_days: 14, schedule: { kind: 'weekly', times: 3 } },
      ...{ level_goal: 2, streak_goal: 6, reward_description: 'Ramen' },
    });
    await buildMembers(t, ana, mission, [ben]);
    const pause = { from_day: '2026-11-26', to_day: '2026-12-02', reason: 'away' };
    expect((await t.call(createPause, { token: ben.token, body: pause })).statusCode).toBe(201);
    for (const number of [0, 1, 2, 7, 8, 12]) {
      day(number);
      await checkIn(t, ana, mission);
      if (number === 12) await checkIn(t, ben, mission);
    }
    day(14);
    expect((await on(getMission, ben, mission)).json().own_goals).toEqual({ level: 1, streak: 1 });
    await complete(ana, mission);
    const { reward } = await fetchCompletion(ben, mission);
    expect(reward.earned_by.map(({ name }: { name: string }) => name)).toEqual(['Ana']);
    expect((await fetchCompletion(ana, mission)).stats.total_points).toBe(60);
  });

  const settle = (person: TestUser, id: string, user_id: unknown, done: unknown = true) =>
    on(settleReward, person, id, { user_id, done });

  it('is earned by members who reached the goals, and any member can mark it as done', async () => {
    const { ana, ben, cy, mission } = await buildFiveDays({ streak_goal: 3, reward_description: 'Ramen night' });
    expect((await settle(cy, mission, ana.id)).json().code).toBe('reward_not_earned');
    await complete(ana, mission);
    const winner = ({ id, name }: TestUser, done: boolean) => ({
      user_id: id,
      name,
      avatar_url: null,
      look: expect.any(Object),
      done,
    });
    const reward = (anas: boolean, bens: boolean) => ({
      description: 'Ramen night',
      earned_by: [winner(ana, anas), winner(ben, bens)],
    });
    expect((await fetchCompletion(cy, mission)).reward).toEqual(reward(false, false));
    for (let i = 0; i < 2; i++) {
      const answer = await settle(cy, mission, ana.id);
      expect([answer.statusCode, answer.json()]).toEqual([200, reward(true, false)]);
    }
    expect((await settle(ben, mission, ben.id)).json()).toEqual(reward(true, true));
    expect((await settle(ana, mission, ana.id, false)).json()).toEqual(reward(false, true));
    expect((await fetchCompletion(ana, mission)).reward).toEqual(reward(false, true));
  });

  it('cannot be marked as done for strangers or for members who did not earn it', async () => {
    const { ana, cy, mission } = await buildFiveDays({ reward_description: 'Ramen night' });
    await complete(ana, mission);
    const stranger = await buildUser(t);
    const missed = await settle(ana, mission, cy.id);
    expect([missed.statusCode, missed.json()]).toMatchObject([
      400,
      { code: 'reward_not_earned', detail: "This member hasn't earned a reward here" },
    ]);
    for (const id of [stranger.id, randomUUID(), 'x']) {
      const answer = await settle(ana, mission, id);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'member_not_found']);
    }
    expect((await settle(ana, mission, ana.id, 'yes')).statusCode).toBe(422);
    const empty = await on(settleReward, ana, mission, {});
    expect([empty.statusCode, empty.json().errors.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ['user_id', 'done'],
    ]);
  });
});
