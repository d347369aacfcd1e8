import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hideCheckin } from '#contract/checkins.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { leaveMission } from '#contract/members.ts';
import { deleteMission } from '#contract/missions.ts';
import { reportCheckin, reportComment } from '#contract/safety.ts';
import { REASON_MAX } from '#domain/limits.ts';
import { newId } from '../../db/ids.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();

const report = (endpoint: Endpoint, person: TestUser, id: string, body: unknown = { reason: 'Not kind' }) =>
  t.call(endpoint, { token: person.token, params: { id }, body });
const said = (answer: { statusCode: number; body: string; json(): { code: string } }) => [
  answer.statusCode,
  answer.body && answer.json().code,
];
const kept = (id: string) =>
  t.db.rows<Record<string, unknown>>('select * from reports where checkin_id = $1 order by id', [id]);

async function givenPost() {
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
  it('keeps who, what, why and the words for the operator', async () => {
    const post = await givenPost();
    const answer = await report(endpoint, post.ana, post[kind], { reason: '  Not kind  ' });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await kept(post.checkin)).toEqual([
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

  it('is told calmly that it was reported already, also of twenty at once; others may report, too', async () => {
    const post = await givenPost();
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(endpoint, post.ana, post[kind])));
    expect(answers.filter((answer) => answer.statusCode === 204)).toHaveLength(1);
    const again = answers.find((answer) => answer.statusCode !== 204)!;
    expect([again.statusCode, again.json()]).toEqual([
      400,
      { code: 'already_reported', detail: 'You have reported this already. It is kept for the operator.' },
    ]);
    expect((await report(endpoint, post.owner, post[kind])).statusCode).toBe(204);
    expect(await kept(post.checkin)).toHaveLength(2);
  });

  it("is not for one's own words", async () => {
    const post = await givenPost();
    expect(said(await report(endpoint, post.ben, post[kind]))).toEqual([400, 'report_own']);
  });

  it('is for members: a stranger, who left and a made-up id get one answer', async () => {
    const post = await givenPost();
    const stranger = await buildUser(t);
    const unknown = await report(endpoint, stranger, randomUUID());
    expect(said(unknown)).toEqual([404, missing]);
    await t.call(leaveMission, { token: post.ana.token, params: { id: post.mission } });
    for (const [person, id] of [
      [stranger, post[kind]],
      [stranger, 'x'],
      [post.ana, post[kind]],
    ] as const)
      expect((await report(endpoint, person, id)).body).toBe(unknown.body);
    expect(await kept(post.checkin)).toEqual([]);
  });

  it('needs a reason of at most 500 characters', async () => {
    const post = await givenPost();
    for (const reason of [undefined, null, 7, '', '   ']) {
      const answer = await report(endpoint, post.ana, post[kind], { reason });
      expect([answer.statusCode, answer.json().detail]).toEqual([422, 'Please give a reason']);
    }
    const long = await report(endpoint, post.ana, post[kind], { reason: 'x'.repeat(REASON_MAX + 1) });
    expect([long.statusCode, long.json().detail]).toEqual([422, 'Reason can have at most 500 characters']);
    expect((await report(endpoint, post.ana, post[kind], { reason: 'x'.repeat(REASON_MAX) })).statusCode).toBe(204);
  });

  it('is not for what is hidden from oneself; the owner may still report it', async () => {
    const post = await givenPost();
    const hidden = await t.call(hideCheckin, {
      token: post.owner.token,
      params: { id: post.checkin },
      body: { reason: 'Names people' },
    });
    expect(hidden.statusCode).toBe(204);
    expect(said(await report(endpoint, post.ana, post[kind]))).toEqual([404, missing]);
    expect((await report(endpoint, post.owner, post[kind])).statusCode).toBe(204);
  });
});

it('the words stay when the mission is deleted', async () => {
  const post = await givenPost();
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

it('a comment that was removed is not there any more', async () => {
  const post = await givenPost();
  await t.db.rows(`update comments set content = '', removed_at = created_at where id = $1`, [post.comment]);
  expect(said(await report(reportComment, post.ana, post.comment))).toEqual([404, 'comment_not_found']);
});
