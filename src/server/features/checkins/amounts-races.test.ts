import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listCheckins, takeBackCheckin } from '#contract/checkins.ts';
import { completeMission } from '#contract/completion.ts';
import { leaveMission } from '#contract/members.ts';
import { patchMission } from '#contract/missions.ts';
import { AMOUNT_KINDS, dayHundredths } from '#domain/amounts.ts';
import { Id, Int } from '#platform/db/columns.ts';
import { hundredthsSql } from '../../facts/amounts.ts';
import { buildCounting, count } from '../../testing/factories/amounts.ts';
import { buildMembers } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
beforeEach(() => t.clock.set(NOON));

const WriteRow = z.object({
  id: Id,
  client_id: z.nullable(Id),
  kind: z.enum(AMOUNT_KINDS),
  hundredths: Int,
  performed_ms: Int,
});
const listWrites = (userId: string) =>
  t.db.rows(
    WriteRow,
    `select id, client_id, kind, ${hundredthsSql('value')} as hundredths,
       (extract(epoch from performed_at) * 1000)::int8 as performed_ms
     from amount_writes where user_id = $1`,
    [userId],
  );
const TotalRow = z.object({ total: Int, rebuilt: Int });
const fetchTotals = async (mission: string) =>
  t.db.rows(
    TotalRow,
    `select ${hundredthsSql('mb.amount_total')} as total, coalesce((select ${hundredthsSql('sum(a.amount)')}
       from day_amounts a where a.mission_id = mb.mission_id and a.user_id = mb.user_id), 0) as rebuilt
     from members mb where mb.mission_id = $1`,
    [mission],
  );

const someWrite = fc.record({
  client_id: fc.constantFrom(...Array.from({ length: 4 }, () => randomUUID()), undefined),
  kind: fc.constantFrom('add', 'amount'),
  value: fc.integer({ min: 1, max: 300 }).map((hundredths) => hundredths / 100),
  minutes_ago: fc.nat(3),
});

it('any order of changes and repeats gives the amount of the domain and at most one check-in', async () => {
  const property = fc.asyncProperty(fc.array(someWrite, { maxLength: 8 }), async (writes) => {
    const ana = await buildUser(t);
    const mission = await buildCounting(t, ana, { unit: 'km', target: 3, counts_at: 'target' });
    const sent_at = t.clock.now().toISOString();
    const answers = await Promise.all(
      writes.map(({ client_id, kind, value, minutes_ago }) => {
        const performed_at = new Date(t.clock.now().getTime() - minutes_ago * 60_000).toISOString();
        return count(t, ana, mission, { client_id, performed_at, sent_at, [kind]: value });
      }),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(writes.map(() => 200));
    expect(answers.filter((answer) => answer.json().checked_in === 'now').length).toBeLessThanOrEqual(1);
    const repeated = writes.find(({ client_id }) => client_id !== undefined);
    const now = dayHundredths(await listWrites(ana.id)) / 100;
    if (repeated) {
      const { client_id } = repeated;
      expect((await count(t, ana, mission, { client_id, add: 1 })).json()).toMatchObject({ amount: now });
    }
    for (const { total, rebuilt } of await fetchTotals(mission)) {
      expect([total, rebuilt]).toEqual([Math.round(now * 100), Math.round(now * 100)]);
    }
  });
  await fc.assert(property, { numRuns: 15 });
});

it('adding at once with leaving, completing, undoing or a new unit leaves one of both orders', async () => {
  const [ana, ben] = [await buildUser(t), await buildUser(t)];
  const mission = await buildCounting(t, ana, { unit: 'km' }, { duration_days: 1 });
  await buildMembers(t, ana, mission, [ben]);
  const params = { id: mission };
  const change = { unit: 'miles' };
  const [added, renamed] = await Promise.all([
    count(t, ben, mission, { add: 1 }),
    t.call(patchMission, { token: ana.token, params, body: { amounts: change } }),
  ]);
  expect(added.statusCode).toBe(200);
  expect([200, 400]).toContain(renamed.statusCode);
  if (renamed.statusCode === 400) expect(renamed.json().code).toBe('unit_fixed');

  const { receipt } = (await count(t, ana, mission, { add: 1 })).json();
  const [undone, more] = await Promise.all([
    t.call(takeBackCheckin, { token: ana.token, params: { id: receipt.checkin.id } }),
    count(t, ana, mission, { add: 1 }),
  ]);
  expect([undone.statusCode, more.statusCode]).toEqual([204, 200]);
  const feed = (await t.call(listCheckins, { token: ana.token, params })).json();
  const own = feed.filter(({ user_id }: { user_id: string }) => user_id === ana.id);
  expect(own).toHaveLength(more.json().checked_in === 'now' ? 1 : 0);

  const [left, late] = await Promise.all([
    t.call(leaveMission, { token: ben.token, params }),
    count(t, ben, mission, { add: 1 }),
  ]);
  expect(left.statusCode).toBe(204);
  expect([200, 404]).toContain(late.statusCode);
  t.clock.advance(86_400_000);
  const day = { day: 'yesterday', performed_at: new Date(t.clock.now().getTime() - 3_600_000).toISOString() };
  const [completed, last] = await Promise.all([
    t.call(completeMission, { token: ana.token, params }),
    count(t, ana, mission, { add: 1, ...day }),
  ]);
  expect(completed.statusCode).toBe(204);
  expect([200, 400]).toContain(last.statusCode);
  for (const { total, rebuilt } of await fetchTotals(mission)) expect(total).toBe(rebuilt);
});
