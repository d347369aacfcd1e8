import { describe, expect, it } from 'vitest';
import { acceptOwnership, offerOwnership } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { generateInvitationCode, joinMission, previewJoin } from '#contract/missions-join.ts';
import { buildInvitationCode, buildMembers, buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
const fetchMission = async (person: TestUser, id: string) =>
  (await t.call(getMission, { token: person.token, params: { id } })).json();
const join = (person: TestUser, code: string) => t.call(joinMission, { token: person.token, params: { code } });

describe('concurrent requests', () => {
  it('leave one working code after 20 new codes, and the mission shows it', async () => {
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner);
    const before = await buildInvitationCode(t, owner, mission);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => t.call(generateInvitationCode, { token: owner.token, params: { id: mission } })),
    );
    const codes = answers.map((answer) => answer.json().invitation_code as string);
    expect(new Set([before, ...codes]).size).toBe(21);
    const previews = await Promise.all([before, ...codes].map((code) => t.call(previewJoin, { params: { code } })));
    const open = [before, ...codes].filter((_, place) => previews[place]!.statusCode === 200);
    expect(open).toEqual([(await fetchMission(owner, mission)).invitation_code]);
    expect(open).not.toContain(before);
  });

  it('admit users who join while the code changes, or return 404', async () => {
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner);
    const code = await buildInvitationCode(t, owner, mission);
    const people = await Promise.all(Array.from({ length: 20 }, () => buildUser(t)));
    const [renewed, ...answers] = await Promise.all([
      t.call(generateInvitationCode, { token: owner.token, params: { id: mission } }),
      ...people.map((person) => join(person, code)),
    ]);
    for (const answer of answers) expect([200, 404]).toContain(answer.statusCode);
    const joined = answers.filter((answer) => answer.statusCode === 200).length;
    expect((await fetchMission(owner, mission)).members).toHaveLength(1 + joined);
    expect((await join(await buildUser(t), code)).statusCode).toBe(404);
    expect((await join(await buildUser(t), renewed!.json().invitation_code)).statusCode).toBe(200);
  });

  it('leave exactly one owner after offers, acceptances and withdrawals', async () => {
    for (let round = 0; round < 3; round++) {
      const [owner, ana, ben] = [await buildUser(t), await buildUser(t), await buildUser(t)];
      const mission = await buildMission(t, owner);
      await buildMembers(t, owner, mission, [ana, ben]);
      const offer = (user_id: string | null) =>
        t.call(offerOwnership, { token: owner.token, params: { id: mission }, body: { user_id } });
      const accept = (person: TestUser) => t.call(acceptOwnership, { token: person.token, params: { id: mission } });
      expect((await offer(ana.id)).statusCode).toBe(204);
      const turns = [() => accept(ana), () => offer(ben.id), () => accept(ben), () => offer(null)];
      const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => turns[(turn + round) % 4]!()));
      for (const answer of answers) expect([204, 400, 403]).toContain(answer.statusCode);
      const taken = answers.filter((answer, turn) => (turn + round) % 2 === 0 && answer.statusCode === 204);
      expect(taken.length).toBeLessThanOrEqual(1);
      const page = await fetchMission(ana, mission);
      expect([owner.id, ana.id, ben.id]).toContain(page.owner_id);
      expect(page.owner_id === owner.id).toBe(taken.length === 0);
      if (taken.length === 1) expect(page.owner_offer).toBeNull();
      expect(page.members).toHaveLength(3);
    }
  });
});
