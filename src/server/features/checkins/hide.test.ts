import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { getCheckin, hideCheckin, listCheckins, showCheckin } from '#contract/checkins.ts';
import { acceptOwnership, leaveMission, offerOwnership } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { listNotifications } from '#contract/notifications.ts';
import { blockUser } from '#contract/safety.ts';
import { REASON_MAX } from '#domain/limits.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { requirePost } from '../admin/reports/access.ts';
import { setHidden } from './public.ts';

const t = await testApp();
requireSavedStandings(t);

const on = (endpoint: Endpoint, person: TestUser, id: string, body?: unknown) =>
  t.call(endpoint, { token: person.token, params: { id }, body });
const hide = (person: TestUser, id: string, body: unknown = { reason: 'It names somebody' }) =>
  on(hideCheckin, person, id, body);
const show = (person: TestUser, id: string) => on(showCheckin, person, id);
const listFeed = async (person: TestUser, id: string) => (await on(listCheckins, person, id)).json();
const fetchBell = async (person: TestUser) => (await t.call(listNotifications, { token: person.token })).json();
const codeOf = (answer: { statusCode: number; body: string; json(): { code: string } }) => [
  answer.statusCode,
  answer.body && answer.json().code,
];

async function buildPost() {
  t.clock.set(NOON);
  const [owner, ana, ben] = [await buildUser(t), await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner);
  await buildMembers(t, owner, mission, [ana, ben]);
  const { checkin } = (await checkIn(t, ben, mission, { type: 'text', content: 'Seen at the river' })).json();
  return { owner, ana, ben, mission, checkin: checkin.id as string };
}

describe('hiding a check-in', () => {
  it('hides it from the others and their bell, and shows its author the reason', async () => {
    const { owner, ana, ben, mission, checkin } = await buildPost();
    expect((await listFeed(owner, mission))[0]).toMatchObject({ hidden: null, can: { hide: true, report: true } });
    expect((await listFeed(ben, mission))[0]).toMatchObject({ hidden: null, can: { hide: false, report: false } });
    expect((await listFeed(ana, mission))[0]).toMatchObject({ hidden: null, can: { hide: false, report: true } });
    const answer = await hide(owner, checkin);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const hidden = { reason: 'It names somebody', by: 'owner' };
    expect(await listFeed(ana, mission)).toEqual([]);
    expect(await fetchBell(ana)).toEqual({ notifications: [], unread_count: 0, badge_count: 0 });
    expect((await fetchBell(owner)).unread_count).toBe(1);
    expect((await listFeed(ben, mission))[0]).toMatchObject({ id: checkin, hidden, can: { hide: false } });
    expect((await listFeed(owner, mission))[0]).toMatchObject({ id: checkin, hidden, can: { hide: true } });
  });

  it('changes no points, streak, leaderboard or quilt', async () => {
    const { owner, ana, ben, mission, checkin } = await buildPost();
    const numbers = async () => [
      (await t.call(me, { token: ben.token })).json(),
      (await on(getMission, ana, mission)).json().members,
      (await on(getQuilt, ana, mission)).json(),
    ];
    const before = await numbers();
    await hide(owner, checkin);
    expect(await numbers()).toEqual(before);
    expect(codeOf(await checkIn(t, ben, mission))).toEqual([400, 'already_checked_in']);
  });

  it('can be reversed, and a second reason replaces the first', async () => {
    const { owner, ana, ben, mission, checkin } = await buildPost();
    await hide(owner, checkin);
    await hide(owner, checkin, { reason: 'Another' });
    expect((await listFeed(ben, mission))[0].hidden.reason).toBe('Another');
    for (let time = 0; time < 2; time++) expect((await show(owner, checkin)).statusCode).toBe(204);
    expect((await listFeed(ana, mission))[0]).toMatchObject({ id: checkin, hidden: null });
    expect((await fetchBell(ana)).unread_count).toBe(1);
  });

  it("allows only the owner, and not for the owner's own check-ins", async () => {
    const { owner, ana, ben, mission, checkin } = await buildPost();
    for (const person of [ana, ben])
      for (const answer of [await hide(person, checkin), await show(person, checkin)])
        expect(codeOf(answer)).toEqual([403, 'not_owner']);
    const own = (await checkIn(t, owner, mission)).json().checkin.id;
    expect(codeOf(await hide(owner, own))).toEqual([400, 'hide_own']);
  });

  it('lets an author who became the owner show the check-in again', async () => {
    const { owner, ben, ana, mission, checkin } = await buildPost();
    await hide(owner, checkin);
    await on(offerOwnership, owner, mission, { user_id: ben.id });
    await on(acceptOwnership, ben, mission);
    expect((await listFeed(ben, mission))[0]).toMatchObject({ hidden: { by: 'owner' }, can: { hide: true } });
    expect(await listFeed(owner, mission)).toEqual([]);
    expect((await show(ben, checkin)).statusCode).toBe(204);
    expect((await listFeed(ben, mission))[0]).toMatchObject({ hidden: null, can: { hide: false } });
    expect(await listFeed(ana, mission)).toHaveLength(1);
  });

  it('returns the same 404 to strangers, former members and members it is hidden from', async () => {
    const { owner, ana, ben, mission, checkin } = await buildPost();
    const stranger = await buildUser(t);
    const unknown = await hide(stranger, randomUUID());
    expect(codeOf(unknown)).toEqual([404, 'checkin_not_found']);
    await hide(owner, checkin);
    await t.call(leaveMission, { token: ben.token, params: { id: mission } });
    for (const person of [stranger, ana, ben])
      for (const answer of [await hide(person, checkin), await show(person, checkin), await hide(person, 'x')])
        expect(answer.body).toBe(unknown.body);
  });

  it('requires a reason of at most 500 characters', async () => {
    const { owner, ana, mission, checkin } = await buildPost();
    for (const reason of [undefined, 7, '  '])
      expect((await hide(owner, checkin, { reason })).json()).toMatchObject({
        code: 'invalid_input',
        detail: 'Please give a reason',
      });
    expect((await hide(owner, checkin, { reason: 'x'.repeat(REASON_MAX + 1) })).statusCode).toBe(422);
    expect(await listFeed(ana, mission)).toHaveLength(1);
  });

  it('does not let the owner show a check-in that the operator hid', async () => {
    const { owner, ben, mission, checkin } = await buildPost();
    const byOperator = { reason: 'Against the rules', by: 'operator' } as const;
    const post = requirePost({ kind: 'checkin', checkin_id: checkin, comment_id: null });
    await t.db.transact((tx) => setHidden(tx, post, byOperator, t.clock.now()));
    for (const answer of [await hide(owner, checkin), await show(owner, checkin)])
      expect(codeOf(answer)).toEqual([400, 'hidden_by_operator']);
    const hidden = { reason: 'Against the rules', by: 'operator' };
    expect((await listFeed(ben, mission))[0]).toMatchObject({ hidden });
    expect((await listFeed(owner, mission))[0]).toMatchObject({ hidden, can: { hide: false } });
  });

  it('leaves one of the two states after 20 concurrent requests to hide and show', async () => {
    const { owner, ben, mission, checkin } = await buildPost();
    const hides = await Promise.all(Array.from({ length: 20 }, () => hide(owner, checkin)));
    expect(new Set(hides.map((answer) => answer.statusCode))).toEqual(new Set([204]));
    expect((await listFeed(ben, mission))[0].hidden.reason).toBe('It names somebody');
    const both = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? hide(owner, checkin) : show(owner, checkin))),
    );
    expect(new Set(both.map((answer) => answer.statusCode))).toEqual(new Set([204]));
    const { hidden } = (await listFeed(ben, mission))[0];
    expect([null, 'It names somebody']).toContain(hidden?.reason ?? null);
  });
});

describe('one check-in by its ID', () => {
  it('returns members the check-in as their feed shows it', async () => {
    const { owner, ana, ben, mission, checkin } = await buildPost();
    for (const person of [owner, ana, ben]) {
      const answer = await on(getCheckin, person, checkin);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual((await listFeed(person, mission))[0]);
    }
    await hide(owner, checkin);
    expect((await on(getCheckin, ben, checkin)).json().hidden.reason).toBe('It names somebody');
    expect((await on(getCheckin, owner, checkin)).json().hidden.by).toBe('owner');
    expect(codeOf(await on(getCheckin, ana, checkin))).toEqual([404, 'checkin_not_found']);
  });

  it('returns the same 404 to strangers, former members, blockers and for unknown IDs', async () => {
    const { ana, ben, mission, checkin } = await buildPost();
    const notFound = [404, 'checkin_not_found'];
    expect(codeOf(await on(getCheckin, await buildUser(t), checkin))).toEqual(notFound);
    for (const id of [randomUUID(), 'x']) expect(codeOf(await on(getCheckin, ana, id))).toEqual(notFound);
    await on(blockUser, ana, ben.id);
    expect(codeOf(await on(getCheckin, ana, checkin))).toEqual(notFound);
    await on(leaveMission, ben, mission);
    expect(codeOf(await on(getCheckin, ben, checkin))).toEqual(notFound);
  });
});
