import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { User } from '#contract/auth.ts';
import { me } from '#contract/auth.ts';
import { listCheckins } from '#contract/checkins.ts';
import { createComment } from '#contract/comments.ts';
import { listMissions } from '#contract/dashboard.ts';
import { getMission, patchMission } from '#contract/missions.ts';
import { listNotifications } from '#contract/notifications.ts';
import { updateProfile } from '#contract/profile.ts';
import { lookOf } from '#domain/looks.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { startFakeOidc } from '../../testing/oidc-server.ts';
import { appWithOidc, openSession } from '../../testing/sign-on.ts';
import { startFakeSmtp } from '../../testing/smtp-server.ts';
import { NOON, type TestApp } from '../../testing/test-app.ts';

const [provider, smtp] = [await startFakeOidc(), await startFakeSmtp()];
const t = await appWithOidc(provider, { config: { smtp_url: smtp.url } });
afterAll(async () => {
  await provider.close();
  await smtp.close();
});
beforeEach(() => t.clock.set(NOON));

/** Signs in at the provider as the owner of the address. */
async function takeOver(app: TestApp, { email }: TestUser): Promise<{ token: string; user: User }> {
  const login = email.split('@')[0]!;
  provider.setClaims(login, { email, email_verified: true, name: 'Ana Lind' });
  const { access_token: token, user } = await openSession(app, provider, login);
  return { token, user };
}

/**
 * Fills the profile, look and picture of an account with an unproved address. Returns the keys of the picture's files.
 */
async function fillProfile(app: TestApp, { id, token }: TestUser): Promise<string[]> {
  const drawn = lookOf(id);
  const look = { ...drawn, hat: drawn.hat === 'hood' ? 'brim' : 'hood' };
  const body = { name: 'Squatter', timezone: 'UTC', bio: 'I was here first', location: 'Nowhere', look };
  expect((await app.call(updateProfile, { token, body })).statusCode).toBe(200);
  const files = ['512.webp', '96.webp'].map((name) => `avatars/${id}/${name}`);
  for (const key of files) await app.deps.storage.put(key, Buffer.from('x'));
  await app.db.rows('update users set avatar_key = $2 where id = $1', [id, files[0]]);
  return files;
}

const missionsOf = async (token: string, app = t): Promise<{ id: string }[]> =>
  (await app.call(listMissions, { token, query: { state: 'all' } })).json();
const fetchMission = ({ token }: { token: string }, id: string) => t.call(getMission, { token, params: { id } });

it("starts a taken-over account with the provider's name and without earlier data", async () => {
  const squatter = await buildUser(t);
  const other = await buildUser(t, { proven: true });
  const files = await fillProfile(t, squatter);
  const timezone = 'Europe/Berlin';
  expect((await t.call(updateProfile, { token: squatter.token, body: { name: 'Moved', timezone } })).statusCode).toBe(
    200,
  );
  const [alone, own, joined] = [
    await buildMission(t, squatter),
    await buildMission(t, squatter),
    await buildMission(t, other),
  ];
  await buildMembers(t, squatter, own, [other]);
  await buildMembers(t, other, joined, [squatter]);
  for (const id of [alone, own, joined]) expect((await checkIn(t, squatter, id)).statusCode).toBe(201);
  await checkIn(t, other, own);

  const { token, user } = await takeOver(t, squatter);
  expect(user).toMatchObject({
    id: squatter.id,
    email: squatter.email,
    email_verified: true,
    name: 'Ana Lind',
    bio: '',
    location: '',
    avatar_url: null,
    look: lookOf(squatter.id),
    profile_completed: false,
    points: 0,
    streak_days: 0,
  });
  expect(await missionsOf(token)).toEqual([]);
  for (const id of [alone, own, joined]) expect((await fetchMission({ token }, id)).statusCode).toBe(404);
  expect((await t.call(listNotifications, { token })).json().notifications).toEqual([]);
  expect((await t.call(me, { token: squatter.token })).statusCode).toBe(401);
  expect(await t.db.rows('select moved_at from users where id = $1', [user.id])).toEqual([{ moved_at: null }]);
  await t.queue.drain();
  for (const key of files) expect(await t.deps.storage.get(key), key).toBeNull();
});

it('continues missions with other members and shows the posts under another name', async () => {
  const [squatter, other] = [await buildUser(t), await buildUser(t, { proven: true })];
  await fillProfile(t, squatter);
  const id = await buildMission(t, squatter);
  await buildMembers(t, squatter, id, [other]);
  const { checkin } = (await checkIn(t, squatter, id, { type: 'text', content: 'First of all' })).json();
  const comment = { token: squatter.token, params: { id: checkin.id }, body: { content: 'My own' } };
  expect((await t.call(createComment, comment)).statusCode).toBe(201);

  const { user } = await takeOver(t, squatter);
  const mission = (await fetchMission(other, id)).json();
  expect(mission).toMatchObject({ state: 'active', owner_id: other.id });
  expect(mission.members.map((member: { user_id: string }) => member.user_id)).toEqual([other.id]);
  const [post] = (await t.call(listCheckins, { token: other.token, params: { id } })).json();
  expect(post).toMatchObject({ content: 'First of all', user_name: 'Deleted user', comments_count: 1 });
  expect(post.user_id).not.toBe(user.id);
});

it('leaves a paid plan with the account', async () => {
  const squatter = await buildUser(t);
  await t.db.rows(`update users set subscription_tier = 'pro', subscription_status = 'active' where id = $1`, [
    squatter.id,
  ]);
  expect((await takeOver(t, squatter)).user).toMatchObject({ subscription_tier: 'pro', subscription_status: 'active' });
});

it('leaves everything to a user who has proved the address', async () => {
  const user = await buildUser(t, { name: 'Ana by herself', proven: true });
  await t.call(updateProfile, { token: user.token, body: { name: user.name, timezone: 'UTC', bio: 'Mine' } });
  const id = await buildMission(t, user);
  const session = await takeOver(t, user);
  expect(session.user).toMatchObject({ id: user.id, name: 'Ana by herself', bio: 'Mine' });
  expect(await missionsOf(session.token)).toMatchObject([{ id }]);
});

it('leaves the data without SMTP, when no one could prove an address', async () => {
  const own = await startFakeOidc();
  const house = await appWithOidc(own);
  const user = await buildUser(house, { name: 'Ana by herself', email: 'ana@example.com' });
  const id = await buildMission(house, user);
  const session = await openSession(house, own, 'ana');
  expect(session.user).toMatchObject({ id: user.id, name: 'Ana by herself' });
  expect(await missionsOf(session.access_token, house)).toMatchObject([{ id }]);
  await own.close();
});

it('empties the account once for two concurrent identities with the address', async () => {
  const [squatter, other] = [await buildUser(t), await buildUser(t, { proven: true })];
  const missions = await Promise.all(Array.from({ length: 4 }, () => buildMission(t, other)));
  for (const id of missions) await buildMembers(t, other, id, [squatter]);
  const logins = ['first-of-two', 'second-of-two'];
  for (const login of logins) provider.setClaims(login, { email: squatter.email, email_verified: true, name: login });
  const edits = missions.flatMap((id) => [
    ...Array.from({ length: 5 }, (_, n) =>
      t.call(patchMission, { token: other.token, params: { id }, body: { title: `Title ${n}` } }),
    ),
    checkIn(t, other, id),
  ]);
  const [sessions, answers] = await Promise.all([
    Promise.all(logins.map((login) => openSession(t, provider, login))),
    Promise.all(edits),
  ]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 201]));
  const names = new Set(sessions.map(({ user }) => `${user.id} ${user.name}`));
  expect(names.size).toBe(1);
  for (const { access_token } of sessions) expect(await missionsOf(access_token)).toEqual([]);
  for (const id of missions) expect((await fetchMission(other, id)).json().members).toHaveLength(1);
});

it("deletes the former user's data from every table with user data", async () => {
  const squatter = await buildUser(t);
  const tables = ['user_settings', 'blocks', 'pauses'] as const;
  await t.db.rows(`insert into user_settings (user_id, push_types, weekly_digest) values ($1, '{}', true)`, [
    squatter.id,
  ]);
  await t.db.rows('insert into blocks (blocker_id, blocked_id, created_at) values ($1, $2, $3)', [
    squatter.id,
    (await buildUser(t)).id,
    NOON,
  ]);
  await t.db.rows(
    `insert into pauses (id, user_id, from_day, to_day, reason, created_at)
     values ($2, $1, '2026-11-21', '2026-11-22', 'ill', $3)`,
    [squatter.id, randomUUID(), NOON],
  );
  await takeOver(t, squatter);
  for (const table of tables) expect(await t.db.rows(`select from ${table}`), table).toEqual([]);
});
