import { addDays, dayOf, startOfDay } from '#domain/days.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { missionEnd } from '#domain/missions.ts';
import type { Db, Tx } from '../db/open.ts';
import { passwords } from '../features/auth/passwords.ts';
import { insertUser } from '../features/auth/queries.ts';
import type { Photo } from '../features/checkins/photo.ts';
import { recordCheckin } from '../features/checkins/record.ts';
import { cleanDescription } from '../features/missions/description.ts';
import { insertMember, insertMission, renewCode } from '../features/missions/queries.ts';
import { markAllRead } from '../features/notifications/queries.ts';
import { updateUserProfile } from '../features/profile/queries.ts';
import type { UserRow } from '../http/sign-in.ts';
import { firstDayOf, joinedAgo, planCheckins } from './calendar.ts';
import { type DemoMission, MISSIONS } from './missions.ts';
import { type DemoPerson, PEOPLE } from './people.ts';

export const DEMO_PASSWORD = 'campfire';

export const emailOf = (person: DemoPerson): string => `${person.key}@example.com`;

/** The evening of a day before today, in the zone of the one who does something then. */
const evening = (ago: number, zone: string, now: Date) =>
  new Date(startOfDay(addDays(dayOf(now, zone), -ago), zone).getTime() + 18 * HOUR_MS);

const laterOf = (one: Date, other: Date) => (one > other ? one : other);

async function insertPeople(tx: Tx, password_hash: string, now: Date): Promise<Map<string, UserRow>> {
  const oldest = Math.max(...MISSIONS.map((mission) => mission.began)) + 2;
  const users = new Map<string, UserRow>();
  for (const person of PEOPLE) {
    const { name, bio, location, timezone } = person;
    const since = evening(oldest, timezone, now);
    const user = await insertUser(tx, { name, email: emailOf(person), password_hash, timezone }, since);
    users.set(person.key, await updateUserProfile(tx, user!.id, { name, bio, location, timezone }));
  }
  return users;
}

async function addMission(tx: Tx, mission: DemoMission, users: Map<string, UserRow>, now: Date): Promise<string> {
  const [first] = mission.members;
  const owner = users.get(first as string)!;
  const { timezone } = owner;
  const first_day = firstDayOf(mission, PEOPLE, now);
  const made = evening(mission.began + 1, timezone, now);
  const row = {
    ...mission,
    description: cleanDescription(mission.description),
    first_day,
    timezone,
    start_date: startOfDay(first_day, timezone),
    end_date: missionEnd(first_day, mission.duration_days, timezone),
    owner_id: owner.id,
    joined_day: dayOf(made, timezone),
  };
  const id = await insertMission(tx, row, made);
  await renewCode(tx, id);
  for (const { key, timezone: zone } of PEOPLE) {
    const ago = joinedAgo(mission, key);
    if (ago === null || key === first) continue;
    // East of the owner the evening comes before there is a mission to join.
    const joined = laterOf(evening(ago, zone, now), new Date(made.getTime() + HOUR_MS));
    const member = { mission_id: id, user_id: users.get(key)!.id, joined_day: dayOf(joined, zone) };
    await insertMember(tx, member, joined);
  }
  return id;
}

/** Which of the planned check-ins have a photo: the newest with something to say, each of another person. */
function showPhotos(
  planned: readonly { person: DemoPerson; content: string }[],
  photos: readonly Photo[],
): Map<number, Photo> {
  const shown = new Map<number, Photo>();
  const seen = new Set<string>();
  for (let i = planned.length - 1; i >= 0 && shown.size < photos.length; i--) {
    const { person, content } = planned[i]!;
    if (!content || seen.has(person.key)) continue;
    seen.add(person.key);
    shown.set(i, photos[shown.size]!);
  }
  return shown;
}

/**
 * Lets the people of the demonstration live through their days, in one transaction and through the same functions as
 * every request, each at its own time: points, streaks, rest days and notifications are what they would have become.
 */
export async function fillDemo(
  db: Db,
  photos: readonly Photo[],
  now: Date,
): Promise<{ people: number; missions: number; checkins: number }> {
  const password_hash = await passwords().hash(DEMO_PASSWORD);
  return db.transact(async (tx) => {
    const users = await insertPeople(tx, password_hash, now);
    const ids = new Map<DemoMission, string>();
    for (const mission of MISSIONS) ids.set(mission, await addMission(tx, mission, users, now));
    const planned = planCheckins(PEOPLE, MISSIONS, now);
    const shown = showPhotos(planned, photos);
    const yesterday = new Date(now.getTime() - 20 * HOUR_MS);
    const newsFrom = planned.findIndex(({ at }) => at > yesterday);
    for (const [i, { at, person, mission, content }] of planned.entries()) {
      if (i === newsFrom) for (const user of users.values()) await markAllRead(tx, user.id, yesterday);
      const photo = shown.get(i);
      const type = photo ? 'photo' : content ? 'text' : 'tick';
      await recordCheckin(tx, users.get(person.key)!, { mission_id: ids.get(mission)!, type, content }, at, photo);
    }
    return { people: users.size, missions: ids.size, checkins: planned.length };
  });
}
