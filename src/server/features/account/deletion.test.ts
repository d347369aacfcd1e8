import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { deleteAccount } from '#contract/account.ts';
import { forgotPassword, login, me, register } from '#contract/auth.ts';
import { listCheckins } from '#contract/checkins.ts';
import { completeMission } from '#contract/completion.ts';
import { listInvitations, listMissionInvitations } from '#contract/invitations.ts';
import { acceptOwnership, offerOwnership } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { joinMission } from '#contract/missions-join.ts';
import { listNotifications, markAllRead, markRead } from '#contract/notifications.ts';
import { patchProfile } from '#contract/profile.ts';
import { saveReminder } from '#contract/reminders.ts';
import { saveSettings } from '#contract/settings.ts';
import { Id, Int, Text } from '#platform/db/columns.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { buildInvitation } from '../../testing/factories/invitations.ts';
import { buildInvitationCode, buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { DETACHED, REMOVED, RETAINED } from './deletion/queries.ts';

const t = await testApp();
beforeEach(() => t.clock.set(NOON));

const remove = ({ token, password }: TestUser, body: unknown = { password }) => t.call(deleteAccount, { token, body });
const fetchMission = async ({ token }: TestUser, id: string) => t.call(getMission, { token, params: { id } });
const listFeed = async ({ token }: TestUser, id: string) =>
  (await t.call(listCheckins, { token, params: { id } })).json();
const count = async (table: string, where: string, values: unknown[]) =>
  (await t.db.rows(z.object({ count: Int }), `select count(*) as count from ${table} where ${where}`, values))[0]!
    .count;

/** Inserts a photo for the person's check-in and an avatar. Returns the keys of the files. */
async function insertImages(person: TestUser, missionId: string): Promise<string[]> {
  const [photo, avatar] = [`checkins/${randomUUID()}`, `avatars/${randomUUID()}`];
  const files = [`${photo}/1600.webp`, `${photo}/400.webp`, `${avatar}/512.webp`, `${avatar}/96.webp`];
  for (const key of files) await t.deps.storage.put(key, Buffer.from('x'));
  await t.db.rows('update users set avatar_key = $2 where id = $1', [person.id, `${avatar}/512.webp`]);
  await t.db.rows(
    `update checkins set type = 'photo', photo_key = $3, photo_width = 1, photo_height = 1, photo_thumbhash = 'x'
     where user_id = $1 and mission_id = $2`,
    [person.id, missionId, photo],
  );
  return files;
}

describe('deleting an account', () => {
  it('ends every session, frees the address and erases personal data', async () => {
    const ana = await buildUser(t, { name: 'Ana Lind', email: 'ana@example.com' });
    const other = (await t.call(login, { body: ana })).json().access_token;
    await t.call(forgotPassword, { body: { email: ana.email } });
    await t.queue.drain();
    const id = await buildMission(t, ana);
    const look = { cloth: 'plum-dots', hat: 'nightcap', cut: 'cape' };
    expect((await t.call(patchProfile, { token: ana.token, body: { look } })).json().look).toEqual(look);
    await t.call(saveReminder, { token: ana.token, params: { id }, body: { hour: 7, channel: 'email', is_on: true } });
    await t.call(saveSettings, { token: ana.token, body: { push_types: [], weekly_digest: true } });
    await t.db.rows(`update users set language = 'ar', last_language = 'ms' where id = $1`, [ana.id]);
    const answer = await remove(ana);
    expect(answer.statusCode).toBe(204);
    for (const token of [ana.token, other]) expect((await t.call(me, { token })).statusCode).toBe(401);
    expect((await t.call(login, { body: ana })).statusCode).toBe(401);
    const [row] = await t.db.rows(z.looseObject({}), 'select * from users where id = $1', [ana.id]);
    expect(row).toMatchObject({
      name: 'Deleted user',
      bio: '',
      avatar_key: null,
      look: null,
      points: 0,
      language: null,
      last_language: 'en',
      deleted_at: NOON,
    });
    expect(JSON.stringify(row)).not.toMatch(/ana|Lind/i);
    expect((await t.call(login, { body: { email: row!.email, password: ana.password } })).statusCode).toBe(401);
    for (const table of ['sessions', 'reset_tokens', 'reminders', 'user_settings'])
      expect(await count(table, 'user_id = $1', [ana.id]), table).toBe(0);
    const again = await t.call(register, { body: { name: 'Ana again', email: ana.email, password: 'campfire' } });
    expect(again.statusCode).toBe(200);
    expect(again.json().user).toMatchObject({ points: 0, profile_completed: false });
    expect(again.json().user.id).not.toBe(ana.id);
  });

  it('deletes missions that never had another member, with their photos', async () => {
    const ana = await buildUser(t);
    const alone = await buildMission(t, ana);
    await checkIn(t, ana, alone);
    const files = await insertImages(ana, alone);
    expect((await remove(ana)).statusCode).toBe(204);
    expect(await count('missions', 'id = $1', [alone])).toBe(0);
    expect(await count('checkins', 'user_id = $1', [ana.id])).toBe(0);
    await t.queue.drain();
    for (const key of files) expect(await t.deps.storage.get(key), key).toBeNull();
  });

  it("keeps posts in others' missions under another name, without the photo", async () => {
    const owner = await buildUser(t);
    const ana = await buildUser(t, { name: 'Ana Lind' });
    const id = await buildMission(t, owner);
    await buildMembers(t, owner, id, [ana]);
    await checkIn(t, ana, id, { type: 'text', content: 'Two chapters' });
    const files = await insertImages(ana, id);
    const [post] = await t.db.rows(z.object({ id: Id }), 'select id from checkins where user_id = $1', [ana.id]);
    const commentId = randomUUID();
    await t.db.rows(
      `insert into comments (id, checkin_id, user_id, content, created_at) values ($1, $2, $3, 'Well done', $4)`,
      [commentId, post!.id, ana.id, NOON],
    );
    await t.db.rows(`insert into reactions (checkin_id, user_id, type, created_at) values ($1, $2, 'love', $3)`, [
      post!.id,
      ana.id,
      NOON,
    ]);
    expect((await remove(ana)).statusCode).toBe(204);
    expect(await listFeed(owner, id)).toMatchObject([
      { user_name: 'Deleted user', user_avatar_url: null, type: 'text', content: 'Two chapters' },
    ]);
    expect((await fetchMission(owner, id)).json().members.map((m: { user_id: string }) => m.user_id)).toEqual([
      owner.id,
    ]);
    expect(await count('comments', 'id = $1', [commentId])).toBe(1);
    expect(await count('reactions', 'user_id = $1', [ana.id])).toBe(0);
    const bell = (await t.call(listNotifications, { token: owner.token })).json();
    expect(bell.notifications).toMatchObject([{ type: 'checkin', user_name: 'Deleted user' }]);
    await t.queue.drain();
    for (const key of files) expect(await t.deps.storage.get(key), key).toBeNull();
  });

  it('deletes what the user read in the bell', async () => {
    const [owner, ana] = [await buildUser(t), await buildUser(t)];
    const id = await buildMission(t, owner);
    await buildMembers(t, owner, id, [ana]);
    await t.call(markAllRead, { token: ana.token });
    t.clock.advance(1);
    const { checkin } = (await checkIn(t, owner, id)).json();
    await t.call(markRead, { token: ana.token, params: { id: checkin.id } });
    expect(await count('checkin_reads', 'user_id = $1', [ana.id])).toBe(1);
    expect((await remove(ana)).statusCode).toBe(204);
    expect(await count('checkin_reads', 'user_id = $1', [ana.id])).toBe(0);
    expect(await count('users', 'id = $1 and checkins_seen_at is null', [ana.id])).toBe(1);
  });

  it('is refused until the missions with other members have a new owner', async () => {
    const ana = await buildUser(t);
    const ben = await buildUser(t);
    const id = await buildMission(t, ana, { title: 'Swim' });
    const alone = await buildMission(t, ana, { title: 'Alone' });
    await buildMembers(t, ana, id, [ben]);
    const refused = await remove(ana);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ code: 'missions_to_hand_over', missions: [{ id, title: 'Swim' }] });
    expect(await count('missions', 'id = any($1)', [[id, alone]])).toBe(2);
    expect((await t.call(me, { token: ana.token })).statusCode).toBe(200);
    await t.call(offerOwnership, { token: ana.token, params: { id }, body: { user_id: ben.id } });
    expect((await remove(ana)).statusCode).toBe(400);
    await t.call(acceptOwnership, { token: ben.token, params: { id } });
    expect((await remove(ana)).statusCode).toBe(204);
    expect((await fetchMission(ben, id)).json()).toMatchObject({ owner_id: ben.id });
  });

  it('hands completed missions to the earliest member and completes ones that all others left', async () => {
    const ana = await buildUser(t);
    const [ben, cleo] = [await buildUser(t), await buildUser(t)];
    const done = await buildMission(t, ana, { duration_days: 1 });
    await buildMembers(t, ana, done, [ben]);
    t.clock.advance(1000);
    await buildMembers(t, ana, done, [cleo]);
    const left = await buildMission(t, ana);
    await buildMembers(t, ana, left, [ben]);
    await t.db.rows('update members set left_at = $2 where user_id = $1 and mission_id = $3', [ben.id, NOON, left]);
    t.clock.advance(2 * DAY_MS);
    await t.call(completeMission, { token: ana.token, params: { id: done } });
    expect((await remove(ana)).statusCode).toBe(204);
    expect((await fetchMission(cleo, done)).json().owner_id).toBe(ben.id);
    expect(await count('missions', 'id = $1 and completed_at is not null', [left])).toBe(1);
  });

  it('withdraws pending invitations and erases invitations to the address', async () => {
    const ana = await buildUser(t, { email: 'ana2@example.com' });
    const ben = await buildUser(t);
    const friend = await buildUser(t);
    const id = await buildMission(t, ben);
    await buildMembers(t, ben, id, [ana]);
    await t.db.rows('update members set is_cohost = true where user_id = $1', [ana.id]);
    await buildInvitation(t, ana, id, friend.email);
    const other = await buildMission(t, friend);
    await buildInvitation(t, friend, other, ana.email);
    expect((await remove(ana)).statusCode).toBe(204);
    expect((await t.call(listInvitations, { token: friend.token })).json()).toEqual([]);
    const sent = await t.call(listMissionInvitations, { token: friend.token, params: { id: other } });
    expect(sent.json()).toEqual([]);
    expect(await count('invitations', 'invitee_email = $1', [ana.email])).toBe(0);
  });

  it('erases the address from waiting and failed jobs', async () => {
    const ana = await buildUser(t, { email: 'ana3@example.com' });
    for (const state of ['waiting', 'failed'])
      await t.db.rows(
        `insert into jobs (name, data, state) values ('send-reset-link', jsonb_build_object('email', $1::text), $2)`,
        [ana.email, state],
      );
    expect((await remove(ana)).statusCode).toBe(204);
    expect(await count('jobs', `data->>'email' = $1`, [ana.email])).toBe(0);
  });

  it('requires the password and a session', async () => {
    const ana = await buildUser(t);
    const wrong = await remove(ana, { password: 'not it' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toMatchObject({ code: 'wrong_password', errors: [{ path: 'password' }] });
    for (const body of [{}, { password: '' }, { password: 7 }]) expect((await remove(ana, body)).statusCode).toBe(422);
    expect((await t.call(deleteAccount, { body: { password: ana.password } })).statusCode).toBe(401);
    expect((await t.call(me, { token: ana.token })).statusCode).toBe(200);
  });

  it('lets one of 20 concurrent requests succeed', async () => {
    const ana = await buildUser(t);
    await buildMission(t, ana);
    const answers = await Promise.all(Array.from({ length: 20 }, () => remove(ana)));
    const codes = answers.map((answer) => answer.statusCode);
    expect(codes.filter((code) => code === 204)).toHaveLength(1);
    expect(codes.every((code) => [204, 401, 422].includes(code))).toBe(true);
    expect(await count('users', 'id = $1 and deleted_at is not null', [ana.id])).toBe(1);
  });

  it('never leaves a mission without an owner when people join concurrently', async () => {
    const ana = await buildUser(t);
    const id = await buildMission(t, ana);
    const code = await buildInvitationCode(t, ana, id);
    const people = await Promise.all(Array.from({ length: 8 }, () => buildUser(t)));
    const [gone, ...joined] = await Promise.all([
      remove(ana),
      ...people.map(({ token }) => t.call(joinMission, { token, params: { code } })),
    ]);
    const inside = joined.filter((answer) => answer.statusCode === 200).length;
    if (gone!.statusCode === 204) expect(inside).toBe(0);
    else {
      expect(gone!.json().code).toBe('missions_to_hand_over');
      expect(inside).toBe(8);
    }
  });
});

it('lists every reference to a user as removed, detached or retained', async () => {
  // `pg_constraint` instead of `information_schema`, which shows constraints only to the tables' owner.
  const references = await t.db.rows(
    z.object({ reference: Text }),
    `select c.conrelid::regclass || '.' || a.attname as reference
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.contype = 'f' and c.confrelid = 'users'::regclass`,
  );
  expect(references.map((row) => row.reference).sort()).toEqual([...REMOVED, ...DETACHED, ...RETAINED].sort());
});
