import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { listCheckins, listOwnCheckins, takeBackCheckin } from '#contract/checkins.ts';
import { completeMission, getCompletion } from '#contract/completion.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { getInsights } from '#contract/insights.ts';
import { leaveMission } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { joinMission } from '#contract/missions-join.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { patchProfile } from '#contract/profile.ts';
import { saveSettings } from '#contract/settings.ts';
import { createPause, getStreak } from '#contract/streaks.ts';
import { daysIn } from '#domain/day-bits.ts';
import { addDays, dayOf, earlierDay, weekdayOf } from '#domain/days.ts';
import { NO_LIMITS } from '#platform/http/rate-limits.ts';
import { smtpMail } from '#platform/mail/smtp.ts';
import { sendDigests } from './features/digest/jobs.ts';
import { buildInvitationCode, buildMembers, buildMission, checkIn } from './testing/factories/missions.ts';
import { buildUser, type TestUser } from './testing/factories/users.ts';
import { upgradeToPremium } from './testing/factories/webhooks.ts';
import { startFakeSmtp } from './testing/smtp-server.ts';
import { testApp } from './testing/test-app.ts';

const smtp = await startFakeSmtp();
const t = await testApp({
  limits: NO_LIMITS,
  mail: smtpMail({ url: smtp.url, from: 'Emberkin <hello@emberkin.example>', timeout_ms: 2000 }),
});
afterAll(() => smtp.close());

const PEOPLE = 12;
const DAYS = 28;
const MONDAY = '2026-11-16';
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati'];

/** Returns a generator of reproducible numbers from 0 to below 1 (a linear congruential generator). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Found = ReturnType<typeof JSON.parse>;
const read = async (endpoint: Parameters<typeof t.call>[0], person: TestUser, options: object = {}): Promise<Found> => {
  const answer = await t.call(endpoint, { token: person.token, ...options });
  expect([endpoint.path, answer.statusCode]).toEqual([endpoint.path, 200]);
  return answer.json();
};

interface Group {
  id: string;
  title: string;
  kind: string;
  first_day: string;
  owner: TestUser;
}

/** What one user's screens show about a mission: the ledger, and the days of extra check-ins. */
interface OwnDays {
  today: string;
  days: { day: string; state: string }[];
  extra: ReadonlySet<string>;
}

/** Counts the check-ins that count and the missed days in a range. */
function sumOf({ days, extra }: OwnDays, from: string, to: string): { done: number; missed: number } {
  const within = days.filter(({ day }) => day >= from && day <= to);
  return {
    done: within.filter(({ day, state }) => state === 'checked' && !extra.has(day)).length,
    missed: within.filter(({ state }) => state === 'missed' || state === 'rest').length,
  };
}

/** Returns a share in whole percent, which is 100 only without a missed day. */
function wholeShare({ done, missed }: { done: number; missed: number }): number {
  if (done === 0) return 0;
  return missed === 0 ? 100 : Math.min(99, Math.round((100 * done) / (done + missed)));
}

const percentage = (done: number, planned: number) => (planned === 0 ? 0 : Math.round((10_000 * done) / planned) / 100);

/** Compares every share and number of stitches on the mission page and its celebration with the ledger. */
async function compareShares(person: TestUser, id: string, own: readonly Found[]) {
  const where = { params: { id } };
  const mission = await read(getMission, person, where);
  const completion = await read(getCompletion, person, where);
  const { days, streak_days, longest_streak } = await read(getStreak, person, { query: { mission_id: id } });
  const checkins = own.filter((one: Found) => one.mission_id === id);
  const extra = new Set<string>(checkins.filter((one: Found) => one.is_extra).map((one: Found) => one.local_day));
  const ownDays: OwnDays = { today: mission.today, days, extra };
  const from = days[0]?.day ?? mission.first_day;
  // In a zone further west, the latest check-in might be for tomorrow, which no ledger contains yet.
  const ahead = checkins.filter((one: Found) => one.local_day > mission.today && !one.is_extra).length;
  const { done: shown, missed } = sumOf(ownDays, from, mission.last_day);
  const done = shown + ahead;
  const { stats, badges } = completion;
  const self = mission.members.find((member: Found) => member.user_id === person.id);
  const over = mission.completed_at !== null || (mission.today > mission.last_day && !mission.needed_yesterday);
  expect([mission.title, mission.counted_checkins, self.share_since_joining]).toEqual([
    mission.title,
    done,
    wholeShare({ done, missed }),
  ]);
  expect(stats.planned_days).toBe(mission.planned_days);
  expect(mission.planned_days).toBeGreaterThanOrEqual(done + missed);
  if (over) expect([mission.title, mission.planned_days]).toEqual([mission.title, done + missed]);
  expect(stats.completion_percentage).toBe(percentage(done, mission.planned_days));
  const page = await t.app.inject({ url: new URL(completion.share_url).pathname });
  expect(page.body).toContain(`${stats.completion_percentage.toFixed(2)}%`);
  const names = badges.map(({ name }: Found) => name);
  if (names.includes('Perfect Mission')) expect(wholeShare({ done, missed })).toBe(100);
  if (names.includes('Consistent')) expect(stats.completion_percentage).toBeGreaterThanOrEqual(80);
  for (const week of [mission.week, ...mission.members.map((member: Found) => member.week)])
    if (week) expect(week.done).toBeLessThanOrEqual(week.target);
  return { mission, completion, self, ownDays, checkins, ledger: { days, streak_days, longest_streak } };
}

/** What a user's screens show, for comparing it with other users' screens. */
interface Seen {
  today: string;
  own: Map<string, OwnDays>;
  missions: Found[];
  owned: Found[];
}

/** Compares all screens of a user with each other. */
async function compareScreens(person: TestUser): Promise<Seen> {
  const home = await read(getDashboard, person);
  const ledger = await read(getStreak, person);
  const insights = await read(getInsights, person);
  const profile = await read(me, person);
  const own = [];
  for (let before: string | undefined; ; ) {
    const { checkins } = await read(listOwnCheckins, person, { query: { limit: 50, ...(before ? { before } : {}) } });
    own.push(...checkins);
    if (checkins.length < 50) break;
    before = checkins.at(-1).id;
  }
  expect(profile.streak_days).toBe(ledger.streak_days);
  expect(home.stats.streak_days).toBe(ledger.streak_days);
  expect(insights.full.longest_streak).toBe(ledger.longest_streak);
  expect(insights.days_checked).toBeLessThanOrEqual(insights.days_open);
  const current = insights.full.runs.find((run: Found) => run.current);
  expect(current?.days ?? 0).toBe(ledger.streak_days);
  if (ledger.days.length > 0) expect(ledger.days.at(-1).day).toBe(home.today);

  const seen: Seen = { today: home.today, own: new Map(), missions: [], owned: insights.full.owned };
  for (const card of home.missions) {
    const { mission, completion, self, ownDays, checkins, ledger: days } = await compareShares(person, card.id, own);
    const { first_day, members } = await read(getQuilt, person, { params: { id: card.id } });
    const square = members.find((row: Found) => row.user_id === person.id);
    const insight = insights.full.missions.find((one: Found) => one.mission_id === card.id);
    seen.own.set(card.id, ownDays);
    seen.missions.push(mission);

    const shared = [
      'due_today',
      'needed_today',
      'needed_yesterday',
      'own_goals',
      'extra_today',
      'week',
      'counted_checkins',
      'planned_days',
    ];
    for (const name of [...shared, 'can', 'schedule', 'days_remaining']) expect(card[name]).toEqual(mission[name]);
    expect([self.due_today, self.needed_today]).toEqual([card.due_today, card.needed_today]);
    expect(self.week).toEqual(card.week && { done: card.week.done, target: card.week.target });
    expect([card.streak_days, self.streak_days]).toEqual([days.streak_days, days.streak_days]);
    const points = checkins.reduce((sum: number, one: Found) => sum + one.points_earned, 0);
    expect([card.points, insight.points, completion.stats.total_points]).toEqual([points, points, points]);
    const { length } = checkins;
    expect([card.checkins_count, self.checkins_count, insight.checkins, completion.stats.checkins_count]).toEqual(
      Array.from({ length: 4 }, () => length),
    );
    expect(insight.longest_streak).toBe(days.longest_streak);
    expect(insight.share).toBe(self.share_since_joining);

    const withState = (state: string) => ownDays.days.filter((one) => one.state === state).map((one) => one.day);
    const isIn = (day: string) => day >= first_day && day <= card.last_day;
    const checked = checkins.map((one: Found) => one.local_day).sort();
    expect(daysIn(square.days, first_day)).toEqual(checked);
    // In a zone further west, the latest check-in might be for tomorrow.
    expect(withState('checked').filter(isIn)).toEqual(checked.filter((day: string) => day <= mission.today));
    const awayDays = daysIn(square.away_days, first_day).filter((day) => !checked.includes(day));
    const today = mission.today;
    const from = ownDays.days[0]?.day ?? first_day;
    expect(withState('excused').filter((day: string) => isIn(day) && day < today)).toEqual(
      awayDays.filter((day) => day >= from && day < today),
    );
    // A day off or an open day is drawn as such, even if another mission spent a rest day on it.
    const drawnBefore = [...awayDays, ...daysIn(square.free_days, first_day), ...withState('open'), ...checked];
    expect(
      daysIn(square.rest_days, first_day).filter((day) => isIn(day) && day >= from && !drawnBefore.includes(day)),
    ).toEqual(withState('rest').filter(isIn));
    expect(square.is_yesterday_open).toBe(card.needed_yesterday);
    const stateOn = (day: string) => ownDays.days.find((one) => one.day === day)?.state;
    if (isIn(today)) expect([card.id, stateOn(today) === 'open']).toEqual([card.id, card.due_today]);
    if (stateOn(addDays(today, -1)) !== undefined)
      expect(stateOn(addDays(today, -1)) === 'open').toBe(card.needed_yesterday);
    if (card.needed_yesterday) expect(card.can.check_in_yesterday).toBe(true);
    if (card.needed_today) expect(card.due_today).toBe(true);
  }
  for (const card of home.completed_missions_history) {
    const { mission, completion, self, ownDays } = await compareShares(person, card.id, own);
    seen.own.set(card.id, ownDays);
    seen.missions.push(mission);
    const { counted_checkins, planned_days, completion_percentage } = card;
    const figures = { counted_checkins, planned_days, completion_percentage };
    expect(figures).toEqual({
      counted_checkins: mission.counted_checkins,
      planned_days: mission.planned_days,
      completion_percentage: completion.stats.completion_percentage,
    });
    expect(insights.full.missions.find((one: Found) => one.mission_id === card.id).share).toBe(
      self.share_since_joining,
    );
    for (const [user_id, stats] of Object.entries<Found>(card.completion_stats)) {
      const { share_since_joining } = mission.members.find((member: Found) => member.user_id === user_id);
      const { completion_percentage: percent } = stats;
      const whole = percent === 100 ? 100 : Math.min(99, Math.round(percent));
      expect([card.title, user_id, share_since_joining]).toEqual([card.title, user_id, whole]);
    }
  }
  return seen;
}

/**
 * Compares what the screens show about other users with those users' own screens: team results, and the owner's health
 * view.
 */
function compareWithOthers(all: ReadonlyMap<string, Seen>): void {
  for (const { missions, owned } of all.values()) {
    for (const { id, title, together, members, last_day } of missions) {
      if (together === null) continue;
      const sums = members.map(({ user_id }: Found) => {
        const ownDays = all.get(user_id)!.own.get(id)!;
        const until = earlierDay(ownDays.today, last_day);
        return sumOf(ownDays, addDays(until, -6), until);
      });
      const sum = (name: 'done' | 'missed') => sums.reduce((whole: number, one: Found) => whole + one[name], 0);
      expect([title, together]).toEqual([title, { done: sum('done'), total: sum('done') + sum('missed') }]);
    }
    for (const { mission_id, title, carrying, drifting, away } of owned)
      for (const one of [...carrying, ...drifting, ...away]) {
        const ownDays = all.get(one.user_id)!.own.get(mission_id)!;
        const isDone = ownDays.days.some(({ day, state }) => day === ownDays.today && state === 'checked');
        const until = isDone ? ownDays.today : addDays(ownDays.today, -1);
        const recent = sumOf(ownDays, addDays(until, -6), until);
        const earlier = sumOf(ownDays, addDays(until, -20), addDays(until, -7));
        expect([title, one.name, one.recent_checked, one.recent_open, one.earlier_checked, one.earlier_open]).toEqual([
          ...[title, one.name, recent.done, recent.done + recent.missed],
          ...[earlier.done, earlier.done + earlier.missed],
        ]);
      }
  }
}

/** Parses the rows of a weekly email: per mission the check-ins, the target, the extra check-ins and the points. */
const rowsOf = (text: string) =>
  [
    ...text.matchAll(
      /^(.+)\n(?:(\d+) of (\d+) (days?|that week|so far)(?: and (\d+) extra)?|(\d+) check-ins?), (\d+) points?\.$/gm,
    ),
  ].map(([, title, done, target, of, extra, checkins, points]) => ({
    title: title!,
    of: of ?? 'nothing',
    done: Number(done ?? 0),
    target: Number(target ?? 0),
    extra: Number(extra ?? checkins ?? 0),
    points: Number(points),
  }));

/**
 * Creates users with missions. Returns a function that simulates some of their days and compares at each noon and
 * midnight.
 */
async function liveTogether(seed: number): Promise<(from: number, to: number) => Promise<void>> {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const chance = (share: number) => random() < share;
  t.clock.set(`${MONDAY}T00:30:00Z`);
  const people: TestUser[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const person = await upgradeToPremium(t, await buildUser(t, { timezone: ZONES[n % ZONES.length]!, proven: true }));
    await t.call(saveSettings, { token: person.token, body: { push_types: [], weekly_digest: true } });
    people.push(person);
  }
  const groups: Group[] = [];
  const found = async (title: string, kind: string, owner: TestUser, at: number, body: object) => {
    const first_day = addDays(MONDAY, at);
    const id = await buildMission(t, owner, { title, start_date: first_day, ...body });
    groups.push({ id, title, kind, first_day, owner });
    return id;
  };
  const [anna, ben, cleo] = people as [TestUser, TestUser, TestUser];
  const goals = { level_goal: 2, streak_goal: 9, reward_description: 'Dinner' };
  await found('Every day', 'daily', anna, 0, { duration_days: DAYS, ...goals });
  await found('Three a week', 'weekly', ben, 2, { duration_days: DAYS, schedule: { kind: 'weekly', times: 3 } });
  await found('Certain days', 'weekdays', cleo, 0, {
    duration_days: 12,
    schedule: { kind: 'weekdays', days: ['mon', 'wed', 'fri'] },
  });
  await found('Together', 'daily', anna, 1, { duration_days: 9, board: 'together', ...goals });
  await found('Once more', 'daily', cleo, 20, { duration_days: 7 });
  for (const { id, owner } of groups)
    await buildMembers(
      t,
      owner,
      id,
      people.filter((one) => one !== owner && chance(0.6)),
    );

  let mails = 0;
  return async (from, to) => {
    for (let at = from; at < to; at += 1)
      for (const time of ['00:00', '05:10', '12:00', '13:10', '22:10']) {
        const now = `${addDays(MONDAY, at)}T${time}:00Z`;
        if (t.clock.now() > new Date(now)) continue;
        t.clock.set(now);
        const isCompared = time === '00:00' || time === '12:00';
        for (const person of isCompared ? [] : people) {
          const home = await read(getDashboard, person);
          for (const card of home.missions) {
            const day = chance(0.15) ? { day: 'yesterday' } : {};
            if (!chance(0.35)) continue;
            const answer = await checkIn(t, person, card.id, day);
            if (answer.statusCode !== 201 || !chance(0.08)) continue;
            const taken = await t.call(takeBackCheckin, {
              token: person.token,
              params: { id: answer.json().checkin.id },
            });
            expect(taken.statusCode).toBe(204);
          }
          const today = dayOf(t.clock.now(), 'UTC');
          if (chance(0.01)) {
            const body = {
              from_day: addDays(today, 1),
              to_day: addDays(today, 1 + Math.floor(random() * 4)),
              reason: 'rest',
            };
            await t.call(createPause, { token: person.token, body });
          }
          if (chance(0.02)) await t.call(patchProfile, { token: person.token, body: { timezone: pick(ZONES) } });
          if (chance(0.005)) await t.call(leaveMission, { token: person.token, params: { id: pick(groups).id } });
          const late = pick(groups);
          if (chance(0.015) && at < 20) {
            const code = await buildInvitationCode(t, late.owner, late.id);
            await t.call(joinMission, { token: person.token, params: { code } });
          }
        }
        await t.queue.drain();
        for (const { id, owner } of isCompared ? [] : groups)
          if (chance(0.2)) await t.call(completeMission, { token: owner.token, params: { id } });

        await t.db.transact((tx) => tx.enqueue(sendDigests, {}));
        await t.queue.drain();
        const sent = smtp.mails.slice(mails).filter(({ text }) => /points?\.$/m.test(text ?? ''));
        mails = smtp.mails.length;
        const seen = new Map<string, Seen>();
        for (const person of people) {
          const mail = sent.find(({ recipients }) => recipients.includes(person.email));
          if (!isCompared && !mail) continue;
          const own = await compareScreens(person);
          seen.set(person.id, own);
          if (mail) compareMail(mail.text!, own, groups);
        }
        if (!isCompared) continue;
        compareWithOthers(seen);
        if (time === '00:00') await compareFeeds(groups);
      }
  };
}

/** Compares an email's numbers for the past week with the ledgers. */
function compareMail(text: string, { own, today }: Seen, groups: readonly Group[]): void {
  const rows = rowsOf(text);
  expect(rows.length).toBeGreaterThan(0);
  const monday = addDays(today, -7 - weekdayOf(today));
  const sunday = addDays(monday, 6);
  for (const { title, of, done, target, extra, points } of rows) {
    const { id, kind, first_day } = groups.find((group) => group.title === title)!;
    const ownDays = own.get(id);
    expect(done).toBeLessThanOrEqual(target);
    if (kind !== 'weekly') expect(points).toBe(10 * done);
    else {
      expect(points).toBeGreaterThanOrEqual(10 * done);
      expect(points).toBeLessThanOrEqual(10 * (done + extra));
    }
    if (!ownDays) continue;
    if (kind !== 'weekly') {
      const week = sumOf(ownDays, monday, sunday);
      const checked = ownDays.days.filter(
        ({ day, state }) => state === 'checked' && day >= monday && day <= sunday,
      ).length;
      expect([title, of, done + extra, target]).toEqual([
        title,
        target > 0 ? (target === 1 ? 'day' : 'days') : 'nothing',
        checked,
        week.done + week.missed,
      ]);
      continue;
    }
    if (of !== 'that week') continue;
    const begins = [0, 7, 14, 21].map((at) => addDays(first_day, at));
    const ended = begins.filter((begin) => addDays(begin, 6) >= monday && addDays(begin, 6) <= sunday);
    // A week that started before joining offers more days than could be missed.
    if (ended.some((begin) => begin < ownDays.days[0]!.day)) continue;
    const sums = ended.map((begin) => sumOf(ownDays, begin, addDays(begin, 6)));
    const sum = (name: 'done' | 'missed') => sums.reduce((all, one) => all + one[name], 0);
    expect([title, done, target]).toEqual([title, sum('done'), sum('done') + sum('missed')]);
  }
}

/** Compares each mission's number of check-ins in the feed with its members' counts. */
async function compareFeeds(groups: readonly Group[]): Promise<void> {
  for (const { id, owner } of groups) {
    const { members } = await read(getMission, owner, { params: { id } });
    const counts = new Map<string, number>();
    for (let before: string | undefined; ; ) {
      const page = await read(listCheckins, owner, {
        params: { id },
        query: { limit: 50, ...(before ? { before } : {}) },
      });
      for (const { user_id } of page) counts.set(user_id, (counts.get(user_id) ?? 0) + 1);
      if (page.length < 50) break;
      before = page.at(-1).id;
    }
    for (const { user_id, checkins_count } of members) expect(counts.get(user_id) ?? 0).toBe(checkins_count);
  }
}

describe('all screens and emails of twelve users agree at each noon and midnight', () => {
  let live: Awaited<ReturnType<typeof liveTogether>>;
  beforeAll(async () => {
    live = await liveTogether(Number(process.env.FAST_CHECK_SEED ?? 1));
  }, 60_000);

  it.each([1, 2, 3, 4])('in week %i', (week) => live(7 * (week - 1), 7 * week), 300_000);
});
