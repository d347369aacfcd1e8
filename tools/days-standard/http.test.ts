import { expect, it } from 'vitest';
import { login } from '#contract/auth.ts';
import { getCheckin, takeBackCheckin } from '#contract/checkins.ts';
import { completeMission } from '#contract/completion.ts';
import { leaveMission } from '#contract/members.ts';
import { getMission, patchMission } from '#contract/missions.ts';
import { joinMission } from '#contract/missions-join.ts';
import { updateProfile } from '#contract/profile.ts';
import { createPause, getStreak, listPauses, removePause } from '#contract/streaks.ts';
import { dayOf, startOfDay } from '#domain/days.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { buildInvitationCode, buildMission, checkIn } from '#server/testing/factories/missions.ts';
import { buildUser, type TestUser } from '#server/testing/factories/users.ts';
import { testApp } from '#server/testing/test-app.ts';
import { type CaseEvent, LETTERS, type OwnAnswer, type PlanAnswer, type TriedCheckin, type TryEvent } from './cases.ts';
import { readCases, type WrittenCase } from './read-cases.ts';

const t = await testApp();

/** Idle sessions expire, so a user who returns later signs in again. */
const SIGNED_IN_DAYS = 20;
/** No zone is further east, so an owner there can complete a mission while others still have its last day. */
const OWNER_ZONE = 'Etc/GMT-14';

/** Signs in a user whose session never expires, whatever the clock skips. */
async function stayingUser(timezone: string) {
  const user = await buildUser(t, { timezone });
  let signed_in_at = t.clock.now().getTime();
  return async (): Promise<TestUser> => {
    const now = t.clock.now().getTime();
    if (now - signed_in_at > SIGNED_IN_DAYS * DAY_MS) {
      const { email, password } = user;
      user.token = (await t.call(login, { body: { email, password } })).json().access_token;
      signed_in_at = now;
    }
    return user;
  };
}

interface HttpPlan {
  id: string;
  code: string;
}

/** Returns true if the server accepted a request. A rule's refusal is fine, but no other error. */
function isTaken(answer: { statusCode: number; body: string }): boolean {
  if (answer.statusCode >= 300) expect([400, 404, 422], answer.body).toContain(answer.statusCode);
  return answer.statusCode < 300;
}

/**
 * Lives a case through the API. `check_ins` are the results of its attempts; the functions read the state at the end.
 */
async function liveThroughHttp({ zone, plans, events, ask_at }: WrittenCase) {
  const joinings = Object.entries(plans).map(([letter, { first_day, joined_at }]) => {
    return { letter, at: joined_at === undefined ? startOfDay(first_day, zone) : new Date(joined_at) };
  });
  const begins = Object.values(plans).map(({ first_day }) => startOfDay(first_day, zone));
  const instants = [...begins, ...joinings.map(({ at }) => at), ...events.map(({ at }) => new Date(at))];
  // Before all of them, also in the owner's zone.
  t.clock.set(new Date(Math.min(...instants.map((at) => at.getTime())) - 3 * DAY_MS));
  const [findOwner, findMember] = [await stayingUser(OWNER_ZONE), await stayingUser(zone)];
  const missions = new Map<string, HttpPlan>();
  for (const [letter, { first_day, days, schedule }] of Object.entries(plans)) {
    const owner = await findOwner();
    const id = await buildMission(t, owner, { start_date: first_day, duration_days: days, schedule });
    missions.set(letter, { id, code: await buildInvitationCode(t, owner, id) });
  }
  const check_ins: TriedCheckin[] = [];
  /** The IDs of check-ins, by plan and day. */
  const ids = new Map<string, string>();

  const joinBy = async ({ code }: HttpPlan) => {
    const { token } = await findMember();
    expect((await t.call(joinMission, { token, params: { code } })).statusCode).toBe(200);
  };
  const tryCheckin = async (event: TryEvent, { id }: HttpPlan) => {
    const times = { performed_at: event.made_at, sent_at: event.sent_at };
    const answer = await checkIn(t, await findMember(), id, { day: event.for ?? 'today', ...times });
    if (!isTaken(answer)) return check_ins.push(null);
    const { checkin } = answer.json();
    ids.set(`${event.plan} ${checkin.local_day}`, checkin.id);
    return check_ins.push(checkin.is_extra ? { day: checkin.local_day, extra: true } : { day: checkin.local_day });
  };
  const endBreak = async (today: string) => {
    const { token } = await findMember();
    const pauses: { id: string; from_day: string; to_day: string }[] = (await t.call(listPauses, { token })).json();
    const running = pauses.find(({ from_day, to_day }) => from_day <= today && today <= to_day);
    expect((await t.call(removePause, { token, params: { id: running!.id } })).statusCode).toBe(204);
  };
  let ownZone = zone;
  const happen = async (event: CaseEvent) => {
    const { token, name } = await findMember();
    const mission = 'plan' in event ? missions.get(event.plan)! : { id: '', code: '' };
    const params = { id: mission.id };
    if (event.do === 'check_in') await tryCheckin(event, mission);
    else if (event.do === 'move') {
      ownZone = event.zone;
      expect((await t.call(updateProfile, { token, body: { name, timezone: event.zone } })).statusCode).toBe(200);
    } else if (event.do === 'break') {
      const body = { from_day: event.from, to_day: event.to, reason: 'other' };
      isTaken(await t.call(createPause, { token, body }));
    } else if (event.do === 'end_break') await endBreak(dayOf(t.clock.now(), ownZone));
    else if (event.do === 'take_back') {
      const id = ids.get(`${event.plan} ${event.day}`)!;
      expect((await t.call(takeBackCheckin, { token, params: { id } })).statusCode).toBe(204);
      ids.delete(`${event.plan} ${event.day}`);
    } else if (event.do === 'leave') expect((await t.call(leaveMission, { token, params })).statusCode).toBe(204);
    else if (event.do === 'return') await joinBy(mission);
    else await changeMission(event, await findOwner(), params);
  };
  const changeMission = async (event: CaseEvent, { token }: TestUser, params: { id: string }) => {
    const body = event.do === 'edit' ? { start_date: event.first_day, duration_days: event.days } : {};
    const endpoint = event.do === 'edit' ? patchMission : completeMission;
    const answer = await t.call(endpoint, { token, params, body });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    await t.queue.drain();
  };
  const steps = [
    ...joinings.map(({ letter, at }) => ({ at, live: () => joinBy(missions.get(letter)!) })),
    ...events.map((event) => ({ at: new Date(event.at), live: () => happen(event) })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  for (const { at, live } of steps) {
    t.clock.set(at);
    await live();
  }

  t.clock.set(ask_at);
  const { id: user_id, token } = await findMember();
  const findStreak = async (query: Record<string, string>): Promise<OwnAnswer> => {
    const { days, streak_days, longest_streak, rest_days } = (await t.call(getStreak, { token, query })).json();
    const letters: string[] = days.map(({ state }: { state: keyof typeof LETTERS }) => LETTERS[state]);
    return { days: letters.join(''), streak: streak_days, longest: longest_streak, rest_days };
  };
  const findComebacks = async (letter: string): Promise<string[]> => {
    const days: string[] = [];
    for (const [key, id] of [...ids].sort().filter(([one]) => one.startsWith(`${letter} `)))
      if ((await t.call(getCheckin, { token, params: { id } })).json().is_comeback) days.push(key.slice(2));
    return days;
  };
  const findPlan = async (letter: string): Promise<PlanAnswer> => {
    const { id } = missions.get(letter)!;
    const mission = (await t.call(getMission, { token, params: { id } })).json();
    const member = mission.members.find((one: { user_id: string }) => one.user_id === user_id);
    const { due_today, needed_today, week, planned_days, can, needed_yesterday } = mission;
    const inWeek = week && { done: week.done, target: week.target };
    expect(member).toMatchObject({ due_today, needed_today, week: inWeek });
    return {
      ...(await findStreak({ mission_id: id })),
      ...{ due_today, needed_today, planned: planned_days, share: member.share_since_joining },
      yesterday: { can: can.check_in_yesterday, open: needed_yesterday },
      week: week && { from: week.from_day, to: week.to_day, ...inWeek },
      comebacks: await findComebacks(letter),
    };
  };
  return { check_ins, findOwn: () => findStreak({}), findPlan };
}

async function compare(one: WrittenCase): Promise<void> {
  const { check_ins, findOwn, findPlan } = await liveThroughHttp(one);
  expect(check_ins).toEqual(one.expect.check_ins);
  for (const [letter, own] of Object.entries(one.expect.plans ?? {}))
    expect(await findPlan(letter), `plan ${letter}`).toMatchObject(own);
  if (one.expect.own) expect(await findOwn()).toMatchObject(one.expect.own);
}

it.each(readCases().map((one) => [one.id, one] as const))(
  'returns the expected result of %s through the API',
  { timeout: 60_000 },
  (_, one) => compare(one),
);
