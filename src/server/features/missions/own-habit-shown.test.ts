import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { exportData } from '#contract/account.ts';
import { getCheckin, listCheckins, takeBackCheckin } from '#contract/checkins.ts';
import { completeMission, getCompletion } from '#contract/completion.ts';
import { getDashboard, getToday, listMissions } from '#contract/dashboard.ts';
import { getInsights } from '#contract/insights.ts';
import { listInvitations, previewInvitation } from '#contract/invitations.ts';
import { leaveMission } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { previewJoin } from '#contract/missions-join.ts';
import { saveOwnHabit } from '#contract/missions-own-habit.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { listNotifications } from '#contract/notifications.ts';
import { blockUser, reportCheckin, unblockUser } from '#contract/safety.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { buildInvitation } from '../../testing/factories/invitations.ts';
import { buildInvitationCode, buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { say } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { buildWebhook, deliver, deliveriesOf, upgradeToPremium } from '../../testing/factories/webhooks.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';

const t = await testApp({ config: { webhook_allow: ['127.0.0.1'] } });
const receiver = await startWebhookReceiver();
afterAll(() => receiver.close());
beforeEach(() => t.clock.set(NOON));

const LINE = 'Ten pages of Ulysses';

async function read(endpoint: Endpoint, person: TestUser, params: Record<string, string> = {}) {
  const answer = await t.call(endpoint, { token: person.token, params });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const keep = ({ token }: TestUser, id: string, own_habit: string | null) =>
  t.call(saveOwnHabit, { token, params: { id }, body: { own_habit } });

/** A mission of Ana and Ben where each has a habit of their own, with a check-in of Ben. */
async function buildPost() {
  const [ana, ben] = [await buildUser(t, { name: 'Ana' }), await buildUser(t, { name: 'Ben' })];
  const mission = await buildMission(t, ana, { habit: 'own', title: 'Our October', duration_days: 5 });
  await buildMembers(t, ana, mission, [ben]);
  expect((await keep(ben, mission, LINE)).statusCode).toBe(200);
  const made = await checkIn(t, ben, mission, { type: 'text', content: 'Page 22', client_id: randomUUID() });
  return { ana, ben, mission, receipt: made.json(), checkin: made.json().checkin.id as string };
}

/** Ben's line as Ana reads it in each response. */
async function linesFor({ ana, ben, mission, checkin }: Awaited<ReturnType<typeof buildPost>>) {
  const { members } = await read(getMission, ana, { id: mission });
  const [feed] = await read(listCheckins, ana, { id: mission });
  const { posts } = await read(getToday, ana);
  const { notifications } = await read(listNotifications, ana);
  const of = (rows: Record<string, unknown>[]) => rows.find((row) => [row.user_id, row.type].includes(ben.id));
  const bell = notifications.find((row: { type: string }) => row.type === 'checkin');
  const one = await t.call(getCheckin, { token: ana.token, params: { id: checkin } });
  return {
    member: of(members)?.own_habit,
    feed: feed?.own_habit,
    today: posts[0]?.own_habit,
    bell: bell?.own_habit,
    checkin: one.statusCode === 200 ? one.json().own_habit : undefined,
  };
}
const EVERYWHERE = { member: LINE, feed: LINE, today: LINE, bell: LINE, checkin: LINE };

it("shows a member's line to the others as it is now", async () => {
  const post = await buildPost();
  expect(post.receipt.checkin.own_habit).toBe(LINE);
  expect(await linesFor(post)).toEqual(EVERYWHERE);
  await keep(post.ben, post.mission, 'Nine pages');
  expect(Object.values(await linesFor(post))).toEqual(Array(5).fill('Nine pages'));
  await keep(post.ben, post.mission, null);
  expect(Object.values(await linesFor(post))).toEqual(Array(5).fill(null));
});

it('hides the line of a member who left, also after coming back', async () => {
  const post = await buildPost();
  await t.call(leaveMission, { token: post.ben.token, params: { id: post.mission } });
  expect(await linesFor(post)).toMatchObject({ feed: null, bell: null, checkin: null });
  await buildMembers(t, post.ana, post.mission, [post.ben]);
  expect(Object.values(await linesFor(post))).toEqual(Array(5).fill(null));
});

it('hides the line of a blocked author, and shows it again', async () => {
  const post = await buildPost();
  const params = { id: post.ben.id };
  await t.call(blockUser, { token: post.ana.token, params });
  const gone = undefined;
  expect(await linesFor(post)).toEqual({ member: null, feed: gone, today: gone, bell: gone, checkin: gone });
  const { members } = await read(getMission, post.ben, { id: post.mission });
  expect(members.find((row: { user_id: string }) => row.user_id === post.ben.id).own_habit).toBe(LINE);
  await t.call(unblockUser, { token: post.ana.token, params });
  expect(await linesFor(post)).toEqual(EVERYWHERE);
});

it('shows users their own line on their dashboard and in their list of missions', async () => {
  const { ana, ben, mission } = await buildPost();
  const shared = await buildMission(t, ben);
  const both = async (person: TestUser, id: string) => {
    const { missions } = await read(getDashboard, person);
    const all = [missions, await read(listMissions, person)];
    return all.map((rows) => rows.find((row: { id: string }) => row.id === id));
  };
  expect(await both(ben, mission)).toMatchObject(Array(2).fill({ habit: 'own', own_habit: LINE }));
  expect(await both(ana, mission)).toMatchObject(Array(2).fill({ habit: 'own', own_habit: null }));
  expect(await both(ben, shared)).toMatchObject(Array(2).fill({ habit: 'shared', own_habit: null }));
});

it('is null in a bell row of any other type', async () => {
  const { ana, ben, checkin } = await buildPost();
  await say(t, ana, checkin, { content: 'Well done' });
  const { notifications } = await read(listNotifications, ben);
  expect(notifications).toMatchObject([{ type: 'comment', own_habit: null }]);
});

it('is in no preview, share page, other mission or statistic', async () => {
  const { ana, ben, mission } = await buildPost();
  const [cy, guest] = [await buildUser(t), await buildUser(t)];
  const other = await buildMission(t, ana, { habit: 'own', title: 'Our November' });
  await buildMembers(t, ana, other, [ben, cy]);
  await checkIn(t, ben, other);
  await upgradeToPremium(t, ana);
  const code = await buildInvitationCode(t, ana, mission);
  const { id } = await buildInvitation(t, ana, mission, guest.email);
  const previews = [
    await t.call(previewJoin, { params: { code } }),
    await t.call(previewInvitation, { params: { id } }),
  ];
  for (const preview of previews) expect(preview.json()).toMatchObject({ habit: 'own', mission_title: 'Our October' });
  t.clock.advance(7 * DAY_MS);
  await t.call(completeMission, { token: ana.token, params: { id: mission } });
  const completion = await t.call(getCompletion, { token: ben.token, params: { id: mission } });
  const { share_url, share_picture_url } = completion.json();
  const pages = await Promise.all(
    [share_url, share_picture_url].map((url) => t.app.inject({ url: new URL(url, 'http://a').pathname })),
  );
  const answers = [
    ...[...previews, completion, ...pages],
    ...[await t.call(getMission, { token: cy.token, params: { id: other } })],
    ...[await t.call(listCheckins, { token: cy.token, params: { id: other } })],
    ...[await t.call(getQuilt, { token: ana.token, params: { id: mission } })],
    ...(await Promise.all(
      [getDashboard, getToday, listNotifications, listMissions].map((one) => t.call(one, { token: cy.token })),
    )),
    ...(await Promise.all([getInsights, listInvitations].map((one) => t.call(one, { token: ana.token })))),
  ];
  for (const answer of answers) {
    expect(answer.statusCode, answer.body.slice(0, 200)).toBeLessThan(400);
    expect(answer.body).not.toContain('Ulysses');
  }
});

it('is sent with a check-in to webhooks, and not to a member who blocked the author', async () => {
  const { ana, ben, mission, checkin } = await buildPost();
  const cy = await buildUser(t);
  await buildMembers(t, ana, mission, [cy]);
  for (const person of [ana, ben, cy]) {
    await upgradeToPremium(t, person);
    await buildWebhook(t, person, {
      url: `http://127.0.0.1:${receiver.port}/${person.id}`,
      events: ['checkin.created'],
    });
  }
  await t.call(blockUser, { token: cy.token, params: { id: ben.id } });
  await t.call(takeBackCheckin, { token: ben.token, params: { id: checkin } });
  await checkIn(t, ben, mission);
  await deliver(t);
  const linesOf = ({ id }: TestUser) =>
    receiver.received
      .filter(({ path }) => path === `/${id}`)
      .map(({ body }) => JSON.parse(body).data.checkin.own_habit);
  expect([linesOf(ana), linesOf(ben), linesOf(cy)]).toEqual([[LINE], [LINE], []]);
});

it.each(['clearing', 'leaving'] as const)('is erased from stored webhook bodies by %s', async (end) => {
  const { ana, ben, mission, checkin } = await buildPost();
  await t.call(takeBackCheckin, { token: ben.token, params: { id: checkin } });
  const other = await buildMission(t, ben, { habit: 'own', own_habit: LINE });
  await upgradeToPremium(t, ana);
  await buildMembers(t, ben, other, [ana]);
  const { id: webhook } = await buildWebhook(t, ana, { url: receiver.url, events: ['checkin.created'] });
  const line = String.raw`Say "ten" \o/ , "own_habit":"no"`;
  await keep(ben, mission, line);
  const stored = async () => {
    const deliveries = await deliveriesOf(t, ana, webhook);
    const rows = deliveries.map(({ state, body }) => {
      const { data } = JSON.parse(body);
      return [data.mission.id, state, data.checkin.own_habit, data.checkin.content];
    });
    return rows.toReversed();
  };
  for (const [id, status] of [
    [mission, 204],
    [other, 503],
  ] as const) {
    t.clock.advance(1000);
    receiver.setAnswer(status);
    await checkIn(t, ben, id, { type: 'text', content: line });
    await deliver(t);
  }
  t.clock.advance(DAY_MS);
  await checkIn(t, ben, mission, { type: 'text', content: line });
  await deliver(t);
  const before = [
    [mission, 'delivered', line, line],
    [other, 'pending', LINE, line],
    [mission, 'pending', line, line],
  ];
  expect(await stored()).toEqual(before);
  if (end === 'clearing') await keep(ben, mission, null);
  else await t.call(leaveMission, { token: ben.token, params: { id: mission } });
  expect(await stored()).toEqual(
    before.map(([id, state, former]) => [id, state, id === mission ? null : former, line]),
  );
  receiver.setAnswer(204);
});

it('is the first line of a reported check-in', async () => {
  const { ana, ben, mission, checkin } = await buildPost();
  const report = (id: string) => t.call(reportCheckin, { token: ana.token, params: { id }, body: { reason: 'Odd' } });
  expect((await report(checkin)).statusCode).toBe(204);
  await keep(ben, mission, null);
  t.clock.advance(DAY_MS);
  const plain = (await checkIn(t, ben, mission, { type: 'text', content: 'Page 30' })).json().checkin.id;
  await report(plain);
  await keep(ben, mission, LINE);
  t.clock.advance(DAY_MS);
  const tick = (await checkIn(t, ben, mission)).json().checkin.id;
  await report(tick);
  const rows = await t.db.rows('select content from reports where author_id = $1 order by id', [ben.id]);
  expect(rows).toEqual([{ content: `${LINE}\nPage 22` }, { content: 'Page 30' }, { content: LINE }]);
});

it('is in the archive of its author', async () => {
  const { ana, ben } = await buildPost();
  const rowsOf = async ({ token }: TestUser) => {
    const files = unzip((await t.call(exportData, { token })).rawPayload);
    return JSON.parse(files.get('missions.json')!.toString('utf8'));
  };
  expect(await rowsOf(ben)).toMatchObject([{ habit: 'own', own_habit: LINE }]);
  expect(await rowsOf(ana)).toMatchObject([{ habit: 'own', own_habit: null }]);
});
