import type * as contract from '#contract/dashboard.ts';
import { rankOf } from '#domain/points.ts';
import type { Queryable } from '#platform/db/open.ts';
import { faceOf } from '../../../facts/users.ts';
import type { DashboardRow } from '../cards/queries.ts';
import type { MissionCard } from '../cards/view.ts';
import { listPeople, type StarRow } from './queries.ts';

type People = ReadonlyMap<string, StarRow>;

/** A person might have left the mission, or been deleted, between the two reads. */
const among = (ids: readonly string[], people: People) =>
  ids.flatMap((id) => {
    const person = people.get(id);
    return person ? [person] : [];
  });

export const facesOf = (leaders: readonly string[], people: People) => among(leaders, people).map(faceOf);

/** Picks the mission for the leaderboard, never a mission without points. */
export function pickLeaderboardMission(missions: readonly MissionCard[], rows: readonly DashboardRow[]) {
  const silent = new Set(rows.filter((row) => row.top_points === 0).map((row) => row.id));
  const starred = missions.filter((card) => !silent.has(card.id));
  const card = starred.find(({ member_count, state }) => member_count > 1 && state === 'active') ?? starred[0];
  return card ? { card, leaders: rows.find((row) => row.id === card.id)!.leaders } : null;
}

type Starred = NonNullable<ReturnType<typeof pickLeaderboardMission>>;

/** Reads all people on the cards and on the leaderboard, which includes the user. */
export async function readPeople(
  db: Queryable,
  rows: readonly DashboardRow[],
  starred: (Starred & { user_id: string }) | null,
  since: string,
): Promise<People> {
  const shown = starred ? [...new Set([...starred.leaders, starred.user_id])] : [];
  const ids = [...new Set([...rows.flatMap((row) => row.leaders), ...shown])];
  if (ids.length === 0) return new Map();
  const board = starred && { mission_id: starred.card.id, leaders: starred.leaders, shown };
  return new Map((await listPeople(db, ids, board, since)).map((row) => [row.user_id, row]));
}

/** Returns the leaderboard, ordered by the latest points: the leaders might have changed since the first read. */
export function toStars(
  { card, leaders }: Starred,
  people: People,
  week: string[],
): contract.Dashboard['mission_stars'] {
  const stars = [...people.values()].flatMap((row) => (row.points === null ? [] : [{ ...row, points: row.points }]));
  const reached = stars.map((row) => row.points);
  const place = ({ user_id }: { user_id: string }) =>
    (leaders.indexOf(user_id) + leaders.length + 1) % (leaders.length + 1);
  const members = stars
    .sort((a, b) => b.points - a.points || place(a) - place(b))
    .map((row) => {
      const pointsOn = new Map((row.week ?? []).map((entry) => [entry.day, entry.points]));
      return {
        ...faceOf(row),
        rank: row.rank ?? rankOf(row.points, reached),
        points: row.points,
        week: week.map((day) => pointsOn.get(day) ?? 0),
      };
    });
  return { mission_id: card.id, title: card.title, members };
}
