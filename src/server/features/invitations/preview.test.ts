import { beforeEach, describe, expect, it } from 'vitest';
import { previewInvitation } from '#contract/invitations.ts';
import { removeMember } from '#contract/members.ts';
import { joinMission, previewJoin } from '#contract/missions-join.ts';
import { hash } from '#domain/patch.ts';
import { buildInvitation } from '../../testing/factories/invitations.ts';
import { buildInvitationCode, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const DAY = 86_400_000;
const colourOf = (name: string) => hash(name) % 5;
const setPicture = (user: TestUser, key: string) =>
  t.db.rows('update users set avatar_key = $2 where id = $1', [user.id, key]);

/** Both public previews of a mission: by code and by invitation. */
async function previewsOf(owner: TestUser, mission: string, address: string) {
  const code = await buildInvitationCode(t, owner, mission);
  const { id } = await buildInvitation(t, owner, mission, address, 'Between the two of us');
  const byCode = () => t.call(previewJoin, { params: { code } });
  const byInvitation = () => t.call(previewInvitation, { params: { id } });
  const join = (person: TestUser) => t.call(joinMission, { token: person.token, params: { code } });
  return { code, id, byCode, byInvitation, join };
}

beforeEach(() => t.clock.set(NOON));

describe('the preview of a link', () => {
  it('shows what the sender chose, and anonymous figures of the members, owner first', async () => {
    const owner = await buildUser(t, { name: 'Nadia' });
    await setPicture(owner, 'avatars/owner/512.webp');
    const mission = await buildMission(t, owner, {
      title: 'Swim',
      goal: 'Forty lengths',
      reward_description: 'Ice cream',
      duration_days: 28,
    });
    const { byCode, byInvitation, join } = await previewsOf(owner, mission, 'visitor@example.org');
    for (const name of ['Ben', 'Kim']) {
      t.clock.advance(60_000);
      await join(await buildUser(t, { name }));
    }
    const shown = {
      mission_id: mission,
      mission_title: 'Swim',
      patch: null,
      habit: 'shared',
      goal: 'Forty lengths',
      reward_description: 'Ice cream',
      owner_name: 'Nadia',
      member_count: 3,
      day: 1,
      days_remaining: 28,
      duration_days: 28,
      schedule: { kind: 'daily' },
      faces: [
        { avatar_url: '/media/avatars/owner/512.webp', colour: colourOf('Nadia') },
        { avatar_url: null, colour: colourOf('Ben') },
        { avatar_url: null, colour: colourOf('Kim') },
      ],
    };
    const code = await byCode();
    expect([code.statusCode, code.json()]).toEqual([200, shown]);
    const invitation = await byInvitation();
    expect([invitation.statusCode, invitation.json()]).toEqual([
      200,
      { ...shown, sender_name: 'Nadia', message: 'Between the two of us' },
    ]);
  });

  it('shows the message of an invitation as plain text, and none for a code', async () => {
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner);
    const { byCode } = await previewsOf(owner, mission, 'visitor@example.info');
    const messageOf = async (address: string, message: string) => {
      const { id } = await buildInvitation(t, owner, mission, address, message);
      return (await t.call(previewInvitation, { params: { id } })).json().message;
    };
    expect(await messageOf('one@example.info', '<b>Come</b> & sit')).toBe('<b>Come</b> & sit');
    expect(await messageOf('two@example.info', '')).toBe('');
    expect((await byCode()).json()).not.toHaveProperty('message');
  });

  it('contains no name, address, picture, ID or text of other members', async () => {
    const owner = await buildUser(t, { name: 'Nadia' });
    const mission = await buildMission(t, owner, { description: '<p>Kept among the members</p>' });
    const { code, id, byCode, byInvitation, join } = await previewsOf(owner, mission, 'visitor@example.net');
    const friend = await buildUser(t, { name: 'Farid Secretname' });
    await setPicture(friend, 'avatars/friend/512.webp');
    await join(friend);
    expect((await checkIn(t, friend, mission, { type: 'text', content: 'Tired but here' })).statusCode).toBe(201);
    const secrets = [
      ...[friend.id, friend.name, friend.email, 'avatars/friend', 'Tired but here'],
      ...[owner.id, owner.email, 'Kept among the members', 'visitor@example.net', code, id],
    ];
    for (const { body, statusCode } of [await byCode(), await byInvitation()]) {
      expect(statusCode).toBe(200);
      for (const secret of secrets) expect(body).not.toContain(secret);
      expect(body).not.toMatch(/points|streak|checkins/);
    }
  });

  it("counts the day in the mission's zone: 0 before the first, at most the last", async () => {
    const owner = await buildUser(t, { timezone: 'Pacific/Auckland' });
    const mission = await buildMission(t, owner, { start_date: '2026-11-23', duration_days: 2 });
    const { byCode, byInvitation } = await previewsOf(owner, mission, 'visitor@example.com');
    const days = [];
    // Noon in UTC is after midnight in Auckland: the 22nd, then the first and the last day.
    for (let at = 0; at < 3; at++) {
      const [one, other] = [(await byCode()).json(), (await byInvitation()).json()];
      expect(one.day).toBe(other.day);
      days.push(one.day);
      t.clock.advance(DAY);
    }
    expect(days).toEqual([0, 1, 2]);
  });

  it('shows at most five figures, and none of former members', async () => {
    const owner = await buildUser(t, { name: 'Nadia' });
    const mission = await buildMission(t, owner);
    const { byCode, join } = await previewsOf(owner, mission, 'visitor@example.edu');
    const people = [];
    for (const name of ['Ada', 'Ben', 'Cai', 'Dev', 'Eli', 'Fay']) {
      t.clock.advance(60_000);
      const person = await buildUser(t, { name });
      await join(person);
      people.push(person);
    }
    const colours = async () => (await byCode()).json().faces.map(({ colour }: { colour: number }) => colour);
    expect(await colours()).toEqual(['Nadia', 'Ada', 'Ben', 'Cai', 'Dev'].map(colourOf));
    const params = { id: mission, userId: people[0]!.id };
    expect((await t.call(removeMember, { token: owner.token, params })).statusCode).toBe(204);
    expect(await colours()).toEqual(['Nadia', 'Ben', 'Cai', 'Dev', 'Eli'].map(colourOf));
  });

  it('tells search engines not to index it, unlike other pages', async () => {
    const robots = async (path: string) => (await t.app.inject(path)).headers['x-robots-tag'];
    expect(await robots('/join/ABCDEFGHJK')).toBe('noindex');
    expect(await robots('/accept-invitation/0b6b0b1e-0000-4000-8000-000000000000?ref=mail')).toBe('noindex');
    expect(await robots('/pricing')).toBeUndefined();
  });
});
