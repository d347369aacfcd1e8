import { beforeEach, describe, expect, it } from 'vitest';
import { createInvitation, declineInvitation, withdrawInvitation } from '#contract/invitations.ts';
import { NO_LIMITS } from '#platform/http/rate-limits.ts';
import { buildInvitation } from '../../testing/factories/invitations.ts';
import { buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp({ limits: { ...NO_LIMITS, quotas: true } });
const DAY = 86_400_000;

let addresses = 0;
const invite = (sender: TestUser, mission_id: string, invitee_email = `friend${++addresses}@example.org`) =>
  t.call(createInvitation, { token: sender.token, body: { mission_id, invitee_email } });
const statusesOf = async (answers: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(answers)).map((answer) => answer.statusCode).sort();
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

beforeEach(() => t.clock.set(NOON));

describe('invitations in a day', () => {
  it('are limited to 20 in 24 hours on Free, also for 25 concurrent ones', async () => {
    // Without SMTP users cannot prove addresses, so a new account may send as many as any other.
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner);
    expect((await invite(owner, mission)).statusCode).toBe(201);
    t.clock.advance(60_000);
    expect(await statusesOf(times(24, () => invite(owner, mission)))).toEqual([
      ...Array(19).fill(201),
      ...Array(5).fill(429),
    ]);
    const refused = await invite(owner, mission);
    expect(refused.json()).toMatchObject({
      code: 'too_many_requests',
      detail: "That's 20 invitations today. Try again tomorrow.",
    });
    expect(refused.headers['retry-after']).toBe(String(86_400 - 60));
    t.clock.advance(DAY - 60_001);
    expect((await invite(owner, mission)).statusCode).toBe(429);
    t.clock.advance(1);
    expect(await statusesOf(times(3, () => invite(owner, mission)))).toEqual([201, 429, 429]);
  });

  it('are limited to 100 in 24 hours on a paid plan', async () => {
    const owner = await buildUser(t, { proven: true });
    await t.db.rows("update users set subscription_tier = 'pro' where id = $1", [owner.id]);
    const mission = await buildMission(t, owner);
    const answers: number[] = [];
    for (let batch = 0; batch < 11; batch++)
      answers.push(...(await statusesOf(times(10, () => invite(owner, mission)))));
    expect(answers.filter((status) => status === 201)).toHaveLength(100);
    expect(answers.slice(100)).toEqual(Array(10).fill(429));
  });

  it('count only when sent, and withdrawing or deleting does not reduce the count', async () => {
    const owner = await buildUser(t, { proven: true });
    const [mission, other] = [await buildMission(t, owner), await buildMission(t, owner)];
    const first = await invite(owner, mission, 'again@example.org');
    for (let i = 0; i < 30; i++) expect((await invite(owner, mission, 'again@example.org')).statusCode).toBe(400);
    expect(await statusesOf(times(18, () => invite(owner, mission)))).toEqual(Array(18).fill(201));
    await t.call(withdrawInvitation, { token: owner.token, params: { id: first.json().id } });
    await t.db.rows('delete from missions where id = $1', [mission]);
    expect((await invite(owner, other)).statusCode).toBe(201);
    expect((await invite(owner, other)).statusCode).toBe(429);
  });

  it('share the limit between two instances on one database', async () => {
    const owner = await buildUser(t, { proven: true });
    const mission = await buildMission(t, owner);
    const second = await t.startInstance();
    const elsewhere = () =>
      second.app.inject({
        method: 'POST',
        url: createInvitation.path,
        headers: { authorization: `Bearer ${owner.token}` },
        payload: { mission_id: mission, invitee_email: `friend${++addresses}@example.org` },
      });
    const statuses = await statusesOf(times(12, () => [invite(owner, mission), elsewhere()]).flat());
    expect(statuses).toEqual([...Array(20).fill(201), ...Array(4).fill(429)]);
    await second.stop();
  });
});

describe('one address and mission', () => {
  it('allows two invitations in 24 hours, whatever the case of the address', async () => {
    const [owner, friend] = [await buildUser(t, { proven: true }), await buildUser(t)];
    const [mission, other] = [await buildMission(t, owner), await buildMission(t, owner)];
    for (let i = 0; i < 2; i++) {
      const { id } = await buildInvitation(t, owner, mission, friend.email);
      await t.call(declineInvitation, { token: friend.token, params: { id } });
    }
    const refused = await invite(owner, mission, friend.email.toUpperCase());
    expect([refused.statusCode, refused.json().detail]).toEqual([
      429,
      'This address has had 2 invitations to this mission today. Try again tomorrow.',
    ]);
    expect(refused.headers['retry-after']).toBe('86400');
    expect((await invite(owner, other, friend.email)).statusCode).toBe(201);
    t.clock.advance(DAY);
    expect((await invite(owner, mission, friend.email)).statusCode).toBe(201);
  });
});

it('lifts both limits of invitations with RATE_LIMITS=off', async () => {
  const free = await testApp();
  const owner = await buildUser(free);
  const mission = await buildMission(free, owner);
  const answers = times(30, () =>
    free.call(createInvitation, {
      token: owner.token,
      body: { mission_id: mission, invitee_email: `friend${++addresses}@example.org` },
    }),
  );
  expect(await statusesOf(answers)).toEqual(Array(30).fill(201));
});
