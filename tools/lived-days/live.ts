import { createCheckin, takeBackCheckin } from '#contract/checkins.ts';
import { completeMission } from '#contract/completion.ts';
import { leaveMission } from '#contract/members.ts';
import { createMission, deleteMission, getMission, patchMission } from '#contract/missions.ts';
import { generateInvitationCode, joinMission } from '#contract/missions-join.ts';
import { patchProfile } from '#contract/profile.ts';
import { createPushSubscription } from '#contract/push.ts';
import { saveReminder } from '#contract/reminders.ts';
import { saveSettings } from '#contract/settings.ts';
import { createPause, listPauses, removePause } from '#contract/streaks.ts';
import { dayOf } from '#domain/days.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { sendDigests } from '#server/features/digest/jobs.ts';
import { remind } from '#server/features/reminders/send/jobs.ts';
import { succeed } from '#server/testing/factories/succeed.ts';
import { buildUser, type TestUser } from '#server/testing/factories/users.ts';
import { upgradeToPremium } from '#server/testing/factories/webhooks.ts';
import type { CallOptions, TestApp } from '#server/testing/test-app.ts';
import { ask, askCheckins, type Moment, type World } from './ask.ts';
import { addCheckins, type Facts, toFacts, type Value } from './facts.ts';
import type { Sent } from './mailbox.ts';
import { type Action, instants, type Letter, type Plan, START, type TryAction } from './plan.ts';

/** The facts at each instant, and the events in between by `kind person mission number field`. */
export interface Lived {
  asked: Facts[];
  events: Facts;
}

export interface Offer {
  at: string;
  who: Letter;
  mission: Letter;
  day: 'today' | 'yesterday';
  offered: boolean;
  /** Null for a refusal. */
  taken: 'counts' | 'extra' | null;
}

interface Life extends World {
  readonly plan: Plan;
  readonly takeSent: () => Sent[];
  readonly events: Facts;
  readonly offers: Offer[];
  readonly missions: Map<Letter, { id: string; code: string }>;
  readonly checkins: Map<number, string>;
  readonly zones: Map<Letter, string>;
}

const HOUR = 3_600_000;
/** Reminders wait for up to two hours outside the quiet hours, so this step misses none. */
const TICK = 2 * HOUR;

const address = (letter: Letter) => `${letter.toLowerCase()}@example.com`;
const device = (letter: Letter) => `https://fcm.googleapis.com/fcm/send/${letter}`;

async function buildPeople(t: TestApp, plan: Plan): Promise<Map<Letter, TestUser>> {
  const users = new Map<Letter, TestUser>();
  for (const { letter, zone } of plan.people) {
    const user = await buildUser(t, { name: letter, email: address(letter), timezone: zone, proven: true });
    await upgradeToPremium(t, user);
    const { token } = user;
    await succeed(t, saveSettings, { token, body: { push_types: [], weekly_digest: true } });
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
    await succeed(t, createPushSubscription, { token, body: { endpoint: device(letter), keys, name: 'Phone' } });
    users.set(letter, user);
  }
  return users;
}

function note(life: Life, path: string, fields: Readonly<Record<string, Value>>): void {
  for (const [name, value] of Object.entries(fields)) life.events.set(`${path} ${name}`, value);
}

async function tryCheckin(life: Life, { at, who, mission, n, day, performed_at, sent_at }: TryAction): Promise<void> {
  const { t, users, missions, checkins } = life;
  const { id } = missions.get(mission)!;
  const { token } = users.get(who)!;
  const page = await t.call(getMission, { token, params: { id } });
  const can = page.statusCode === 200 ? page.json().can : null;
  const body = { mission_id: id, type: 'tick', day, performed_at, sent_at };
  const answer = await t.call(createCheckin, { token, body });
  const path = `receipt ${who} ${mission} ${n}`;
  const isTaken = answer.statusCode < 300;
  const { checkin, code, ...receipt } = answer.json();
  if (can && performed_at === undefined) {
    const offered = day === 'yesterday' ? can.check_in_yesterday : can.check_in;
    const taken = isTaken ? (checkin.is_extra ? 'extra' : 'counts') : null;
    life.offers.push({ who, mission, at, day: day ?? 'today', offered, taken });
  }
  if (!isTaken) return note(life, path, { refused: code });
  checkins.set(n, checkin.id);
  note(life, path, {
    day: checkin.local_day,
    points_earned: checkin.points_earned,
    is_extra: checkin.is_extra,
    is_late: checkin.is_late,
    is_comeback: checkin.is_comeback,
    mission_streak_days: receipt.mission_streak_days,
    streak_days: receipt.streak_days,
    points: receipt.points,
    level: receipt.level,
    level_up: receipt.level_up,
    rest_days_used: receipt.rest_days_used,
    milestone: receipt.milestone && [receipt.milestone.kind, receipt.milestone.days].filter(Boolean).join(' '),
  });
}

async function create(life: Life, { who, mission, body }: Extract<Action, { do: 'create' | 'edit' }>): Promise<void> {
  const { t, users, missions, letters } = life;
  const { token } = users.get(who)!;
  const { id } = await succeed(t, createMission, { token, body });
  const { invitation_code: code } = await succeed(t, generateInvitationCode, { token, params: { id } });
  missions.set(mission, { id, code });
  letters.set(id, mission);
}

/** Returns the call that ends today's break on the person's calendar, or null. */
async function endBreak({ t, users, zones }: Life, who: Letter): Promise<[Endpoint, CallOptions] | null> {
  const { token } = users.get(who)!;
  const today = dayOf(t.clock.now(), zones.get(who)!);
  const pauses = await succeed(t, listPauses, { token });
  const current = pauses.find(({ from_day, to_day }) => from_day <= today && today <= to_day);
  return current ? [removePause, { params: { id: current.id } }] : null;
}

/** Returns the call of an action without an event of its own, or null if nothing exists to call it for. */
async function toCall(life: Life, action: Action): Promise<[Endpoint, CallOptions] | null> {
  const { missions, checkins, zones } = life;
  const found = 'mission' in action ? missions.get(action.mission)! : { id: '', code: '' };
  const params = { id: found.id };
  if (action.do === 'edit') return [patchMission, { params, body: action.body }];
  if (action.do === 'remind') return [saveReminder, { params, body: action.body }];
  if (action.do === 'join') return [joinMission, { params: { code: found.code } }];
  if (action.do === 'leave') return [leaveMission, { params }];
  if (action.do === 'complete') return [completeMission, { params }];
  if (action.do === 'delete') return [deleteMission, { params }];
  if (action.do === 'break')
    return [createPause, { body: { from_day: action.from, to_day: action.to, reason: 'other' } }];
  if (action.do === 'end_break') return endBreak(life, action.who);
  if (action.do === 'move') {
    zones.set(action.who, action.zone);
    return [patchProfile, { body: { timezone: action.zone } }];
  }
  const id = action.do === 'undo' ? checkins.get(action.n) : undefined;
  return id ? [takeBackCheckin, { params: { id } }] : null;
}

async function act(life: Life, action: Action, n: number): Promise<void> {
  life.t.clock.set(action.at);
  if (action.do === 'check_in') return tryCheckin(life, action);
  if (action.do === 'create') return create(life, action);
  const call = await toCall(life, action);
  const path = `${action.do} ${action.who} ${'mission' in action ? action.mission : '-'} ${n}`;
  if (!call) return note(life, path, { answer: 'nothing' });
  const answer = await life.t.call(call[0], { token: life.users.get(action.who)!.token, ...call[1] });
  note(life, path, { answer: answer.statusCode < 300 ? 'done' : answer.json().code });
}

/** Runs the jobs that are due at the clock's time, and records the reminders and digests that they sent. */
async function runJobs(life: Life): Promise<void> {
  const { t, users, takeSent } = life;
  await t.queue.tick();
  await t.db.transact(async (tx) => {
    await tx.enqueue(remind, {});
    await tx.enqueue(sendDigests, {});
  });
  await t.queue.drain();
  const at = t.clock.now().toISOString();
  for (const { to, kind, mission, fields } of takeSent()) {
    const who = [...users.keys()].find((letter) => to === address(letter) || to === device(letter));
    note(life, `${kind} ${who} ${mission} ${at}`, fields);
  }
}

/** Lives a plan on the production app. `see` receives all screens at each noon and midnight of UTC. */
export async function live(
  t: TestApp,
  plan: Plan,
  takeSent: () => Sent[],
  see: (moment: Moment, world: World) => void,
): Promise<Lived & { offers: Offer[] }> {
  t.clock.set(`${START}T00:00:00Z`);
  const users = await buildPeople(t, plan);
  const letters = new Map([...users].map(([letter, { id }]) => [id, letter]));
  const zones = new Map(plan.people.map(({ letter, zone }) => [letter, zone]));
  const life: Life = {
    t,
    plan,
    takeSent,
    users,
    letters,
    zones,
    events: new Map(),
    offers: [],
    missions: new Map(),
    checkins: new Map(),
  };
  const asked: Facts[] = [];
  const actions = plan.actions.map((action, n) => ({ action, n, ms: Date.parse(action.at) }));
  for (let ms = Date.parse(START) + TICK; asked.length < instants.length; ms += TICK) {
    while (actions[0] && actions[0].ms < ms) {
      const { action, n } = actions.shift()!;
      await act(life, action, n);
    }
    t.clock.set(new Date(ms));
    await runJobs(life);
    if (t.clock.now().toISOString() !== instants[asked.length]) continue;
    const moment = await ask(life);
    see(moment, life);
    const facts = toFacts(moment, letters);
    if (asked.length % 14 === 13)
      for (const who of users.keys()) addCheckins(facts, who, await askCheckins(life, who), letters);
    asked.push(facts);
  }
  return { asked, events: life.events, offers: life.offers };
}
