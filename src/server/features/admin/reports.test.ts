import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '#contract/account.ts';
import { adminStats, auditLog } from '#contract/admin.ts';
import { reinstateUser, suspendUser } from '#contract/admin-accounts.ts';
import { type AdminReport, adminReports, dismissReport, hideReported } from '#contract/admin-reports.ts';
import { listCheckins, showCheckin } from '#contract/checkins.ts';
import { deleteMission } from '#contract/missions.ts';
import { reportCheckin, reportComment } from '#contract/safety.ts';
import { Text } from '#platform/db/columns.ts';
import { allValues } from '#platform/db/rows.ts';
import { buildAdminSession } from '../../testing/factories/admin.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
const token = await buildAdminSession(t);
let owner: TestUser;
let author: TestUser;
let reader: TestUser;
let mission: string;
let checkin: string;

beforeEach(async () => {
  [owner, author, reader] = [await buildUser(t), await buildUser(t, { name: '<b>Author</b>' }), await buildUser(t)];
  mission = await buildMission(t, owner, { title: 'Reported' });
  await buildMembers(t, owner, mission, [author, reader]);
  checkin = (await checkIn(t, author, mission, { type: 'text', content: '<script>' })).json().checkin.id;
  t.clock.advance(1000);
});

const report = (user: TestUser, reason = 'An advertisement') =>
  t.call(reportCheckin, { token: user.token, params: { id: checkin }, body: { reason } });
const list = async (status = 'open'): Promise<AdminReport[]> =>
  (await t.call(adminReports, { token, query: { status, limit: 100 } })).json().reports;
const hide = (id: string, body: object = { reason: 'Against the rules' }) =>
  t.call(hideReported, { token, params: { id }, body });
const dismiss = (id: string) => t.call(dismissReport, { token, params: { id } });
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];
const listFeed = async (user: TestUser) =>
  (await t.call(listCheckins, { token: user.token, params: { id: mission } })).json();

describe('handling reports', () => {
  it('keeps the reported text after the post is deleted', async () => {
    await report(reader);
    const [first] = await list();
    expect(first).toEqual({
      id: expect.any(String),
      kind: 'checkin',
      content: '<script>',
      photo_url: null,
      reason: 'An advertisement',
      status: 'open',
      created_at: t.clock.now().toISOString(),
      resolved_at: null,
      reporter: { id: reader.id, name: reader.name },
      author: { id: author.id, name: '<b>Author</b>', suspended_at: null, is_deleted: false },
      mission_title: 'Reported',
      open_count: 1,
      is_there: true,
    });
    await t.call(deleteMission, { token: owner.token, params: { id: mission } });
    const gone = (await list()).find((one) => one.id === first!.id)!;
    expect(gone).toMatchObject({ content: '<script>', is_there: false, mission_title: null });
    expect(codeOf(await hide(first!.id))).toEqual([400, 'post_gone']);
    expect((await dismiss(first!.id)).statusCode).toBe(204);
  });

  it('hides a post from others, shows its author the reason and settles all its reports', async () => {
    await report(reader);
    t.clock.advance(1000);
    await report(owner, 'Not our habit');
    const [newest] = await list();
    expect(newest).toMatchObject({ reason: 'Not our habit', open_count: 2 });
    expect((await hide(newest!.id)).statusCode).toBe(204);
    expect((await listFeed(reader)).map((row: { id: string }) => row.id)).toEqual([]);
    expect((await listFeed(author))[0].hidden).toEqual({ reason: 'Against the rules', by: 'operator' });
    expect(codeOf(await t.call(showCheckin, { token: owner.token, params: { id: checkin } }))).toEqual([
      400,
      'hidden_by_operator',
    ]);
    const settled = (await list('hidden')).filter((one) => one.author.id === author.id);
    expect(settled).toHaveLength(2);
    expect(settled[0]!.resolved_at).toBe(t.clock.now().toISOString());
    expect((await list()).filter((one) => one.author.id === author.id)).toEqual([]);
    const { entries } = (await t.call(auditLog, { token, query: { limit: 1 } })).json();
    expect(entries).toMatchObject([{ action: 'report_hidden', target_id: newest!.id, note: 'Against the rules' }]);
  });

  it('counts open reports in the statistics', async () => {
    const countOpen = async () => (await t.call(adminStats, { token })).json().open_reports;
    const before = await countOpen();
    await report(reader);
    expect(await countOpen()).toBe(before + 1);
    const [{ id }] = (await list()) as [AdminReport];
    expect((await dismiss(id)).statusCode).toBe(204);
    expect(await countOpen()).toBe(before);
  });

  it('leaves the post of a dismissed report', async () => {
    await report(reader);
    const [open] = await list();
    expect((await dismiss(open!.id)).statusCode).toBe(204);
    expect(await listFeed(reader)).toHaveLength(1);
    expect((await list('dismissed'))[0]!.id).toBe(open!.id);
    expect(codeOf(await hide(open!.id))).toEqual([400, 'report_resolved']);
  });

  it('removes the text of a hidden comment', async () => {
    const comment = randomUUID();
    await t.db.rows('insert into comments (id, checkin_id, user_id, content, created_at) values ($1, $2, $3, $4, $5)', [
      comment,
      checkin,
      author.id,
      'Buy this',
      t.clock.now(),
    ]);
    const answer = await t.call(reportComment, {
      token: reader.token,
      params: { id: comment },
      body: { reason: 'Ad' },
    });
    expect(answer.statusCode).toBe(204);
    const [open] = await list();
    expect(open).toMatchObject({ kind: 'comment', content: 'Buy this', is_there: true });
    expect((await hide(open!.id)).statusCode).toBe(204);
    const contents = await allValues(t.db, Text, 'select content from comments where id = $1', [comment]);
    expect(contents.filter((content) => content !== '')).toEqual([]);
    expect(await listFeed(reader)).toHaveLength(1);
  });

  it('works for a post of a deleted user, who cannot be suspended', async () => {
    await report(reader);
    const answer = await t.call(deleteAccount, { token: author.token, body: { password: author.password } });
    expect(answer.statusCode).toBe(204);
    const [open] = await list();
    expect(open).toMatchObject({ content: '<script>', is_there: true, reporter: { id: reader.id } });
    expect(open!.author).toEqual({ id: author.id, name: 'Deleted user', suspended_at: null, is_deleted: true });
    for (const act of [suspendUser, reinstateUser])
      expect(codeOf(await t.call(act, { token, params: { id: author.id }, body: {} }))).toEqual([
        404,
        'account_not_found',
      ]);
    expect((await hide(open!.id)).statusCode).toBe(204);
    expect(await listFeed(reader)).toEqual([]);
  });

  it('accepts one of 20 concurrent decisions, with one audit entry', async () => {
    await report(reader);
    const [open] = await list();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? hide(open!.id) : dismiss(open!.id))),
    );
    expect(answers.filter((answer) => answer.statusCode === 204)).toHaveLength(1);
    const others = answers.filter((answer) => answer.statusCode !== 204);
    expect(new Set(others.map((answer) => answer.json().code))).toEqual(new Set(['report_resolved']));
    const { entries } = (await t.call(auditLog, { token, query: { limit: 100 } })).json();
    expect(entries.filter((e: { target_id: string }) => e.target_id === open!.id)).toHaveLength(1);
  });

  it('returns 404 for an unknown report and 422 without a reason', async () => {
    for (const id of [randomUUID(), 'x'])
      for (const act of [hide, dismiss]) expect(codeOf(await act(id))).toEqual([404, 'report_not_found']);
    await report(reader);
    const [open] = await list();
    expect((await hide(open!.id, { reason: ' ' })).statusCode).toBe(422);
    expect((await t.call(adminReports, { token, query: { status: 'x' } })).statusCode).toBe(422);
  });
});
