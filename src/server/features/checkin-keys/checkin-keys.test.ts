import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount, exportData } from '#contract/account.ts';
import { reinstateUser } from '#contract/admin-accounts.ts';
import { createToken } from '#contract/api-tokens.ts';
import { login } from '#contract/auth.ts';
import {
  checkInByKey,
  createCheckinKey,
  deleteCheckinKey,
  listCheckinKeys,
  previewCheckinKey,
} from '#contract/checkin-keys.ts';
import { leaveMission, removeMember } from '#contract/members.ts';
import { deleteMission } from '#contract/missions.ts';
import { joinMission } from '#contract/missions-join.ts';
import { Text } from '#platform/db/columns.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { buildAdminSession, buildSuspension } from '../../testing/factories/admin.ts';
import { buildCheckinKey } from '../../testing/factories/checkin-keys.ts';
import { buildInvitationCode, buildMembers, buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';

const t = await testApp();
requireSavedStandings(t);
beforeEach(() => t.clock.set(NOON));

const create = ({ token }: Pick<TestUser, 'token'>, body: unknown) => t.call(createCheckinKey, { token, body });
const list = async ({ token }: TestUser) => (await t.call(listCheckinKeys, { token })).json();
const revoke = ({ token }: Pick<TestUser, 'token'>, id: string) => t.call(deleteCheckinKey, { token, params: { id } });
const keyIn = (url: string) => new URL(url).pathname.split('/').at(-1)!;
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];

async function expectUnknown(key: string): Promise<void> {
  for (const endpoint of [previewCheckinKey, checkInByKey]) {
    const answer = await t.call(endpoint, { params: { key } });
    expect([endpoint.method, ...codeOf(answer)]).toEqual([endpoint.method, 404, 'key_unknown']);
  }
}
const isKnown = async (key: string) => (await t.call(previewCheckinKey, { params: { key } })).statusCode === 200;

/** A member of another user's mission, with a key to it. */
async function buildKeyholder() {
  const [owner, ana] = [await buildUser(t), await buildUser(t, { name: 'Ana' })];
  const mission = await buildMission(t, owner, { title: 'Swim' });
  await buildMembers(t, owner, mission, [ana]);
  return { owner, ana, mission, ...(await buildCheckinKey(t, ana, mission)) };
}

describe('creating a check-in key', () => {
  it('shows its link once and stores only a hash', async () => {
    const ana = await buildUser(t);
    const mission_id = await buildMission(t, ana, { title: 'Swim' });
    const answer = await create(ana, { mission_id, name: '  By the\n door ' });
    expect(answer.statusCode).toBe(201);
    const { url, ...rest } = answer.json();
    expect(url).toMatch(/^http:\/\/emberkin\.test\/key\/[\w-]{43}$/);
    expect(rest).toEqual({
      id: expect.any(String),
      mission_id,
      mission_title: 'Swim',
      name: 'By the door',
      created_at: NOON,
      last_used_at: null,
    });
    expect(await list(ana)).toEqual([rest]);
    const row = await onlyValue(t.db, Text, 'select checkin_keys::text as row from checkin_keys where id = $1', [
      rest.id,
    ]);
    expect(row).not.toContain(keyIn(url));
  });

  it('works without a name and on every plan', async () => {
    const ana = await buildUser(t);
    const mission_id = await buildMission(t, ana);
    for (const body of [{ mission_id }, { mission_id, name: null }, { mission_id, name: '' }])
      expect((await create(ana, body)).json().name).toBe('');
  });

  it("replaces only this member's previous key", async () => {
    const { owner, ana, mission, id, key } = await buildKeyholder();
    const others = await buildCheckinKey(t, owner, mission);
    await t.call(checkInByKey, { params: { key } });
    const next = await buildCheckinKey(t, ana, mission);
    expect(next.id).not.toBe(id);
    await expectUnknown(key);
    expect(await isKnown(next.key)).toBe(true);
    expect(await isKnown(others.key)).toBe(true);
    expect(await list(ana)).toMatchObject([{ id: next.id, last_used_at: null }]);
  });

  it('keeps the last of 20 concurrent keys for one mission', async () => {
    const ana = await buildUser(t);
    const mission_id = await buildMission(t, ana);
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(ana, { mission_id })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201));
    const known = await Promise.all(answers.map((answer) => isKnown(keyIn(answer.json().url))));
    expect(known.filter(Boolean)).toHaveLength(1);
    expect(await list(ana)).toHaveLength(1);
  });

  it('lists keys newest first, only for their owner', async () => {
    const { owner, ana, id } = await buildKeyholder();
    t.clock.advance(1000);
    const own = await buildMission(t, ana, { title: 'Read' });
    const second = await buildCheckinKey(t, ana, own);
    expect((await list(ana)).map((key: { id: string }) => key.id)).toEqual([second.id, id]);
    expect(await list(owner)).toEqual([]);
  });

  it('lists every key, so that each can be revoked', async () => {
    const { ana, id } = await buildKeyholder();
    t.clock.advance(1000);
    await t.db.rows(
      `with m as (
         insert into missions
         select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'invitation_code', null))).*
         from missions m, generate_series(1, 120) where m.id = (select mission_id from checkin_keys where id = $1)
         returning id
       )
       insert into checkin_keys (id, user_id, mission_id, name, key_hash, created_at)
       select gen_random_uuid(), $2, id, '', decode(md5(id::text), 'hex'), $3 from m`,
      [id, ana.id, t.clock.now()],
    );
    expect((await list(ana)).map((key: { id: string }) => key.id)).toContain(id);
    expect(await list(ana)).toHaveLength(121);
  });

  it('fails for a mission that the user is not in', async () => {
    const { owner, ana, mission } = await buildKeyholder();
    const stranger = await buildUser(t);
    for (const mission_id of [mission, randomUUID(), 'x'])
      expect(codeOf(await create(stranger, { mission_id }))).toEqual([404, 'mission_not_found']);
    await t.call(removeMember, { token: owner.token, params: { id: mission, userId: ana.id } });
    expect(codeOf(await create(ana, { mission_id: mission }))).toEqual([404, 'mission_not_found']);
  });

  it.each([
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 7 }, 'name'],
  ])('refuses %j', async (wrong, path) => {
    const ana = await buildUser(t);
    const answer = await create(ana, { mission_id: await buildMission(t, ana), ...wrong });
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, path]);
    expect(await list(ana)).toEqual([]);
  });

  it('reveals nothing about a mission the user is not in, even with invalid input', async () => {
    const { mission } = await buildKeyholder();
    const answer = await create(await buildUser(t), { mission_id: mission, name: 7 });
    expect(codeOf(answer)).toEqual([404, 'mission_not_found']);
  });

  it('needs a session, as do listing and revoking: no API token can do it', async () => {
    const { ana, mission, id } = await buildKeyholder();
    await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
      ana.id,
    ]);
    const body = { name: 'Laptop', scope: 'write' };
    const { token } = (await t.call(createToken, { token: ana.token, body })).json();
    const tryAll = async (caller: { token?: string }) => [
      codeOf(await t.call(listCheckinKeys, caller)),
      codeOf(await t.call(createCheckinKey, { ...caller, body: { mission_id: mission } })),
      codeOf(await t.call(deleteCheckinKey, { ...caller, params: { id } })),
    ];
    expect(await tryAll({})).toEqual(Array(3).fill([401, 'not_signed_in']));
    expect(await tryAll({ token })).toEqual(Array(3).fill([403, 'token_not_accepted']));
    expect(await list(ana)).toHaveLength(1);
  });
});

describe('the end of a check-in key', () => {
  it('makes a revoked key unknown, and only its owner can revoke it, once', async () => {
    const { owner, ana, id, key } = await buildKeyholder();
    for (const [person, wrong] of [
      [owner, id],
      [ana, randomUUID()],
      [ana, 'x'],
    ] as const)
      expect(codeOf(await revoke(person, wrong))).toEqual([404, 'checkin_key_not_found']);
    expect(await isKnown(key)).toBe(true);
    const answers = await Promise.all(Array.from({ length: 20 }, () => revoke(ana, id)));
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(19);
    await expectUnknown(key);
    expect(await list(ana)).toEqual([]);
  });

  it.each(['leaving', 'being removed'])('comes with %s, and coming back does not revive the key', async (how) => {
    const { owner, ana, mission, key } = await buildKeyholder();
    const code = await buildInvitationCode(t, owner, mission);
    if (how === 'leaving') await t.call(leaveMission, { token: ana.token, params: { id: mission } });
    else await t.call(removeMember, { token: owner.token, params: { id: mission, userId: ana.id } });
    await expectUnknown(key);
    expect(await list(ana)).toEqual([]);
    if (how === 'leaving') await t.call(joinMission, { token: ana.token, params: { code } });
    await expectUnknown(key);
  });

  it('comes with the end of the mission', async () => {
    const { owner, ana, mission, key } = await buildKeyholder();
    await t.call(deleteMission, { token: owner.token, params: { id: mission } });
    await expectUnknown(key);
    expect(await list(ana)).toEqual([]);
  });

  it('comes with a suspension, permanently, for all keys of the account', async () => {
    const { owner, ana, mission, key } = await buildKeyholder();
    const others = await buildCheckinKey(t, owner, mission);
    await buildSuspension(t, ana);
    await expectUnknown(key);
    await t.call(reinstateUser, { token: await buildAdminSession(t), params: { id: ana.id } });
    await expectUnknown(key);
    const { access_token: token } = (await t.call(login, { body: ana })).json();
    expect(await list({ ...ana, token })).toEqual([]);
    expect(await isKnown(others.key)).toBe(true);
  });

  it('applies to a key created while its member leaves or its owner is suspended', async () => {
    for (const end of ['leave', 'suspend'] as const) {
      const { ana, mission } = await buildKeyholder();
      const ending =
        end === 'leave'
          ? t.call(leaveMission, { token: ana.token, params: { id: mission } })
          : buildSuspension(t, ana).then(() => null);
      const answers = await Promise.all(Array.from({ length: 10 }, () => create(ana, { mission_id: mission })));
      await ending;
      const created = answers.filter(({ statusCode }) => statusCode === 201);
      for (const answer of created) await expectUnknown(keyIn(answer.json().url));
      expect(await t.db.rows('select from checkin_keys where user_id = $1', [ana.id])).toHaveLength(0);
    }
  });

  it('comes with the deletion of the account', async () => {
    const { ana, key } = await buildKeyholder();
    const { token, password } = ana;
    expect((await t.call(deleteAccount, { token, body: { password } })).statusCode).toBe(204);
    await expectUnknown(key);
    expect(await t.db.rows('select from checkin_keys where user_id = $1', [ana.id])).toEqual([]);
  });

  it("leaves the links out of the export's list of keys", async () => {
    const { ana, mission, id, key } = await buildKeyholder();
    const answer = await t.call(exportData, { token: ana.token });
    const files = unzip(answer.rawPayload);
    expect(JSON.parse(files.get('check-in-keys.json')!.toString('utf8'))).toEqual([
      { id, mission: 'Swim', mission_id: mission, name: '', created_at: expect.any(String), last_used_at: null },
    ]);
    const hash = await onlyValue(t.db, Text, `select encode(key_hash, 'hex') as hash from checkin_keys where id = $1`, [
      id,
    ]);
    for (const content of files.values()) {
      expect(content.includes(key)).toBe(false);
      expect(content.includes(hash)).toBe(false);
    }
  });
});
