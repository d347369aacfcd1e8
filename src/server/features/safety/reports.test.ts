import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hideCheckin } from '#contract/checkins.ts';
import { leaveMission, removeMember } from '#contract/members.ts';
import { deleteMission } from '#contract/missions.ts';
import { reportCheckin, reportComment } from '#contract/safety.ts';
import { REASON_MAX } from '#domain/limits.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { newId } from '#platform/db/ids.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();

const report = (endpoint: Endpoint, person: TestUser, id: string, body: unknown = { reason: 'Not kind' }) =>
  t.call(endpoint, { token: person.token, params: { id }, body });
const codeOf = (answer: { statusCode: number; body: string; json(): { code: string } }) => [
  answer.statusCode,
  answer.body && answer.json().code,
];
const listReports = (id: string) => t.db.rows('select * from reports where checkin_id = $1 order by id', [id]);

async function buildPost() {
  t.clock.set(NOON);
  const [owner, ana, ben] = [await buildUser(t), await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner);
  await buildMembers(t, owner, mission, [ana, ben]);
  const { checkin } = (await checkIn(t, ben, mission, { type: 'text', content: 'Unkind words' })).json();
  const comment = newId(t.clock.now());
  await t.db.rows('insert into comments (id, checkin_id, user_id, content, created_at) values ($1, $2, $3, $4, $5)', [
    comment,
    checkin.id,
    ben.id,
    'An unkind answer',
    t.clock.now(),
  ]);
  return { owner, ana, ben, mission, checkin: checkin.id as string, comment };
}

const KINDS = [
  [reportCheckin, 'checkin', 'checkin_not_found', 'Unkind words'],
  [reportComment, 'comment', 'comment_not_found', 'An unkind answer'],
] as const;

describe.each(KINDS)('$summary', (endpoint, kind, missing, words) => {
  it('stores the reporter, the post and the reason, with the text at that time', async () => {
    const post = await buildPost();
    const answer = await report(endpoint, post.ana, post[kind], { reason: '  Not kind  ' });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await listReports(post.checkin)).toEqual([
      {
        id: expect.any(String),
        reporter_id: post.ana.id,
        author_id: post.ben.id,
        mission_id: post.mission,
        checkin_id: post.checkin,
        comment_id: kind === 'comment' ? post.comment : null,
        kind,
        content: words,
        reason: 'Not kind',
        created_at: NOON,
        status: 'open',
        resolved_at: null,
      },
    ]);
  });

  it('stores one of 20 concurrent reports by a person, and reports by others', async () => {
    const post = await buildPost();
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(endpoint, post.ana, post[kind])));
    expect(answers.filter((answer) => answer.statusCode === 204)).toHaveLength(1);
    const again = answers.find((answer) => answer.statusCode !== 204)!;
    expect([again.statusCode, again.json()]).toMatchObject([
      400,
      { code: 'already_reported', detail: "You've already reported this. The operator has it." },
    ]);
    expect((await report(endpoint, post.owner, post[kind])).statusCode).toBe(204);
    expect(await listReports(post.checkin)).toHaveLength(2);
  });

  it("refuses the user's own text", async () => {
    const post = await buildPost();
    expect(codeOf(await report(endpoint, post.ben, post[kind]))).toEqual([400, 'report_own']);
  });

  it('works for 30 days after leaving or removal, for posts from before', async () => {
    const post = await buildPost();
    const leaving = { token: post.ana.token, params: { id: post.mission } };
    await t.call(leaveMission, leaving);
    await t.call(removeMember, { token: post.owner.token, params: { id: post.mission, userId: post.ben.id } });
    const wrong = await report(endpoint, post.ana, post[kind], { reason: '' });
    expect([wrong.statusCode, wrong.json().detail]).toEqual([422, 'Please give a reason']);
    const leftAt = (ms: number) =>
      t.db.rows('update members set left_at = $2 where mission_id = $1 and user_id = $3', [
        ...[post.mission, new Date(t.clock.now().getTime() + ms), post.ana.id],
      ]);
    const postedAt = (ms: number) =>
      t.db.rows(`update ${kind}s set created_at = $2 where id = $1`, [
        ...[post[kind], new Date(t.clock.now().getTime() + ms)],
      ]);
    await leftAt(-30 * DAY_MS);
    await postedAt(-31 * DAY_MS);
    expect(codeOf(await report(endpoint, post.ana, post[kind]))).toEqual([404, missing]);
    expect(codeOf(await report(endpoint, post.ana, post[kind], { reason: '' }))).toEqual([404, missing]);
    await leftAt(-30 * DAY_MS + 1);
    await postedAt(-1);
    expect(codeOf(await report(endpoint, post.ana, post[kind]))).toEqual([404, missing]);
    await postedAt(-31 * DAY_MS);
    expect((await report(endpoint, post.ana, post[kind])).statusCode).toBe(204);
    expect(codeOf(await report(endpoint, post.ana, post[kind]))).toEqual([400, 'already_reported']);
    expect(codeOf(await report(endpoint, post.ben, post[kind]))).toEqual([400, 'report_own']);
  });

  it('returns strangers and earlier members the same 404 as for an unknown ID', async () => {
    const post = await buildPost();
    const stranger = await buildUser(t);
    const unknown = await report(endpoint, stranger, randomUUID());
    expect(codeOf(unknown)).toEqual([404, missing]);
    await t.call(leaveMission, { token: post.ana.token, params: { id: post.mission } });
    await t.db.rows("update members set left_at = left_at - interval '31 days' where user_id = $1", [post.ana.id]);
    for (const [person, id] of [
      [stranger, post[kind]],
      [stranger, 'x'],
      [post.ana, post[kind]],
    ] as const)
      expect((await report(endpoint, person, id)).body).toBe(unknown.body);
    expect(await listReports(post.checkin)).toEqual([]);
  });

  it('requires a reason of at most 500 characters', async () => {
    const post = await buildPost();
    for (const reason of [undefined, null, 7, '', '   ']) {
      const answer = await report(endpoint, post.ana, post[kind], { reason });
      expect([answer.statusCode, answer.json().detail]).toEqual([422, 'Please give a reason']);
    }
    const long = await report(endpoint, post.ana, post[kind], { reason: 'x'.repeat(REASON_MAX + 1) });
    expect([long.statusCode, long.json().detail]).toEqual([422, 'Reason can have at most 500 characters']);
    expect((await report(endpoint, post.ana, post[kind], { reason: 'x'.repeat(REASON_MAX) })).statusCode).toBe(204);
  });

  it('accepts a hidden post from the owner, but not from members it is hidden from', async () => {
    const post = await buildPost();
    const hidden = await t.call(hideCheckin, {
      token: post.owner.token,
      params: { id: post.checkin },
      body: { reason: 'Names people' },
    });
    expect(hidden.statusCode).toBe(204);
    expect(codeOf(await report(endpoint, post.ana, post[kind]))).toEqual([404, missing]);
    expect((await report(endpoint, post.owner, post[kind])).statusCode).toBe(204);
  });
});

it('keeps the text of a report when the mission is deleted', async () => {
  const post = await buildPost();
  await report(reportComment, post.ana, post.comment);
  await report(reportCheckin, post.ana, post.checkin);
  await t.call(deleteMission, { token: post.owner.token, params: { id: post.mission } });
  const rows = await t.db.rows(
    'select kind, content, mission_id, checkin_id, comment_id from reports where reporter_id = $1 order by kind',
    [post.ana.id],
  );
  const gone = { mission_id: null, checkin_id: null, comment_id: null };
  expect(rows).toEqual([
    { kind: 'checkin', content: 'Unkind words', ...gone },
    { kind: 'comment', content: 'An unkind answer', ...gone },
  ]);
});

it('refuses a report of a removed comment', async () => {
  const post = await buildPost();
  await t.db.rows(`update comments set content = '', removed_at = created_at where id = $1`, [post.comment]);
  expect(codeOf(await report(reportComment, post.ana, post.comment))).toEqual([404, 'comment_not_found']);
});
