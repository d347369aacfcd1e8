import { describe, expect, it } from 'vitest';
import { updateCheckin } from '#contract/checkins.ts';
import { completeMission, getCompletion } from '#contract/completion.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { createInvitation, previewInvitation } from '#contract/invitations.ts';
import { type Member, nudgeMember } from '#contract/members.ts';
import { createMission, getMission, updateMission } from '#contract/missions.ts';
import { previewJoin } from '#contract/missions-join.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { getStreak } from '#contract/streaks.ts';
import { hasDay } from '#domain/day-bits.ts';
import { addDays } from '#domain/days.ts';
import { Day, Id } from '#platform/db/columns.ts';
import { allValues, onlyValue } from '#platform/db/rows.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { buildInvitationCode, buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildReminder, runReminderJob } from '../../testing/factories/reminders.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
/** A Monday. */
const FIRST = '2026-11-23';
const at = (day: number, hour = 12) => t.clock.set(new Date(Date.parse(FIRST) + day * DAY_MS + hour * 3_600_000));
const THRICE = { kind: 'weekly', times: 3 };
const MWF = { kind: 'weekdays', days: ['mon', 'wed', 'fri'] };

const fetchMission = async (person: TestUser, id: string) =>
  (await t.call(getMission, { token: person.token, params: { id } })).json();
const fetchStates = async (person: TestUser, mission_id?: string): Promise<string[]> =>
  (await t.call(getStreak, { token: person.token, query: mission_id ? { mission_id } : {} }))
    .json()
    .days.map(({ state }: { state: string }) => state);
const fetchCard = async (person: TestUser, id: string) =>
  (await t.call(getDashboard, { token: person.token })).json().missions.find((m: { id: string }) => m.id === id);
const BODY = { title: 'Run', description: '<p>x</p>', goal: 'x', duration_days: 28, start_date: FIRST };
const edit = (person: TestUser, id: string, body: Record<string, unknown>) =>
  t.call(updateMission, { token: person.token, params: { id }, body: { ...BODY, ...body } });
const codeOf = (answer: { statusCode: number; json(): { code?: string } }) => [answer.statusCode, answer.json().code];

async function buildScheduled(schedule: unknown, fields: Record<string, unknown> = {}) {
  at(0, 8);
  const owner = await buildUser(t);
  return { owner, mission: await buildMission(t, owner, { ...BODY, schedule, ...fields }) };
}

describe('a running club of twelve with three runs a week', () => {
  it('has a streak of 6 and 100 % after two weeks, with no reminders or nudges on free days', async () => {
    const { owner, mission } = await buildScheduled(THRICE);
    const runners = await Promise.all(Array.from({ length: 11 }, () => buildUser(t)));
    await buildMembers(t, owner, mission, runners);
    const club = [owner, ...runners];
    const reminded = runners[0]!;
    await buildReminder(t, reminded, mission, 20);
    // Collected along the way, because the server deletes sent reminders after a week.
    const sent = new Set<string>();
    for (let day = 0; day < 14; day += 1) {
      at(day);
      if ([0, 2, 5, 7, 8, 11].includes(day))
        for (const runner of club) expect((await checkIn(t, runner, mission)).statusCode).toBe(201);
      at(day, 20);
      await runReminderJob(t);
      for (const day of await allValues(t.db, Day, 'select day from reminder_sends')) sent.add(day);
    }
    // Each week could still be kept without any of its free days.
    expect([...sent]).toEqual([]);
    const page = await fetchMission(owner, mission);
    expect(page).toMatchObject({
      schedule: THRICE,
      planned_days: 12,
      due_today: false,
      extra_today: true,
      week: { from_day: addDays(FIRST, 7), to_day: addDays(FIRST, 13), done: 3, target: 3 },
      can: { check_in: true },
    });
    for (const member of page.members as Member[])
      expect(member).toMatchObject({ streak_days: 6, share_since_joining: 100, due_today: false, can_nudge: false });
    const nudge = await t.call(nudgeMember, { token: owner.token, params: { id: mission, userId: reminded.id } });
    expect(codeOf(nudge)).toEqual([400, 'member_not_due']);
    const states = 'checked free checked free free checked free checked checked free free checked free free';
    expect((await fetchStates(owner, mission)).join(' ')).toBe(states);
    expect((await fetchStates(owner)).join(' ')).toBe(states);
    const home = (await t.call(getDashboard, { token: owner.token })).json();
    expect(home.stats.streak_days).toBe(6);
    expect(home.missions[0]).toMatchObject({ counted_checkins: 6, planned_days: 12, due_today: false, streak_days: 6 });
    const { members } = (await t.call(getQuilt, { token: owner.token, params: { id: mission } })).json();
    const free = Array.from({ length: 14 }, (_, day) => day).filter((day) => hasDay(members[0].free_days, day));
    expect(free).toEqual([1, 3, 4, 6, 9, 10, 12, 13]);
    // On Monday of the third week nothing is decided: the streak is unchanged, and runs are due again.
    at(14);
    const params = { id: mission, userId: reminded.id };
    const nudgeAgain = () => t.call(nudgeMember, { token: owner.token, params });
    const third = { due_today: true, week: { done: 0 } };
    expect(await fetchMission(owner, mission)).toMatchObject({ ...third, needed_today: false });
    expect(codeOf(await nudgeAgain())).toEqual([400, 'member_not_due']);
    // From Friday on, three days are left for three runs.
    at(18);
    expect(await fetchMission(owner, mission)).toMatchObject({ ...third, needed_today: true });
    expect((await nudgeAgain()).statusCode).toBe(204);
  });

  it('loses its streak when the week can no longer be kept', async () => {
    const { owner, mission } = await buildScheduled(THRICE);
    await checkIn(t, owner, mission);
    const streak = async () => (await fetchMission(owner, mission)).members[0].streak_days;
    // Tuesday to Friday are free. After Friday only two days are left, Saturday and Sunday.
    for (const day of [1, 4, 5]) {
      at(day);
      expect([day, await streak()]).toEqual([day, 1]);
    }
    at(6);
    expect(await streak()).toBe(0);
    expect((await fetchStates(owner, mission)).join(' ')).toBe('checked free free free free missed open');
    at(7);
    expect((await fetchStates(owner, mission)).slice(5).join(' ')).toBe('missed missed open');
    expect((await fetchMission(owner, mission)).members[0].share_since_joining).toBe(33);
  });
});

describe('days beyond the schedule', () => {
  it('lengthen the streak as extra check-ins but earn nothing, even after an edit', async () => {
    const { owner, mission } = await buildScheduled(THRICE);
    for (const day of [0, 1, 2]) {
      at(day);
      expect((await checkIn(t, owner, mission)).json().checkin).toMatchObject({ is_extra: false, points_earned: 10 });
    }
    at(3);
    const receipt = (await checkIn(t, owner, mission, { type: 'text', content: 'One more' })).json();
    expect(receipt).toMatchObject({ points: 30, mission_streak_days: 4, streak_days: 4, level_up: false });
    expect(receipt.checkin).toMatchObject({ is_extra: true, points_earned: 0 });
    const edited = await t.call(updateCheckin, {
      token: owner.token,
      params: { id: receipt.checkin.id },
      body: { type: 'tick', content: '' },
    });
    expect(edited.json()).toMatchObject({ is_extra: true, points_earned: 0, type: 'tick' });
    expect(await fetchCard(owner, mission)).toMatchObject({ checkins_count: 4, counted_checkins: 3, points: 30 });
    at(7);
    expect((await checkIn(t, owner, mission)).json().checkin).toMatchObject({ is_extra: false, points_earned: 10 });
  });

  it('include other weekdays, whose missions come last on the dashboard', async () => {
    const { owner, mission } = await buildScheduled(MWF);
    const daily = await buildMission(t, owner, BODY);
    expect(await fetchCard(owner, mission)).toMatchObject({
      schedule: MWF,
      due_today: true,
      week: null,
      planned_days: 12,
    });
    at(1);
    expect(await fetchCard(owner, mission)).toMatchObject({ due_today: false, extra_today: true });
    const order = async () =>
      (await t.call(getDashboard, { token: owner.token })).json().missions.map(({ id }: { id: string }) => id);
    expect(await order()).toEqual([daily, mission]);
    expect((await checkIn(t, owner, mission)).json().checkin).toMatchObject({ is_extra: true, points_earned: 0 });
    // The daily mission required Monday and Tuesday, so they were not free for the user.
    at(3);
    expect((await fetchStates(owner, mission)).join(' ')).toBe('missed checked missed free');
    expect((await fetchStates(owner)).join(' ')).toBe('checked missed open');
  });

  it("do not protect the user's streak from a day missed in a daily mission", async () => {
    const { owner, mission } = await buildScheduled({ kind: 'weekly', times: 2 });
    await checkIn(t, owner, mission);
    at(1);
    await checkIn(t, owner, mission);
    const streakOn = async (day: number) => {
      at(day);
      return (await t.call(getDashboard, { token: owner.token })).json().stats.streak_days;
    };
    expect(await streakOn(6)).toBe(2);
    await buildMission(t, owner, { ...BODY, start_date: addDays(FIRST, 6), duration_days: 7 });
    expect(await streakOn(7)).toBe(0);
  });
});

describe('the end of a mission with a schedule', () => {
  it('counts all twelve planned runs in four weeks as 100 % and a perfect mission', async () => {
    const { owner, mission } = await buildScheduled(MWF, { reward_description: 'Ramen' });
    for (let day = 0; day < 28; day += 1) {
      at(day);
      if ([0, 2, 4].includes(day % 7)) await checkIn(t, owner, mission);
    }
    at(28);
    expect((await t.call(completeMission, { token: owner.token, params: { id: mission } })).statusCode).toBe(204);
    const done = (await t.call(getCompletion, { token: owner.token, params: { id: mission } })).json();
    expect(done.stats).toMatchObject({
      planned_days: 12,
      duration_days: 28,
      streak_days: 12,
      completion_percentage: 100,
    });
    expect(done.badges.slice(0, 2)).toEqual([
      { icon: '🏆', name: 'Perfect Mission', description: 'Checked in on every day of the plan' },
      { icon: '🔥', name: 'Consistent', description: 'Checked in on at least 80% of the plan' },
    ]);
    expect(done.reward.earned_by).toHaveLength(1);
    const home = (await t.call(getDashboard, { token: owner.token })).json();
    expect(home.completed_missions[0]).toMatchObject({
      counted_checkins: 12,
      planned_days: 12,
      completion_percentage: 100,
    });
    expect(home.completed_missions_history[0].completion_stats[owner.id].completion_percentage).toBe(100);
  });
});

describe('choosing a schedule', () => {
  it('defaults to daily, and an edit without a schedule keeps the current one', async () => {
    const { owner, mission } = await buildScheduled(undefined);
    expect((await fetchMission(owner, mission)).schedule).toEqual({ kind: 'daily' });
    const days = ['fri', 'mon', 'fri', 'wed'];
    expect((await edit(owner, mission, { schedule: { kind: 'weekdays', days } })).json().schedule).toEqual(MWF);
    expect((await edit(owner, mission, { title: 'Walk' })).json()).toMatchObject({ title: 'Walk', schedule: MWF });
    const code = await buildInvitationCode(t, owner, mission);
    expect((await t.call(previewJoin, { params: { code } })).json().schedule).toEqual(MWF);
    const body = { mission_id: mission, invitee_email: 'zoe@example.com', message: '' };
    await t.call(createInvitation, { token: owner.token, body });
    const id = await onlyValue(t.db, Id, 'select id from invitations where mission_id = $1', [mission]);
    expect((await t.call(previewInvitation, { params: { id } })).json().schedule).toEqual(MWF);
  });

  it.each([
    ['a word', 'weekly', 'Please choose how often'],
    ['an unknown kind', { kind: 'monthly' }, 'Please choose how often'],
    ['no number of times', { kind: 'weekly' }, 'Please choose how often'],
    ['seven times', { kind: 'weekly', times: 7 }, 'Please choose how often'],
    ['half a time', { kind: 'weekly', times: 1.5 }, 'Please choose how often'],
    ['an unknown weekday', { kind: 'weekdays', days: ['monday'] }, 'Please choose how often'],
    ['no weekday', { kind: 'weekdays', days: [] }, 'Choose one to six days'],
    [
      'every weekday',
      { kind: 'weekdays', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
      'Choose one to six days',
    ],
    ['times a week in six days', { kind: 'weekly', times: 3 }, 'Times a week need at least 7 days', 6],
    [
      'a weekday that is not in the mission',
      { kind: 'weekdays', days: ['sun'] },
      'None of these days is in the mission',
      6,
    ],
  ])('refuses %s as an invalid field', async (_, schedule, message, duration_days = 28) => {
    const { owner, mission } = await buildScheduled(undefined);
    const created = await t.call(createMission, { token: owner.token, body: { ...BODY, schedule, duration_days } });
    for (const answer of [created, await edit(owner, mission, { schedule, duration_days })]) {
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors).toEqual([{ path: 'schedule', message }]);
    }
  });

  it('refuses an edit that makes the mission too short for its schedule', async () => {
    const { owner, mission } = await buildScheduled(THRICE);
    const answer = await edit(owner, mission, { duration_days: 5 });
    expect(answer.json().errors).toEqual([{ path: 'schedule', message: 'Times a week need at least 7 days' }]);
  });

  it('fixes schedule and, unless daily, the first day at the first check-in', async () => {
    const { owner, mission } = await buildScheduled(THRICE);
    expect((await edit(owner, mission, { schedule: { kind: 'weekly', times: 4 } })).statusCode).toBe(200);
    await checkIn(t, owner, mission);
    for (const body of [{ schedule: THRICE }, { schedule: { kind: 'daily' } }, { start_date: addDays(FIRST, 1) }])
      expect(codeOf(await edit(owner, mission, body))).toEqual([400, 'schedule_fixed']);
    const longer = await edit(owner, mission, { schedule: { kind: 'weekly', times: 4 }, duration_days: 35 });
    expect(longer.json()).toMatchObject({ schedule: { kind: 'weekly', times: 4 }, duration_days: 35 });
    const daily = await buildMission(t, owner, BODY);
    await checkIn(t, owner, daily);
    expect((await edit(owner, daily, { start_date: addDays(FIRST, 1) })).statusCode).toBe(200);
    expect(codeOf(await edit(owner, daily, { schedule: THRICE }))).toEqual([400, 'schedule_fixed']);
  });

  it('orders a first check-in and a concurrent edit of the schedule either way', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const { owner, mission } = await buildScheduled(undefined);
      // A Tuesday; only Monday is chosen.
      at(1);
      const change = () => edit(owner, mission, { schedule: { kind: 'weekdays', days: ['mon'] } });
      const both = round % 2 ? [checkIn(t, owner, mission), change()] : [change(), checkIn(t, owner, mission)];
      const answers = await Promise.all(both);
      const [created, edited] = round % 2 ? [answers[0]!, answers[1]!] : [answers[1]!, answers[0]!];
      expect(created.statusCode).toBe(201);
      const { is_extra, points_earned } = created.json().checkin;
      if (edited.statusCode === 200) expect([is_extra, points_earned]).toEqual([true, 0]);
      else expect([codeOf(edited)[1], is_extra, points_earned]).toEqual(['schedule_fixed', false, 10]);
      const [member] = await t.db.rows('select points, counted from members where mission_id = $1', [mission]);
      expect(member).toEqual({ points: points_earned, counted: is_extra ? 0 : 1 });
      ends.add(`${edited.statusCode}`);
    }
    expect(ends.size).toBeGreaterThan(0);
  });
});
