import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { completeMission } from '#contract/completion.ts';
import { leaveMission, type Member, nudgeMember } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { listNotifications } from '#contract/notifications.ts';
import { blockUser } from '#contract/safety.ts';
import { createPause } from '#contract/streaks.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
const HOUR = 3_600_000;

const nudge = (person: TestUser, id: string, userId: string) =>
  t.call(nudgeMember, { token: person.token, params: { id, userId } });
const codeOf = (answer: { statusCode: number; body: string; json(): { code: string } }) => [
  answer.statusCode,
  answer.body && answer.json().code,
];
const fetchBell = async (person: TestUser) => (await t.call(listNotifications, { token: person.token })).json();
const block = (person: TestUser, other: TestUser) =>
  t.call(blockUser, { token: person.token, params: { id: other.id } });

/** The nudge fields of `other` on the mission page of `person`. */
async function fetchMember(person: TestUser, id: string, other: TestUser) {
  const page = (await t.call(getMission, { token: person.token, params: { id } })).json();
  const { can_nudge, nudged_today, nudged_by } = page.members.find((m: Member) => m.user_id === other.id)!;
  return { can_nudge, nudged_today, nudged_by };
}

async function buildPair(body: Record<string, unknown> = {}, zone = 'UTC') {
  t.clock.set(NOON);
  const ana = await buildUser(t, { name: 'Ana' });
  const ben = await buildUser(t, { name: 'Ben', timezone: zone });
  const mission = await buildMission(t, ana, { title: 'Run 30', ...body });
  await buildMembers(t, ana, mission, [ben]);
  return { ana, ben, mission };
}

describe('a nudge', () => {
  it('notifies a member who has not checked in, and both pages show it', async () => {
    const { ana, ben, mission } = await buildPair();
    expect(await fetchMember(ana, mission, ben)).toEqual({ can_nudge: true, nudged_today: false, nudged_by: null });
    expect(await fetchMember(ana, mission, ana)).toEqual({ can_nudge: false, nudged_today: false, nudged_by: null });
    const answer = await nudge(ana, mission, ben.id);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await fetchMember(ana, mission, ben)).toEqual({ can_nudge: false, nudged_today: true, nudged_by: null });
    expect(await fetchMember(ben, mission, ben)).toEqual({
      can_nudge: false,
      nudged_today: false,
      nudged_by: { name: 'Ana', others: 0 },
    });
    expect(await fetchBell(ben)).toMatchObject({
      unread_count: 1,
      notifications: [
        {
          type: 'nudge',
          user_name: 'Ana',
          mission_id: mission,
          mission_title: 'Run 30',
          checkin_id: null,
          checkin_type: null,
          content: '',
          points_earned: 0,
          created_at: NOON,
        },
      ],
    });
    expect(await fetchBell(ana)).toMatchObject({ unread_count: 0 });
  });

  it('can be sent once a day to each member of each mission', async () => {
    const { ana, ben, mission } = await buildPair();
    const other = await buildMission(t, ana);
    const cem = await buildUser(t, { name: 'Cem' });
    await buildMembers(t, ana, mission, [cem]);
    await buildMembers(t, ana, other, [ben]);
    await nudge(ana, mission, ben.id);
    const again = await nudge(ana, mission, ben.id);
    expect([again.statusCode, again.json()]).toMatchObject([
      400,
      { code: 'already_nudged', detail: 'You have already nudged this member today' },
    ]);
    expect(await fetchMember(cem, mission, ben)).toMatchObject({
      can_nudge: true,
      nudged_by: { name: 'Ana', others: 0 },
    });
    for (const [from, id] of [
      [ana, other],
      [cem, mission],
    ] as const)
      expect((await nudge(from, id, ben.id)).statusCode).toBe(204);
    expect(await fetchMember(ben, mission, ben)).toMatchObject({ nudged_by: { name: 'Ana', others: 1 } });
    expect(await fetchMember(ana, mission, ben)).toMatchObject({
      nudged_today: true,
      nudged_by: { name: 'Cem', others: 0 },
    });
    await block(ben, cem);
    expect(await fetchMember(ben, mission, ben)).toMatchObject({ nudged_by: { name: 'Ana', others: 0 } });
    expect((await nudge(ben, mission, ana.id)).statusCode).toBe(204);
    t.clock.advance(24 * HOUR);
    expect(await fetchMember(ana, mission, ben)).toEqual({ can_nudge: true, nudged_today: false, nudged_by: null });
    expect((await nudge(ana, mission, ben.id)).statusCode).toBe(204);
  });

  it('is refused for a member on a break, with a different error than after a check-in', async () => {
    const { ana, ben, mission } = await buildPair();
    const body = { from_day: '2026-11-21', to_day: '2026-11-22', reason: 'ill' };
    expect((await t.call(createPause, { token: ben.token, body })).statusCode).toBe(201);
    expect(await fetchMember(ana, mission, ben)).toMatchObject({ can_nudge: false });
    const answer = await nudge(ana, mission, ben.id);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'member_not_due', detail: 'This member has nothing due today' },
    ]);
    expect(await fetchBell(ben)).toMatchObject({ unread_count: 0 });
    await checkIn(t, ben, mission);
    expect(codeOf(await nudge(ana, mission, ben.id))).toEqual([400, 'member_checked_in']);
    t.clock.advance(48 * HOUR);
    expect(await fetchMember(ana, mission, ben)).toMatchObject({ can_nudge: true });
    expect((await nudge(ana, mission, ben.id)).statusCode).toBe(204);
  });

  it("belongs to the day on the nudged member's own clock", async () => {
    // Noon in UTC is 20:00 in Kuala Lumpur. Five hours later it is tomorrow there and still today here.
    const { ana, ben, mission } = await buildPair({}, 'Asia/Kuala_Lumpur');
    await nudge(ana, mission, ben.id);
    await nudge(ben, mission, ana.id);
    t.clock.advance(5 * HOUR);
    expect(await fetchMember(ana, mission, ben)).toEqual({ can_nudge: true, nudged_today: false, nudged_by: null });
    expect(await fetchMember(ben, mission, ben)).toMatchObject({ nudged_by: null });
    expect(await fetchMember(ben, mission, ana)).toEqual({ can_nudge: false, nudged_today: true, nudged_by: null });
    expect(await fetchMember(ana, mission, ana)).toMatchObject({ nudged_by: { name: 'Ben', others: 0 } });
    expect((await nudge(ana, mission, ben.id)).statusCode).toBe(204);
    expect(codeOf(await nudge(ben, mission, ana.id))).toEqual([400, 'already_nudged']);
  });

  it('is refused after a check-in, before the first day, after the last and when completed', async () => {
    const { ana, ben, mission } = await buildPair({ duration_days: 2 });
    await checkIn(t, ben, mission);
    expect(codeOf(await nudge(ana, mission, ben.id))).toEqual([400, 'member_checked_in']);
    expect(await fetchMember(ana, mission, ben)).toMatchObject({ can_nudge: false });
    const early = await buildPair({ start_date: '2026-11-25' });
    expect(codeOf(await nudge(early.ana, early.mission, early.ben.id))).toEqual([400, 'mission_not_started']);
    t.clock.advance(48 * HOUR);
    expect(codeOf(await nudge(ana, mission, ben.id))).toEqual([400, 'mission_ended']);
    await t.call(completeMission, { token: ana.token, params: { id: mission } });
    expect(codeOf(await nudge(ana, mission, ben.id))).toEqual([400, 'mission_ended']);
    expect(await fetchMember(ana, mission, ben)).toMatchObject({ can_nudge: false });
    expect((await fetchBell(ben)).unread_count).toBe(0);
  });

  it('is refused for yourself and for non-members, and is a 404 for strangers', async () => {
    const { ana, ben, mission } = await buildPair();
    const stranger = await buildUser(t);
    expect(codeOf(await nudge(ana, mission, ana.id))).toEqual([400, 'nudge_self']);
    for (const id of [stranger.id, randomUUID(), 'x'])
      expect(codeOf(await nudge(ana, mission, id))).toEqual([404, 'member_not_found']);
    const unknown = await nudge(stranger, randomUUID(), ben.id);
    expect(codeOf(unknown)).toEqual([404, 'mission_not_found']);
    for (const id of [mission, 'x']) expect((await nudge(stranger, id, ben.id)).body).toBe(unknown.body);
    await t.call(leaveMission, { token: ben.token, params: { id: mission } });
    expect(codeOf(await nudge(ana, mission, ben.id))).toEqual([404, 'member_not_found']);
    expect(codeOf(await nudge(ben, mission, ana.id))).toEqual([404, 'mission_not_found']);
  });

  it('succeeds for one of 20 concurrent requests, with one notification', async () => {
    const { ana, ben, mission } = await buildPair();
    const answers = await Promise.all(Array.from({ length: 20 }, () => nudge(ana, mission, ben.id)));
    expect(answers.filter((answer) => answer.statusCode === 204)).toHaveLength(1);
    expect(answers.filter((answer) => answer.statusCode === 400)).toHaveLength(19);
    expect((await fetchBell(ben)).unread_count).toBe(1);
  });

  it('notifies no one if either blocked the other, with the same response', async () => {
    for (const blocker of ['ana', 'ben'] as const) {
      const pair = await buildPair();
      const { ana, ben, mission } = pair;
      expect((await block(pair[blocker], blocker === 'ana' ? ben : ana)).statusCode).toBe(204);
      const answer = await nudge(ana, mission, ben.id);
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
      expect(await fetchMember(ana, mission, ben)).toMatchObject({ can_nudge: false, nudged_today: true });
      expect(await fetchMember(ben, mission, ben)).toMatchObject({ nudged_by: null });
      expect(codeOf(await nudge(ana, mission, ben.id))).toEqual([400, 'already_nudged']);
      expect(await fetchBell(ben)).toEqual({ notifications: [], unread_count: 0, badge_count: 0 });
    }
  });

  it('is not offered to a blocker but is offered to a blocked viewer', async () => {
    const { ana, ben, mission } = await buildPair();
    await block(ana, ben);
    expect(await fetchMember(ana, mission, ben)).toMatchObject({ can_nudge: false });
    expect(await fetchMember(ben, mission, ana)).toMatchObject({ can_nudge: true });
  });
});
