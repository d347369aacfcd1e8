import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { login } from '#contract/auth.ts';
import {
  acceptInvitation,
  createInvitation,
  declineInvitation,
  listInvitations,
  listMissionInvitations,
  previewInvitation,
  withdrawInvitation,
} from '#contract/invitations.ts';
import { Text } from '#platform/db/columns.ts';
import { firstRow } from '#platform/db/rows.ts';
import { buildInvitation } from '../../testing/factories/invitations.ts';
import { buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
const DAY = 86_400_000;

// The clock only moves forward from test to test, because the job uses it to run once a day.
const runJob = async () => {
  await t.queue.tick();
  await t.queue.drain({ ignore_delays: true });
};
const Words = z.object({ invitee_email: Text, message: Text });
const readAddress = (id: string) =>
  firstRow(t.db, Words, 'select invitee_email, message from invitations where id = $1', [id]);
const on = (
  endpoint: typeof acceptInvitation | typeof declineInvitation | typeof withdrawInvitation,
  person: TestUser,
  id: string,
) => t.call(endpoint, { token: person.token, params: { id } });

/** Signs in again, because the sessions have expired. */
async function signInAgain(...people: TestUser[]) {
  for (const person of people) {
    const answer = await t.call(login, { body: { email: person.email, password: person.password } });
    person.token = answer.json().access_token;
  }
}

async function buildInvited() {
  const [owner, friend] = [await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner, { duration_days: 300 });
  const { id, public_id } = await buildInvitation(t, owner, mission, friend.email, 'Bring the cap');
  return { owner, friend, mission, id, public_id };
}

describe('the address of an invitation', () => {
  it.each([
    ['accepted', acceptInvitation, 'invitation_processed'],
    ['declined', declineInvitation, 'invitation_processed'],
  ] as const)('is erased 30 days after it was %s, and its link responds as before', async (_, endpoint, code) => {
    const { owner, friend, mission, id } = await buildInvited();
    t.clock.advance(5 * DAY);
    await on(endpoint, friend, id);
    const before = (await on(acceptInvitation, friend, id)).json();
    t.clock.advance(30 * DAY - 1);
    await runJob();
    expect(await readAddress(id)).toEqual({ invitee_email: friend.email, message: 'Bring the cap' });
    t.clock.advance(DAY);
    await runJob();
    expect(await readAddress(id)).toEqual({ invitee_email: '', message: '' });
    await signInAgain(owner, friend);
    expect((await on(acceptInvitation, friend, id)).json()).toEqual(before);
    expect(before.code).toBe(code);
    expect((await t.call(previewInvitation, { params: { id } })).json().code).toBe(code);
    expect((await t.call(listMissionInvitations, { token: owner.token, params: { id: mission } })).json()).toEqual([]);
    expect((await t.call(listInvitations, { token: friend.token })).json()).toEqual([]);
  });

  it.each(['withdrawn', 'never answered', 'replaced'])(
    'is deleted with the row of an invitation that was %s, 30 days after its end',
    async (what) => {
      const { owner, friend, mission, id, public_id } = await buildInvited();
      if (what === 'withdrawn') await on(withdrawInvitation, owner, public_id);
      t.clock.advance(14 * DAY);
      const before = (await on(acceptInvitation, friend, id)).json();
      const body = { mission_id: mission, invitee_email: friend.email };
      if (what === 'replaced') await t.call(createInvitation, { token: owner.token, body });
      t.clock.advance(30 * DAY - 1);
      await runJob();
      expect(await readAddress(id)).toEqual(
        what === 'withdrawn' ? null : { invitee_email: friend.email, message: 'Bring the cap' },
      );
      t.clock.advance(DAY);
      await runJob();
      expect(await readAddress(id)).toBeNull();
      await signInAgain(friend);
      expect((await on(acceptInvitation, friend, id)).json()).toEqual(before);
      expect(before.code).toBe('invitation_not_found');
    },
  );

  it('can be invited again after it was erased', async () => {
    const { owner, friend, mission, id } = await buildInvited();
    const other = await buildUser(t);
    const second = await buildInvitation(t, owner, mission, other.email);
    for (const [person, which] of [
      [friend, id],
      [other, second.id],
    ] as const)
      await on(declineInvitation, person, which);
    const pending = await buildInvitation(t, owner, mission, 'third@example.org');
    t.clock.advance(31 * DAY);
    await runJob();
    expect(await readAddress(pending.id)).toMatchObject({ invitee_email: 'third@example.org' });
    await signInAgain(owner, friend);
    const again = await buildInvitation(t, owner, mission, friend.email);
    expect((await t.call(listInvitations, { token: friend.token })).json()).toMatchObject([{ id: again.id }]);
    expect((await on(acceptInvitation, friend, again.id)).statusCode).toBe(200);
  });

  it('is erased for all due invitations, in more than one batch', async () => {
    const { owner, mission } = await buildInvited();
    await t.db.rows(
      `insert into invitations (id, mission_id, sender_id, invitee_email, status, created_at, expires_at, processed_at)
       select gen_random_uuid(), $1, $2, 'p' || i || '@example.org', case when i % 2 = 0 then 'accepted' else 'expired' end, $3, $3, $3
       from generate_series(1, 1203) i`,
      [mission, owner.id, t.clock.now()],
    );
    t.clock.advance(31 * DAY);
    await runJob();
    const rows = await t.db.rows(
      `select status, count(*) as count from invitations where mission_id = $1 and status <> 'pending' group by status`,
      [mission],
    );
    expect(rows).toEqual([{ status: 'accepted', count: 601 }]);
    expect(
      await t.db.rows("select from invitations where mission_id = $1 and status = 'accepted' and invitee_email <> ''", [
        mission,
      ]),
    ).toEqual([]);
  });
});
