import { beforeEach, describe, expect, it } from 'vitest';
import { leaveMission } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { createPause } from '#contract/streaks.ts';
import { addDays } from '#domain/days.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
/** A Monday. */
const FIRST = '2026-06-01';
const dayAt = (index: number) => addDays(FIRST, index);
/** In the afternoon, when yesterday is closed. */
const setDay = (index: number, hour = '13') => t.clock.set(`${dayAt(index)}T${hour}:00:00Z`);
beforeEach(() => setDay(0, '09'));

const fetchQuiet = async ({ token }: TestUser, id: string) =>
  (await t.call(getMission, { token, params: { id } })).json().quiet_members;

/** A mission of Olga with members of these names. */
async function buildTeam(names: readonly string[], body: Record<string, unknown> = {}) {
  const owner = await buildUser(t, { name: 'Olga', timezone: 'UTC' });
  const mission = await buildMission(t, owner, { duration_days: 20, ...body });
  const people: TestUser[] = [];
  for (const name of names) people.push(await buildUser(t, { name, timezone: 'UTC' }));
  await buildMembers(t, owner, mission, people);
  return { owner, mission, people };
}

describe('the list of quiet members', () => {
  it('shows members with three missed days only to the owner, longest quiet first', async () => {
    const { owner, mission, people } = await buildTeam(['Ben', 'Cleo', 'Dora']);
    const [ben, cleo, dora] = people as [TestUser, TestUser, TestUser];
    await checkIn(t, ben, mission);
    setDay(1);
    for (const person of [cleo, dora]) await checkIn(t, person, mission);
    setDay(4);
    expect(await fetchQuiet(owner, mission)).toEqual([{ user_id: ben.id, name: 'Ben', days: 4 }]);
    setDay(5);
    await checkIn(t, dora, mission);
    expect(await fetchQuiet(owner, mission)).toEqual([
      { user_id: ben.id, name: 'Ben', days: 5 },
      { user_id: cleo.id, name: 'Cleo', days: 4 },
    ]);
    for (const person of people) expect(await fetchQuiet(person, mission)).toBeNull();
    await checkIn(t, ben, mission);
    expect(await fetchQuiet(owner, mission)).toEqual([{ user_id: cleo.id, name: 'Cleo', days: 4 }]);
  });

  it('counts from joining without a check-in, has at most five members and never the owner', async () => {
    const { owner, mission, people } = await buildTeam(['A', 'B', 'C', 'D', 'E', 'F']);
    for (const [at, person] of people.entries()) {
      setDay(at === 5 ? 0 : at);
      if (at < 5) await checkIn(t, person, mission);
    }
    setDay(9);
    const quiet = await fetchQuiet(owner, mission);
    expect(quiet.map(({ name, days }: { name: string; days: number }) => `${name} ${days}`)).toEqual([
      ...['A 9', 'F 9', 'B 8', 'C 7', 'D 6'],
    ]);
  });

  it('starts at joining or rejoining and skips days of a break or outside the mission', async () => {
    const { owner, mission, people } = await buildTeam(['Ben', 'Cleo']);
    const [ben, cleo] = people as [TestUser, TestUser];
    await t.call(leaveMission, { token: ben.token, params: { id: mission } });
    await t.call(createPause, {
      token: cleo.token,
      body: { from_day: dayAt(2), to_day: dayAt(8), reason: 'ill' },
    });
    setDay(8);
    const late = await buildUser(t, { name: 'Late', timezone: 'UTC' });
    await buildMembers(t, owner, mission, [ben, late]);
    setDay(9);
    expect(await fetchQuiet(owner, mission)).toEqual([]);
    setDay(10);
    // Cleo missed days 0, 1 and 9, and joined ten days ago.
    expect(await fetchQuiet(owner, mission)).toMatchObject([{ name: 'Cleo', days: 10 }]);
    setDay(11);
    expect(await fetchQuiet(owner, mission)).toMatchObject([
      { name: 'Cleo', days: 11 },
      { name: 'Ben', days: 3 },
      { name: 'Late', days: 3 },
    ]);
    setDay(20);
    expect(await fetchQuiet(owner, mission)).toEqual([]);
  });

  it('treats a member on a break as away, not quiet', async () => {
    const { owner, mission, people } = await buildTeam(['Ben']);
    await t.call(createPause, {
      token: people[0]!.token,
      body: { from_day: dayAt(5), to_day: dayAt(6), reason: 'away' },
    });
    setDay(4);
    expect(await fetchQuiet(owner, mission)).toMatchObject([{ days: 4 }]);
    setDay(5);
    expect(await fetchQuiet(owner, mission)).toEqual([]);
    setDay(7);
    expect(await fetchQuiet(owner, mission)).toMatchObject([{ days: 7 }]);
  });

  it('includes members who missed two of certain weekdays, not counting free days', async () => {
    const { owner, mission, people } = await buildTeam(['Ben'], {
      schedule: { kind: 'weekdays', days: ['mon', 'fri'] },
    });
    await checkIn(t, people[0]!, mission);
    // The Friday of the first week is missed, and a day later also the Monday of the second.
    setDay(7);
    expect(await fetchQuiet(owner, mission)).toEqual([]);
    setDay(8);
    expect(await fetchQuiet(owner, mission)).toMatchObject([{ name: 'Ben', days: 8 }]);
  });

  it('includes members who missed one day of times a week, after three without a check-in', async () => {
    const { owner, mission, people } = await buildTeam(['Ben', 'Cleo', 'Dora'], {
      schedule: { kind: 'weekly', times: 3 },
    });
    const [ben, cleo, dora] = people as [TestUser, TestUser, TestUser];
    for (const [day, checked] of [[ben, cleo, dora], [ben, dora], [dora], [], [], [cleo]].entries()) {
      setDay(day);
      for (const person of checked) await checkIn(t, person, mission);
    }
    // Dora kept her week; on Sunday the others fell short.
    setDay(6);
    expect(await fetchQuiet(owner, mission)).toEqual([]);
    setDay(7);
    expect(await fetchQuiet(owner, mission)).toMatchObject([{ name: 'Ben', days: 6 }]);
    setDay(8);
    expect(await fetchQuiet(owner, mission)).toMatchObject([
      { name: 'Ben', days: 7 },
      { name: 'Cleo', days: 3 },
    ]);
  });

  it('does not count yesterday as missed before noon', async () => {
    const { owner, mission, people } = await buildTeam(['Ben']);
    await checkIn(t, people[0]!, mission);
    setDay(4, '11');
    expect(await fetchQuiet(owner, mission)).toEqual([]);
    setDay(4, '12');
    expect(await fetchQuiet(owner, mission)).toMatchObject([{ name: 'Ben', days: 4 }]);
  });

  it('uses each member’s own clock for yesterday', async () => {
    const { owner, mission } = await buildTeam([]);
    const east = await buildUser(t, { name: 'East', timezone: 'Pacific/Kiritimati' });
    const west = await buildUser(t, { name: 'West', timezone: 'Pacific/Honolulu' });
    await buildMembers(t, owner, mission, [east, west]);
    setDay(3, '23');
    // Day 4 has started in the east, and day 3 in the west.
    expect(await fetchQuiet(owner, mission)).toMatchObject([
      { name: 'East', days: 4 },
      { name: 'West', days: 3 },
    ]);
  });
});
