import { addDays, dayOf, startOfDay } from '#domain/days.ts';
import { mentionedIn } from '#domain/mentions.ts';
import { missionEnd } from '#domain/missions.ts';
import { DAILY, scheduleColumns } from '#domain/schedule.ts';
import { newId } from '#platform/db/ids.ts';
import type { Db, Tx } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { passwords } from '#platform/keys/passwords.ts';
import { DAY_MS, HOUR_MS } from '#platform/lib/durations.ts';
import { NO_AMOUNTS } from '#server/facts/amounts.ts';
import { lockMember as lockCheckin, type MemberCheckin } from '#server/features/checkins/access.ts';
import type { StoredPhoto } from '#server/features/checkins/photo/commands.ts';
import { recordCheckin } from '#server/features/checkins/record/public.ts';
import { insertComment } from '#server/features/comments/queries.ts';
import { markCompleted } from '#server/features/completion/public.ts';
import { lockHost, lockMember } from '#server/features/missions/access.ts';
import { cleanDescription } from '#server/features/missions/description/commands.ts';
import { insertMember } from '#server/features/missions/public.ts';
import { markAllRead } from '#server/features/notifications/bell/commands.ts';
import { changeReaction } from '#server/features/reactions/queries.ts';
import { refreshStanding } from '#server/life/public.ts';
import { insertUser } from '#server/services/auth/sessions/queries.ts';
import { updateUserProfile } from '#server/services/profile/queries.ts';
import type { UserRow } from '../../src/server/facts/users.ts';
import { insertInvitation } from '../../src/server/features/invitations/send/queries.ts';
import { insertMission } from '../../src/server/features/missions/edit/queries.ts';
import { renewCode } from '../../src/server/features/missions/join/queries.ts';
import { type DemoCheckin, demoCheckins, firstDayOf, joinedAgo } from './calendar.ts';
import { type DemoPost, demoDiscussion } from './discussion.ts';
import { type DemoMission, INVITATION, MISSIONS } from './missions.ts';
import { type DemoPerson, PEOPLE } from './people.ts';
import { showPhotos } from './photos.ts';

export const DEMO_PASSWORD = 'campfire';

export const emailOf = (person: DemoPerson): string => `${person.key}@example.com`;

const evening = (ago: number, zone: string, now: Date) =>
  new Date(startOfDay(addDays(dayOf(now, zone), -ago), zone).getTime() + 18 * HOUR_MS);

const laterOf = (one: Date, other: Date) => (one > other ? one : other);

async function insertPeople(tx: Tx, password_hash: string, now: Date): Promise<Map<string, UserRow>> {
  const oldest = Math.max(...MISSIONS.map((mission) => mission.began)) + 2;
  const users = new Map<string, UserRow>();
  for (const person of PEOPLE) {
    const { name, bio, location, timezone, look } = person;
    const since = evening(oldest, timezone, now);
    const email = emailOf(person);
    const user = await insertUser(tx, { name, email, email_verified_at: since, password_hash, timezone }, since);
    users.set(
      person.key,
      await updateUserProfile(tx, user!.id, {
        name,
        bio,
        location,
        timezone,
        profile_completed: true,
        moved_at: null,
        look,
      }),
    );
  }
  return users;
}

async function addMission(tx: Tx, mission: DemoMission, users: Map<string, UserRow>, now: Date): Promise<string> {
  const [first] = mission.members;
  const owner = users.get(first as string)!;
  const { timezone } = owner;
  const first_day = firstDayOf(mission, PEOPLE, now);
  const created = evening(mission.began + 1, timezone, now);
  const row = {
    ...mission,
    description: await cleanDescription(mission.description),
    first_day,
    timezone,
    start_date: startOfDay(first_day, timezone),
    ...scheduleColumns(mission.schedule ?? DAILY),
    end_date: missionEnd(first_day, mission.duration_days, timezone),
    owner_id: owner.id,
    previous_id: null,
    round: 1,
    board: 'stars' as const,
    habit: 'shared' as const,
    own_habit: null,
    patch: mission.patch,
    ...NO_AMOUNTS,
    joined_day: dayOf(created, timezone),
  };
  const id = await insertMission(tx, row, created);
  await renewCode(tx, await lockHost(tx, owner, id));
  for (const { key, timezone: zone } of PEOPLE) {
    const ago = joinedAgo(mission, key);
    if (ago === null || key === first) continue;
    // East of the owner, the evening comes earlier, before the mission was created.
    const joined = laterOf(evening(ago, zone, now), new Date(created.getTime() + HOUR_MS));
    const member = { mission_id: id, user_id: users.get(key)!.id, joined_day: dayOf(joined, zone) };
    await insertMember(tx, member, joined);
  }
  return id;
}

interface Written {
  checkins: Map<DemoCheckin, Authorized<MemberCheckin, 'member'>>;
  comments: Map<DemoPost, string>;
}

async function say(tx: Tx, post: DemoPost, users: Map<string, UserRow>, written: Written): Promise<void> {
  const checkin = written.checkins.get(post.about)!;
  const user_id = users.get(post.person.key)!.id;
  if (post.reaction) await changeReaction(tx, checkin, { user_id, type: post.reaction }, post.at);
  if (post.comment === undefined) return;
  const id = newId(post.at);
  const root_id = post.replies_to && written.comments.get(post.replies_to)!;
  const parent = post.replies_to && root_id ? { root_id, user_id: users.get(post.replies_to.person.key)!.id } : null;
  const mentioned = mentionedIn(post.comment, [post.about.person]).map(({ key }) => users.get(key)!.id);
  await insertComment(tx, checkin, { id, user_id, content: post.comment, parent, mentioned }, post.at);
  written.comments.set(post, id);
}

async function completeThose(tx: Tx, ids: Map<DemoMission, string>, users: Map<string, UserRow>): Promise<void> {
  for (const [{ completed_after, members }, id] of ids) {
    if (completed_after === undefined) continue;
    const mission = await lockMember(tx, users.get(members[0] as string)!, id);
    await markCompleted(tx, mission, new Date(new Date(mission.end_date).getTime() + completed_after * DAY_MS));
  }
}

async function invite(tx: Tx, ids: Map<DemoMission, string>, users: Map<string, UserRow>, now: Date): Promise<void> {
  const { mission: title, from, to, message } = INVITATION;
  const [, mission_id] = [...ids].find(([mission]) => mission.title === title)!;
  const sent = new Date(now.getTime() - 3 * HOUR_MS);
  const invitee_email = users.get(to)!.email;
  await insertInvitation(tx, { mission_id, sender_id: users.get(from)!.id, invitee_email, message }, sent);
}

/**
 * Inserts the demo in one transaction through the same functions as requests, each action at its own time. So points,
 * streaks, rest days and notifications are correct.
 */
export async function fillDemo(
  db: Db,
  photos: readonly StoredPhoto[],
  now: Date,
): Promise<{ people: number; missions: number; checkins: number }> {
  const password_hash = await passwords().hash(DEMO_PASSWORD);
  return db.transact(async (tx) => {
    const users = await insertPeople(tx, password_hash, now);
    const ids = new Map<DemoMission, string>();
    for (const mission of MISSIONS) ids.set(mission, await addMission(tx, mission, users, now));
    const checkins = demoCheckins(PEOPLE, MISSIONS, now);
    const shown = showPhotos(checkins, photos);
    const written: Written = { checkins: new Map(), comments: new Map() };
    const checkInAs = async (checkin: DemoCheckin) => {
      const { at, person, mission, content } = checkin;
      const photo = shown.get(checkin);
      const type = photo ? 'photo' : content ? 'text' : 'tick';
      const input = { mission_id: ids.get(mission)!, type, content } as const;
      const instants = { arrived_at: at, recorded_at: at };
      const user = users.get(person.key)!;
      const { receipt } = await recordCheckin(tx, user, input, instants, photo);
      written.checkins.set(checkin, await lockCheckin(tx, user, receipt.checkin.id));
    };
    const events = [
      ...checkins.map((checkin) => ({ at: checkin.at, happen: () => checkInAs(checkin) })),
      ...demoDiscussion(PEOPLE, checkins, now).map((post) => ({
        at: post.at,
        happen: () => say(tx, post, users, written),
      })),
    ].sort((one, other) => one.at.getTime() - other.at.getTime());
    const yesterday = new Date(now.getTime() - 20 * HOUR_MS);
    const newsFrom = events.findIndex(({ at }) => at > yesterday);
    for (const [i, { happen }] of events.entries()) {
      if (i === newsFrom) for (const user of users.values()) await markAllRead(tx, user.id, yesterday);
      await happen();
    }
    await completeThose(tx, ids, users);
    await invite(tx, ids, users, now);
    for (const { id } of users.values()) await refreshStanding(tx, id, now);
    return { people: users.size, missions: ids.size, checkins: checkins.length };
  });
}
