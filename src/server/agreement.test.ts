import { afterAll, expect, it } from 'vitest';
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
import { addDays, dayOf, weekdayOf } from '#domain/days.ts';
import { smtpMail } from './adapters/mail/smtp.ts';
import { sendDigests } from './features/digest/jobs.ts';
import { NO_LIMITS } from './http/rate-limits.ts';
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

/** Numbers from 0 to below 1, the same ones in the same order for a seed (a linear congruential generator). */
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

/** After the last day of a mission a member's share is the completion in whole percent. */
function compareShares(mission: Found, { completion_percentage }: Found, person: TestUser): void {
  if (mission.today <= mission.last_day || mission.needed_yesterday) return;
  const self = mission.members.find((member: Found) => member.user_id === person.id);
  const whole = completion_percentage === 100 ? 100 : Math.min(99, Math.round(completion_percentage));
  expect([mission.title, self.share_since_joining]).toEqual([mission.title, whole]);
}

/** Everything that a person's screens say, held against each other; returns today and the ledger in each mission. */
async function compareScreens(person: TestUser, groups: readonly Group[]) {
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
  const current = insights.full.runs.find((run: Found) => run.current);
  expect(current?.days ?? 0).toBe(ledger.streak_days);
  if (ledger.days.length > 0) expect(ledger.days.at(-1).day).toBe(home.today);

  const ledgers = new Map<string, { day: string; state: string }[]>();
  for (const card of home.missions) {
    const where = { params: { id: card.id } };
    const mission = await read(getMission, person, where);
    const self = mission.members.find((member: Found) => member.user_id === person.id);
    const days = await read(getStreak, person, { query: { mission_id: card.id } });
    const { first_day, members } = await read(getQuilt, person, where);
    const square = members.find((row: Found) => row.user_id === person.id);
    const insight = insights.full.missions.find((one: Found) => one.mission_id === card.id);
    const completion = await read(getCompletion, person, where);
    const checkins = own.filter((one: Found) => one.mission_id === card.id);
    ledgers.set(card.id, days.days);

    const shared = [
      'due_today',
      'needed_today',
      'needed_yesterday',
      'own_goals',
      'extra_today',
      'week',
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
    expect(self.share_since_joining).toBe(insight.share);
    expect(completion.stats.planned_days).toBe(card.planned_days);
    compareShares(mission, completion.stats, person);

    const withState = (state: string) =>
      days.days.filter((one: Found) => one.state === state).map((one: Found) => one.day);
    const isIn = (day: string) => day >= first_day && day <= card.last_day;
    const checked = checkins.map((one: Found) => one.local_day).sort();
    expect(daysIn(square.days, first_day)).toEqual(checked);
    // West of where they were made, the latest may be of tomorrow.
    expect(withState('checked').filter(isIn)).toEqual(checked.filter((day: string) => day <= mission.today));
    const awayDays = daysIn(square.away_days, first_day).filter((day) => !checked.includes(day));
    const today = mission.today;
    expect(withState('excused').filter((day: string) => isIn(day) && day < today)).toEqual(
      awayDays.filter((day) => day < today),
    );
    const stateOn = (day: string) => days.days.find((one: Found) => one.day === day)?.state;
    if (isIn(today)) expect([card.id, stateOn(today) === 'open']).toEqual([card.id, card.due_today]);
    if (stateOn(addDays(today, -1)) !== undefined)
      expect(stateOn(addDays(today, -1)) === 'open').toBe(card.needed_yesterday);
    if (card.needed_yesterday) expect(card.can.check_in_yesterday).toBe(true);
    if (card.needed_today) expect(card.due_today).toBe(true);
    // West of where it was made, tomorrow's check-in counts before its day.
    const isAhead = checked.at(-1) > today;
    if (groups.find(({ id }) => id === card.id)?.kind !== 'weekly' && !mission.completed_at && !isAhead) {
      const counted = checkins.filter((one: Found) => !one.is_extra);
      const missed = [...withState('missed'), ...withState('rest')].filter((day) => isIn(day)).length;
      // A day away is not asked for; a check-in on it counts all the same.
      const away = new Set(daysIn(square.away_days, first_day));
      const wanted = missed + counted.filter((one: Found) => !away.has(one.local_day)).length;
      const share = counted.length >= wanted ? 100 : Math.min(99, Math.round((100 * counted.length) / wanted));
      expect([card.title, self.share_since_joining]).toEqual([card.title, counted.length === 0 ? 0 : share]);
    }
  }
  for (const card of home.completed_missions) {
    const where = { params: { id: card.id } };
    const { stats } = await read(getCompletion, person, where);
    expect(card.completion_percentage).toBe(stats.completion_percentage);
    compareShares(await read(getMission, person, where), stats, person);
  }
  return { ledgers, today: home.today as string };
}

/** The rows of a weekly mail: of each mission how many of how many, what was extra, and the points. */
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

async function liveTogether(seed: number): Promise<void> {
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
  for (let at = 0; at < DAYS; at += 1)
    for (const hour of ['05', '13', '22']) {
      const now = `${addDays(MONDAY, at)}T${hour}:10:00Z`;
      t.clock.set(now);
      for (const person of people) {
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
        if (chance(0.01) && at < 8) {
          const code = await buildInvitationCode(t, late.owner, late.id);
          await t.call(joinMission, { token: person.token, params: { code } });
        }
      }
      await t.queue.drain();
      for (const { id, owner } of groups)
        if (chance(0.2)) await t.call(completeMission, { token: owner.token, params: { id } });

      await t.db.transact((tx) => tx.enqueue(sendDigests, {}));
      await t.queue.drain();
      const sent = smtp.mails.slice(mails).filter(({ text }) => /points?\.$/m.test(text ?? ''));
      mails = smtp.mails.length;
      // Every night, and on some mornings before noon, when yesterday is open.
      if (hour === '13' || (hour === '05' && at % 3 > 0)) continue;
      for (const person of people) {
        const seen = await compareScreens(person, groups);
        const mail = sent.find(({ recipients }) => recipients.includes(person.email));
        if (mail) compareMail(mail.text!, seen, groups);
      }
      await compareFeeds(groups);
    }
}

/** What a mail says of the week that is over equals the ledgers. */
function compareMail(
  text: string,
  { ledgers, today }: Awaited<ReturnType<typeof compareScreens>>,
  groups: readonly Group[],
): void {
  const rows = rowsOf(text);
  expect(rows.length).toBeGreaterThan(0);
  for (const { title, of, done, target, extra, points } of rows) {
    const { id, kind } = groups.find((group) => group.title === title)!;
    const days = ledgers.get(id);
    if (kind === 'weekly') {
      // A break after a check-in lowers the target, and the check-in keeps its points.
      expect(done).toBeLessThanOrEqual(target);
      expect(points).toBeGreaterThanOrEqual(10 * done);
      expect(points).toBeLessThanOrEqual(10 * (done + extra));
      continue;
    }
    expect(points).toBe(10 * done);
    if (!days) continue;
    const monday = addDays(today, -7 - weekdayOf(today));
    const week = days.filter(({ day }) => day >= monday && day < addDays(monday, 7));
    const checked = week.filter(({ state }) => state === 'checked').length;
    const missed = week.filter(({ state }) => state === 'missed' || state === 'rest').length;
    expect([title, of, checked, done + missed]).toEqual([
      title,
      target > 0 ? (target === 1 ? 'day' : 'days') : 'nothing',
      done + extra,
      target,
    ]);
  }
}

/** Of each mission the feed has as many check-ins as its members are said to have. */
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

it('Over four weeks of twelve people all screens and the weekly mail say the same numbers.', async () => {
  await liveTogether(Number(process.env.FAST_CHECK_SEED ?? 1));
}, 300_000);
