import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { completeMission } from '#contract/completion.ts';
import { getMission, patchMission } from '#contract/missions.ts';
import { buildApiToken } from '../../testing/factories/api-tokens.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
const DAY = 86_400_000;
beforeEach(() => t.clock.set(NOON));

const FIELDS = {
  ...{ title: 'Run', description: '<p>Any distance.</p>', goal: 'Ten runs', duration_days: 20 },
  ...{ start_date: '2026-11-21', level_goal: 2, streak_goal: 7, reward_description: 'Waffles' },
  schedule: { kind: 'weekly', times: 3 },
  board: 'together',
};

async function buildTeam() {
  const [owner, friend] = [await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner, FIELDS);
  await buildMembers(t, owner, mission, [friend]);
  return { owner, friend, mission };
}
const patch = (person: { token: string }, id: string, body: unknown, headers: Record<string, string> = {}) =>
  t.call(patchMission, { token: person.token, params: { id }, body, headers });
const fetchMission = async (person: TestUser, id: string) =>
  (await t.call(getMission, { token: person.token, params: { id } })).json();

describe('changing some fields of a mission', () => {
  it.each([
    [{}, {}],
    [{ title: ' Walk ' }, { title: 'Walk' }],
    [{ description: '<p>Any <b>pace</b>.</p>' }, { description: '<p>Any <strong>pace</strong>.</p>' }],
    [{ goal: 'Twenty' }, { goal: 'Twenty' }],
    [{ duration_days: 30 }, { duration_days: 30, last_day: '2026-12-20', end_date: '2026-12-21T00:00:00.000Z' }],
    [{ start_date: '2026-11-23' }, { first_day: '2026-11-23', last_day: '2026-12-12' }],
    [{ level_goal: null }, { level_goal: null }],
    [{ streak_goal: 3 }, { streak_goal: 3 }],
    [{ streak_goal: null }, { streak_goal: null }],
    [{ reward_description: null }, { reward_description: null }],
    [{ reward_description: '' }, { reward_description: null }],
    [{ reward_description: 'Tea' }, { reward_description: 'Tea' }],
    [{ schedule: { kind: 'daily' } }, { schedule: { kind: 'daily' } }],
    [{ board: 'stars' }, { board: 'stars' }],
  ])('leaves all other fields unchanged with %j', async (body, changed) => {
    const { owner, mission } = await buildTeam();
    const before = await fetchMission(owner, mission);
    const answer = await patch(owner, mission, body);
    expect(answer.statusCode, answer.body).toBe(200);
    const after = await fetchMission(owner, mission);
    expect(answer.json()).toEqual(after);
    const own = Object.keys({ ...FIELDS, first_day: '', last_day: '' }).filter((name) => name !== 'start_date');
    for (const name of own)
      expect([name, after[name]]).toEqual([
        name,
        name in changed ? changed[name as keyof typeof changed] : before[name],
      ]);
    if ('end_date' in changed) expect(after.end_date).toBe(changed.end_date);
  });

  it('renames a running mission on any day, because its first day does not move', async () => {
    const { owner, mission } = await buildTeam();
    await checkIn(t, owner, mission);
    t.clock.advance(3 * DAY);
    expect((await patch(owner, mission, { title: 'Walk' })).json()).toMatchObject({
      title: 'Walk',
      first_day: '2026-11-21',
    });
  });

  it.each([
    [{ title: null }, 'title', 'Please fill in all required fields'],
    [{ title: ' ' }, 'title', 'Please fill in all required fields'],
    [{ description: '<p></p>' }, 'description', 'Please fill in all required fields'],
    [{ description: '<script>x</script>' }, 'description', 'Please fill in all required fields'],
    [{ duration_days: null }, 'duration_days', 'Duration must be between 1 and 365 days'],
    [{ start_date: null }, 'start_date', 'Please choose a start date'],
    [{ start_date: '2026-11-22' }, 'start_date', 'Start date cannot be before today'],
    [{ level_goal: 0 }, 'level_goal', 'Target level must be between 1 and 50'],
    [{ reward_description: 7 }, 'reward_description', 'reward_description must be text'],
    [{ schedule: null }, 'schedule', 'Please choose how often'],
    [{ board: null }, 'board', 'board must be stars or together'],
  ])('refuses %j and changes nothing', async (body, path, message) => {
    const { owner, mission } = await buildTeam();
    t.clock.advance(2 * DAY);
    const before = await fetchMission(owner, mission);
    const answer = await patch(owner, mission, body);
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, path]);
    if (!('reward_description' in body)) expect(answer.json().errors).toEqual([{ path, message }]);
    expect(await fetchMission(owner, mission)).toEqual(before);
  });

  it('applies the rules of a whole edit: fixed schedule, completed mission, hosts only', async () => {
    const { owner, friend, mission } = await buildTeam();
    await checkIn(t, owner, mission);
    expect((await patch(owner, mission, { schedule: { kind: 'daily' } })).json().code).toBe('schedule_fixed');
    expect((await patch(friend, mission, { title: 'Mine' })).json().code).toBe('not_owner');
    const stranger = await buildUser(t);
    const unknown = await patch(stranger, randomUUID(), { title: 'Mine' });
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'mission_not_found']);
    expect((await patch(stranger, mission, { title: 'Mine' })).body).toBe(unknown.body);
    await t.db.rows('update members set is_cohost = true where mission_id = $1 and user_id = $2', [mission, friend.id]);
    expect((await patch(friend, mission, { title: 'Ours' })).json().title).toBe('Ours');
    t.clock.advance(21 * DAY);
    await t.call(completeMission, { token: owner.token, params: { id: mission } });
    expect((await patch(owner, mission, { title: 'Late' })).json().code).toBe('mission_completed');
  });

  it('keeps 20 concurrent changes of different fields', async () => {
    const { owner, mission } = await buildTeam();
    const bodies = [{ title: 'Walk' }, { goal: 'Twenty' }, { level_goal: 9 }, { streak_goal: 9 }];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => patch(owner, mission, bodies[at % 4])));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect(await fetchMission(owner, mission)).toMatchObject(Object.assign({}, ...bodies));
  });

  it('accepts a merge patch and a write token, but not a read token', async () => {
    const { owner, mission } = await buildTeam();
    const writer = await buildApiToken(t, owner);
    const type = { 'content-type': 'application/merge-patch+json' };
    const answer = await patch(writer, mission, JSON.stringify({ goal: 'Twenty', streak_goal: null }), type);
    expect([answer.statusCode, answer.json().goal, answer.json().streak_goal]).toEqual([200, 'Twenty', null]);
    const reader = await buildApiToken(t, owner, 'read');
    expect((await patch(reader, mission, { goal: 'Ten' })).json().code).toBe('token_reads_only');
    const broken = await patch(writer, mission, '{"goal":', type);
    expect([broken.statusCode, broken.json().code]).toEqual([400, 'malformed_body']);
    const empty = await patch(writer, mission, '', type);
    expect([empty.statusCode, empty.json().code]).toEqual([400, 'malformed_body']);
    const posted = await t.app.inject({
      ...{ method: 'POST', url: '/api/missions', payload: '{}' },
      headers: { authorization: `Bearer ${writer.token}`, ...type },
    });
    expect([posted.statusCode, posted.json().code]).toEqual([415, 'unsupported_media_type']);
  });
});
