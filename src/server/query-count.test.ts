import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { adminMissions } from '#contract/admin.ts';
import { adminUsers } from '#contract/admin-accounts.ts';
import { listCheckins } from '#contract/checkins.ts';
import { listComments } from '#contract/comments.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { getInsights } from '#contract/insights.ts';
import { listInvitations } from '#contract/invitations.ts';
import { getMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { listNotifications } from '#contract/notifications.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { Id } from '#platform/db/columns.ts';
import { buildAdminSession } from './testing/factories/admin.ts';
import { buildMission, checkIn } from './testing/factories/missions.ts';
import { buildUser } from './testing/factories/users.ts';
import { watchStatements } from './testing/statements.ts';
import { type CallOptions, testApp } from './testing/test-app.ts';

const t = await testApp();

let statements: ReturnType<typeof watchStatements>;
beforeEach(() => {
  statements = watchStatements(t.db);
});

const owner = await buildUser(t, { name: 'Ana', timezone: 'UTC' });
const admin = await buildAdminSession(t);
const mission = await buildMission(t, owner, { duration_days: 60 });
await checkIn(t, owner, mission);
const [checkin] = await t.db.rows(z.object({ id: Id }), 'select id from checkins');

/**
 * Adds rows of each kind, numbered `first` to `last`: users, missions in all states, check-ins, comments and reactions.
 */
async function grow(first: number, last: number): Promise<void> {
  const numbers = `generate_series(${first}, ${last}) i`;
  const crowd = `from users u where u.email in (select 'crowd' || i || '@example.com' from ${numbers})`;
  const now = t.clock.now();
  await t.db.rows(
    `insert into users (id, name, email, password_hash, timezone, created_at)
     select gen_random_uuid(), 'Crowd ' || i, 'crowd' || i || '@example.com', 'x', 'Asia/Tokyo', $1 from ${numbers}`,
    [now],
  );
  await t.db.rows(
    `insert into members (mission_id, user_id, joined_at, joined_day, points) select $1, u.id, $2, '2026-11-21', 10 ${crowd}`,
    [mission, now],
  );
  await t.db.rows(
    `insert into checkins (id, mission_id, user_id, type, content, points_earned, local_day, timezone, performed_at, created_at)
     select uuid7($2), $1, u.id, 'tick', '', 10, '2026-11-21', 'Asia/Tokyo', $2, $2 ${crowd}`,
    [mission, now],
  );
  await t.db.rows(
    `insert into reactions (checkin_id, user_id, type, created_at) select $1, u.id, 'love', $2 ${crowd}`,
    [checkin!.id, now],
  );
  await t.db.rows(
    `insert into comments (id, checkin_id, user_id, content, created_at) select uuid7($2), $1, u.id, 'Well done', $2 ${crowd}`,
    [checkin!.id, now],
  );
  await t.db.rows(
    `insert into notifications (id, user_id, type, mission_id, actor_id, checkin_id, created_at)
     select uuid7($4), $3, 'reaction', $1, u.id, $2, $4 ${crowd}`,
    [mission, checkin!.id, owner.id, now],
  );
  // Adds four missions per user: running, completed, offered to Ana, and one that she is invited to.
  const inserted = (kind: string) =>
    `insert into missions (id, title, description, goal, duration_days, first_day, timezone, start_date, end_date, owner_id,
       owner_offer_id, is_active, completed_at, created_at)
     select uuid7($2), '${kind}', m.description, m.goal, m.duration_days, m.first_day, m.timezone, m.start_date, m.end_date, u.id,
       ${kind === 'offered' ? 'm.owner_id' : 'null'}, ${kind !== 'completed'}, ${kind === 'completed' ? '$2::timestamptz' : 'null'},
       $2
     from missions m, users u where m.id = $1 and u.email in (select 'crowd' || i || '@example.com' from ${numbers})
     returning id, owner_id`;
  for (const kind of ['running', 'completed', 'offered'])
    await t.db.rows(
      `with inserted as (${inserted(kind)}) insert into members (mission_id, user_id, joined_at, joined_day, points)
       select id, unnest(array[owner_id, $3::uuid]), $2, '2026-11-21', 10 from inserted`,
      [mission, now, owner.id],
    );
  await t.db.rows(
    `with inserted as (${inserted('invited')})
     insert into invitations (id, mission_id, sender_id, invitee_email, created_at, expires_at)
     select gen_random_uuid(), id, owner_id, $3, $2, $2::timestamptz + interval '1 day' from inserted`,
    [mission, now, owner.email],
  );
}

const own = { token: owner.token };
const inMission = { ...own, params: { id: mission } };
const CALLS: [string, Endpoint, CallOptions][] = [
  ['the dashboard', getDashboard, own],
  ['the feed', listCheckins, inMission],
  ['the comments', listComments, { ...own, params: { id: checkin!.id } }],
  ['the mission', getMission, inMission],
  ['the quilt', getQuilt, inMission],
  ['the bell', listNotifications, own],
  ['the inbox', listInvitations, own],
  ['the insights', getInsights, own],
  ["the admin's list of users", adminUsers, { token: admin }],
  ["the admin's list of missions", adminMissions, { token: admin }],
];

async function countStatements(): Promise<Map<string, { statements: number; bytes: number }>> {
  const counts = new Map<string, { statements: number; bytes: number }>();
  for (const [name, endpoint, options] of CALLS) {
    statements.clear();
    const answer = await t.call(endpoint, options);
    expect(answer.statusCode, `${name}: ${answer.body}`).toBe(200);
    counts.set(name, { statements: statements.texts().length, bytes: answer.body.length });
  }
  return counts;
}

it('each screen runs the same number of statements for 50 rows as for 2', async () => {
  // The Free plan only shows a part of the insights.
  await t.db.rows("update users set subscription_tier = 'pro' where id = $1", [owner.id]);
  await grow(1, 2);
  const few = await countStatements();
  await grow(3, 50);
  const many = await countStatements();
  for (const [name] of CALLS) {
    expect(many.get(name)?.statements, name).toBe(few.get(name)?.statements);
    expect(many.get(name)?.bytes, name).toBeGreaterThan(few.get(name)!.bytes);
  }
  // The session, the missions, rest days, the leaderboard, and completed missions, invitations and offers.
  expect(many.get('the dashboard')?.statements).toBe(7);
});

it('the dashboard of a new user runs three statements', async () => {
  const { token } = await buildUser(t);
  statements.clear();
  expect((await t.call(getDashboard, { token })).statusCode).toBe(200);
  expect(statements.texts()).toHaveLength(3);
});
