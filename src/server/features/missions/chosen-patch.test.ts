import { describe, expect, it } from 'vitest';
import { completeMission, getCompletion } from '#contract/completion.ts';
import { getDashboard, listMissions } from '#contract/dashboard.ts';
import { getInsights } from '#contract/insights.ts';
import { createInvitation, listInvitations, previewInvitation } from '#contract/invitations.ts';
import { addCohost } from '#contract/members.ts';
import { createMission, getMission, patchMission, updateMission } from '#contract/missions.ts';
import { previewJoin } from '#contract/missions-join.ts';
import { PATCH_MOTIFS, PATCH_OUTLINES, PATCH_PALETTES } from '#domain/patch-names.ts';
import { buildInvitationCode, buildMembers, buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
const DAY = 86_400_000;

const PATCH = { motif: 'tent', palette: 'lake', outline: 'shield' };
const INPUT = {
  title: 'Sleep outside',
  description: '<p>Any garden will do.</p>',
  goal: 'Ten nights',
  duration_days: 20,
  start_date: '2026-11-21',
};
const upgrade = (user: TestUser) =>
  t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
    user.id,
  ]);
const read = async (person: TestUser, id: string) =>
  (await t.call(getMission, { token: person.token, params: { id } })).json().patch;
const change = (person: TestUser, id: string, patch: unknown) =>
  t.call(patchMission, { token: person.token, params: { id }, body: { patch } });

describe('the patch of a mission', () => {
  it('is null unless chosen, and can be kept, changed or cleared by an edit', async () => {
    t.clock.set(NOON);
    const owner = await buildUser(t);
    const plain = await buildMission(t, owner);
    expect(await read(owner, plain)).toBeNull();
    const id = await buildMission(t, owner, { patch: PATCH });
    expect(await read(owner, id)).toEqual(PATCH);
    const replace = { token: owner.token, params: { id }, body: INPUT };
    expect((await t.call(updateMission, replace)).json().patch).toEqual(PATCH);
    expect((await t.call(patchMission, { ...replace, body: { title: 'Camp' } })).json().patch).toEqual(PATCH);
    const other = { motif: 'moon', palette: 'slate', outline: 'round' };
    expect((await change(owner, id, { ...other, extra: 'x' })).json().patch).toEqual(other);
    expect((await change(owner, id, null)).json().patch).toBeNull();
    const body = { ...INPUT, patch: PATCH };
    expect((await t.call(updateMission, { ...replace, body })).json().patch).toEqual(PATCH);
  });

  it('accepts every listed name', async () => {
    t.clock.set(NOON);
    const owner = await buildUser(t);
    const id = await buildMission(t, owner, { patch: null });
    for (const [at, motif] of PATCH_MOTIFS.entries()) {
      const patch = {
        motif,
        palette: PATCH_PALETTES[at % PATCH_PALETTES.length],
        outline: PATCH_OUTLINES[at % PATCH_OUTLINES.length],
      };
      expect((await change(owner, id, patch)).json().patch).toEqual(patch);
    }
  });

  it.each<[path: string, patch: unknown, message?: string]>([
    ['patch.motif', { ...PATCH, motif: 'skull' }],
    ['patch.motif', { ...PATCH, motif: '__proto__' }],
    ['patch.motif', { ...PATCH, motif: 'Tent' }],
    ['patch.motif', { ...PATCH, motif: ['tent'] }],
    ['patch.motif', { ...PATCH, motif: 'x'.repeat(60_000) }],
    ['patch.palette', { ...PATCH, palette: 7 }],
    ['patch.palette', { motif: 'tent', outline: 'round' }, 'patch.palette is required'],
    ['patch.outline', { ...PATCH, outline: null }],
    ['patch', 'tent'],
    ['patch', ['tent', 'lake', 'shield']],
  ])(
    'refuses a wrong %s on each call and stores nothing (%#)',
    async (path, patch, message = 'Please choose a patch from the list') => {
      t.clock.set(NOON);
      const owner = await buildUser(t);
      const id = await buildMission(t, owner, { patch: PATCH });
      const at = { token: owner.token, params: { id } };
      const answers = [
        await t.call(createMission, { token: owner.token, body: { ...INPUT, patch } }),
        await t.call(updateMission, { ...at, body: { ...INPUT, patch } }),
        await t.call(patchMission, { ...at, body: { patch } }),
      ];
      for (const answer of answers) {
        expect(answer.statusCode).toBe(422);
        expect(answer.json().errors).toEqual([{ path, message }]);
      }
      expect(await read(owner, id)).toEqual(PATCH);
      expect((await t.call(listMissions, { token: owner.token })).json()).toHaveLength(1);
    },
  );

  it('can be chosen by owner and co-hosts only', async () => {
    t.clock.set(NOON);
    const [owner, cohost, member, stranger] = [
      await buildUser(t),
      await buildUser(t),
      await buildUser(t),
      await buildUser(t),
    ];
    const id = await buildMission(t, owner);
    await buildMembers(t, owner, id, [cohost, member]);
    await upgrade(owner);
    await t.call(addCohost, { token: owner.token, params: { id, userId: cohost.id } });
    expect((await change(cohost, id, PATCH)).json().patch).toEqual(PATCH);
    expect((await change(member, id, null)).statusCode).toBe(403);
    expect((await change(stranger, id, null)).statusCode).toBe(404);
    expect((await t.call(patchMission, { params: { id }, body: { patch: null } })).statusCode).toBe(401);
    expect(await read(member, id)).toEqual(PATCH);
  });

  it('is in every response with a mission, public previews included', async () => {
    t.clock.set(NOON);
    const [owner, friend] = [await buildUser(t), await buildUser(t)];
    const token = owner.token;
    await upgrade(owner);
    const id = await buildMission(t, owner, { patch: PATCH, duration_days: 3 });
    const code = await buildInvitationCode(t, owner, id);
    const body = { mission_id: id, invitee_email: friend.email };
    await t.call(createInvitation, { token, body });
    const [invitation] = (await t.call(listInvitations, { token: friend.token })).json();
    expect(invitation.patch).toEqual(PATCH);
    const seen = [
      (await t.call(previewInvitation, { params: { id: invitation.id } })).json(),
      (await t.call(previewJoin, { params: { code } })).json(),
      (await t.call(getDashboard, { token })).json().missions[0],
      (await t.call(listMissions, { token })).json()[0],
      (await t.call(getInsights, { token })).json().full.missions[0],
    ];
    expect(seen.map(({ patch }) => patch)).toEqual(Array.from({ length: 5 }, () => PATCH));
    t.clock.advance(4 * DAY);
    expect((await t.call(completeMission, { token, params: { id } })).statusCode).toBeLessThan(300);
    expect((await t.call(getCompletion, { token, params: { id } })).json().mission.patch).toEqual(PATCH);
    const home = (await t.call(getDashboard, { token })).json();
    expect(home.completed_missions[0].patch).toEqual(PATCH);
    expect(home.completed_missions_history[0].patch).toEqual(PATCH);
  });
});
