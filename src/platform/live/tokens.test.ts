import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportData } from '#contract/account.ts';
import { deleteToken } from '#contract/api-tokens.ts';
import { buildSuspension } from '#server/testing/factories/admin.ts';
import { buildApiToken } from '#server/testing/factories/api-tokens.ts';
import { buildMembers, buildMission, checkIn } from '#server/testing/factories/missions.ts';
import { buildUser, type TestUser } from '#server/testing/factories/users.ts';
import { type LiveEvent, type LiveReader, openReader } from '#server/testing/live-reader.ts';
import { testApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';

const t = await testApp();
const SECOND = 1000;
const readers: LiveReader[] = [];
let url = '';

beforeAll(async () => {
  url = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => {
  for (const reader of readers) reader.close();
});

async function listen({ token }: { token: string }): Promise<LiveReader> {
  const reader = await openReader(url, token);
  expect(reader.status).toBe(200);
  readers.push(reader);
  return reader;
}
const is = (kind: LiveEvent['kind']) => (event: LiveEvent) => event.kind === kind;

/** Waits until all earlier hints have arrived, because hints keep their order. */
async function settle(reader: LiveReader, person: TestUser): Promise<void> {
  const mark = crypto.randomUUID();
  t.live.hint({ user_ids: [person.id], mission_id: mark }, 'dashboard');
  await reader.find((event) => event.kind === 'dashboard' && event.mission_id === mark);
}

async function buildTeam() {
  const [owner, friend] = [await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner);
  await buildMembers(t, owner, mission, [friend]);
  return { owner, friend, mission };
}

describe('live streams of API tokens', () => {
  it("deliver only what the token's owner would receive", async () => {
    const { owner, friend, mission } = await buildTeam();
    const stranger = await buildUser(t);
    const [own, other] = [
      await listen(await buildApiToken(t, owner, 'read')),
      await listen(await buildApiToken(t, stranger, 'write')),
    ];
    await checkIn(t, friend, mission);
    expect(await own.find(is('feed'))).toMatchObject({ kind: 'feed', mission_id: mission });
    await settle(other, stranger);
    expect(other.events.filter(is('feed'))).toEqual([]);
  });

  it("close the oldest of a user's token streams at the sixth, but no page's stream", async () => {
    const { owner } = await buildTeam();
    const [one, two] = [await buildApiToken(t, owner, 'read'), await buildApiToken(t, owner)];
    const pages: LiveReader[] = [];
    for (let count = 0; count < 5; count++) pages.push(await listen(owner));
    const programs: LiveReader[] = [];
    for (let count = 0; count < 6; count++) programs.push(await listen(count % 2 ? one : two));
    await programs[0]!.ended();
    expect(programs[0]!.events.at(-1)).toEqual({ kind: 'goodbye', reconnect: false });
    for (const reader of [...pages, ...programs.slice(1)]) await settle(reader, owner);
    await listen(owner);
    await pages[0]!.ended();
    for (const reader of [...pages.slice(1), ...programs.slice(1)]) await settle(reader, owner);
  });

  it.each<[string, (user: TestUser, token: { id: string }) => Promise<unknown>]>([
    ['it is revoked', (user, { id }) => t.call(deleteToken, { token: user.token, params: { id } })],
    [
      'it expires',
      (_, { id }) => t.db.rows('update api_tokens set expires_at = $2 where id = $1', [id, t.clock.now()]),
    ],
    ['its owner is suspended', (user) => buildSuspension(t, user)],
    ['PREMIUM ends', (user) => t.db.rows("update users set subscription_tier = 'free' where id = $1", [user.id])],
  ])("end within 30 s if %s, without affecting another token's stream", async (_, end) => {
    const { owner, friend } = await buildTeam();
    const token = await buildApiToken(t, owner, 'read');
    const [reader, other] = [await listen(token), await listen(await buildApiToken(t, friend, 'read'))];
    await end(owner, token);
    t.clock.advance(15 * SECOND);
    await t.live.tick();
    await reader.ended();
    await settle(other, friend);
  });
});

describe('the archive for an API token', () => {
  it('includes the addresses of invited people only for a token that can write', async () => {
    const { owner, mission } = await buildTeam();
    await t.db.rows(
      `insert into invitations (id, public_id, mission_id, sender_id, invitee_email, message, status, created_at, expires_at)
       values (gen_random_uuid(), gen_random_uuid(), $1, $2, 'newcomer@example.org', '', 'pending', $3, $3)`,
      [mission, owner.id, t.clock.now()],
    );
    const invited = async ({ token }: { token: string }) => {
      const answer = await t.call(exportData, { token });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
      return JSON.parse(String(unzip(answer.rawPayload).get('invitations.json')))[0].invitee_email;
    };
    expect(await invited(await buildApiToken(t, owner, 'read'))).toBe('');
    expect(await invited(await buildApiToken(t, owner, 'write'))).toBe('newcomer@example.org');
    expect(await invited(owner)).toBe('newcomer@example.org');
  });
});
