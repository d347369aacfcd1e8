import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { listCheckins } from '#contract/checkins.ts';
import { listComments } from '#contract/comments.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { removeMember } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { joinMission, previewJoin } from '#contract/missions-join.ts';
import { listNotifications } from '#contract/notifications.ts';
import { patchProfile, updateProfile } from '#contract/profile.ts';
import { CLOTH_NAMES, type ClothName, CUT_NAMES, HAT_NAMES, type Look, lookOf, settledLook } from '#domain/looks.ts';
import { buildInvitationCode, buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { react, say } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
beforeEach(() => t.clock.set(NOON));

const LOOK: Look = { cloth: 'plum-dots', hat: 'nightcap', cut: 'cape' };
const choose = (person: TestUser, look: unknown) => t.call(patchProfile, { token: person.token, body: { look } });
const ownLook = async (person: TestUser): Promise<Look> => (await t.call(me, { token: person.token })).json().look;
const membersOf = async (person: TestUser, id: string): Promise<{ user_id: string; look: Look }[]> =>
  (await t.call(getMission, { token: person.token, params: { id } })).json().members;

describe('choosing a look', () => {
  it('stores, replaces or clears a look that otherwise follows from the ID', async () => {
    const ana = await buildUser(t);
    expect(await ownLook(ana)).toEqual(lookOf(ana.id));
    expect((await choose(ana, { ...LOOK, extra: 'x' })).json().look).toEqual(LOOK);
    const profile = { name: 'Ana', bio: '', location: '', timezone: 'UTC' };
    expect((await t.call(updateProfile, { token: ana.token, body: profile })).json().look).toEqual(LOOK);
    expect((await t.call(patchProfile, { token: ana.token, body: { bio: 'Tea' } })).json().look).toEqual(LOOK);
    expect((await choose(ana, null)).json().look).toEqual(lookOf(ana.id));
    const body = { ...profile, look: LOOK };
    expect((await t.call(updateProfile, { token: ana.token, body })).json().look).toEqual(LOOK);
  });

  it('accepts every cloth, hat and cut', async () => {
    const ana = await buildUser(t);
    for (const [at, cloth] of CLOTH_NAMES.entries()) {
      const look = { cloth, hat: HAT_NAMES[at % HAT_NAMES.length], cut: CUT_NAMES[at % CUT_NAMES.length] };
      expect((await choose(ana, look)).json().look).toEqual(look);
    }
  });

  it('does not complete the profile', async () => {
    const ana = await buildUser(t, { incomplete: true });
    expect((await choose(ana, LOOK)).json()).toMatchObject({ look: LOOK, profile_completed: false });
  });

  it.each([
    ['look', 'plum'],
    ['look', 7],
    ['look', []],
    ['look.cloth', { ...LOOK, cloth: 'Plum' }],
    ['look.cloth', { ...LOOK, cloth: '__proto__' }],
    ['look.hat', { ...LOOK, hat: ['band'] }],
    ['look.hat', { ...LOOK, hat: null }],
    ['look.cut', { ...LOOK, cut: 'x'.repeat(60_000) }],
  ])('fails with 422 at %s for a value that is not in the list, and stores nothing', async (path, look) => {
    const ana = await buildUser(t);
    const profile = { name: 'Ana', bio: '', location: '', timezone: 'UTC' };
    for (const [call, body] of [
      [patchProfile, { look }],
      [updateProfile, { ...profile, look }],
    ] as const) {
      const answer = await t.call(call, { token: ana.token, body });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors[0]).toEqual({ path, message: 'Please choose a look from the list' });
    }
    expect(await ownLook(ana)).toEqual(lookOf(ana.id));
  });

  it('requires a session', async () => {
    expect((await t.call(patchProfile, { body: { look: LOOK } })).statusCode).toBe(401);
  });
});

describe('the look of a person', () => {
  it('is the same in every response that shows the person', async () => {
    const [owner, ana] = [await buildUser(t), await buildUser(t, { name: 'Ana' })];
    const first = await buildMission(t, owner);
    const second = await buildMission(t, owner);
    for (const id of [first, second]) await buildMembers(t, owner, id, [ana]);
    await choose(ana, LOOK);
    const checkin = (await checkIn(t, ana, first, { type: 'text', content: 'Here' })).json().checkin.id;
    await say(t, ana, checkin, { content: 'And more' });
    await react(t, ana, (await checkIn(t, owner, first)).json().checkin.id);
    for (const id of [first, second])
      expect((await membersOf(owner, id)).find(({ user_id }) => user_id === ana.id)?.look).toEqual(LOOK);
    const asOwner = { token: owner.token };
    const feed = (await t.call(listCheckins, { ...asOwner, params: { id: first } })).json();
    const inFeed = feed.find(({ id }: { id: string }) => id === checkin);
    expect(inFeed.user_look).toEqual(LOOK);
    const comments = (await t.call(listComments, { ...asOwner, params: { id: checkin } })).json();
    expect(comments[0].user_look).toEqual(LOOK);
    const { notifications } = (await t.call(listNotifications, asOwner)).json();
    expect(notifications.length).toBeGreaterThan(0);
    for (const { user_look } of notifications) expect(user_look).toEqual(LOOK);
    const dashboard = (await t.call(getDashboard, asOwner)).json();
    const faces = dashboard.missions[0].members.filter(({ user_id }: { user_id: string }) => user_id === ana.id);
    expect(faces[0].look).toEqual(LOOK);
  });

  it('is settled at the first membership unless chosen', async () => {
    const [owner, ana, ben] = [await buildUser(t), await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, owner);
    await choose(ben, LOOK);
    await buildMembers(t, owner, mission, [ana, ben]);
    const settled = await ownLook(ana);
    expect(settled.cloth).not.toBe((await ownLook(owner)).cloth);
    expect(await ownLook(ben)).toEqual(LOOK);
    // Leaving and rejoining a mission full of the same cloth changes nothing.
    await t.call(removeMember, { token: owner.token, params: { id: mission, userId: ana.id } });
    const other = await buildUser(t);
    await choose(other, settled);
    await buildMembers(t, other, await buildMission(t, other), [ana]);
    expect(await ownLook(ana)).toEqual(settled);
    expect(await ownLook(owner)).toEqual(lookOf(owner.id));
  });

  it('has a different cloth for an owner and each of eleven concurrent joiners', async () => {
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner);
    const code = await buildInvitationCode(t, owner, mission);
    const people = await Promise.all(Array.from({ length: 11 }, () => buildUser(t)));
    const answers = await Promise.all(people.map(({ token }) => t.call(joinMission, { token, params: { code } })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 200));
    const cloths = (await membersOf(owner, mission)).map(({ look }) => look.cloth);
    expect(new Set(cloths).size).toBe(12);
  });

  it('is not in the preview of a link', async () => {
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner);
    const code = await buildInvitationCode(t, owner, mission);
    await buildMembers(t, owner, mission, [await buildUser(t)]);
    expect((await t.call(previewJoin, { params: { code } })).body).not.toContain('"look"');
  });
});

describe('the looks of a mission of 500', () => {
  const FIRST_NAMES = 'Ana Ben Chen Dilek Elif Farid Greta Hana Ivan Jun Kim Lena Mei Noor Omar Priya'.split(' ');
  const LAST_NAMES = 'Ali Bauer Costa Diaz Evans Flores Garcia Haddad Ito Jansen Khan Lind Novak Osei Rossi Tan'.split(
    ' ',
  );

  /** Adds `count` members with settled looks and realistic IDs, names and numbers. */
  async function fill(owner: TestUser, mission: string, count: number): Promise<void> {
    const worn: ClothName[] = [lookOf(owner.id).cloth];
    const people = Array.from({ length: count }, (_, at) => {
      const hex = createHash('sha256').update(`${at}`).digest('hex');
      const id = `019aa5b0-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
      const byte = (index: number) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
      const look = settledLook(id, worn);
      worn.push(look.cloth);
      const name = `${FIRST_NAMES[byte(12) % 16]} ${LAST_NAMES[byte(13) % 16]}`;
      const joined_at = new Date(t.clock.now().getTime() - byte(14) * 4_000_123);
      const last_at = new Date(t.clock.now().getTime() - byte(17) * 300_123);
      return { id, name, look, joined_at, last_at, points: byte(15) * 15, checkins: byte(16) + 1, streak: byte(18) };
    });
    await t.db.rows(
      `with person as (
         select * from jsonb_to_recordset($1::jsonb)
           as p (id uuid, name text, look jsonb, joined_at timestamptz, last_at timestamptz, points int, checkins int,
                 streak int)
       ), made as (
         insert into users (id, name, email, password_hash, timezone, profile_completed, look, created_at)
         select id, name, id || '@example.com', '', 'UTC', true, look, $3 from person
       )
       insert into members (mission_id, user_id, joined_at, joined_day, points, checkins_count, last_checkin_at,
         streak_last_day, streak_days, longest_streak)
       select $2, id, joined_at, joined_at::date, points, checkins, last_at, last_at::date, streak, streak from person`,
      [JSON.stringify(people), mission, t.clock.now()],
    );
  }

  it('take at most 8 bytes each in the compressed response', async () => {
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner);
    await fill(owner, mission, 499);
    const answer = (await t.call(getMission, { token: owner.token, params: { id: mission } })).json();
    expect(answer.members).toHaveLength(500);
    const members = answer.members.map(({ look: _, ...member }: { look: Look }) => member);
    // The compression that the server uses for such a long response (docs/decisions/0046).
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 };
    for (const compress of [(text: string) => brotliCompressSync(text, { params }), gzipSync]) {
      const [long, short] = [answer, { ...answer, members }].map((one) => compress(JSON.stringify(one)).length);
      expect((long! - short!) / members.length).toBeLessThanOrEqual(8);
    }
  });
});
