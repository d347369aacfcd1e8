import * as contract from '#contract/dashboard.ts';
import { addDays, dayOf, earlierDay } from '#domain/days.ts';
import { goalProgress } from '#domain/goals.ts';
import { daysRemaining, lastDay } from '#domain/missions.ts';
import { nextPause, pausedDays, pauseOn } from '#domain/pauses.ts';
import { levelFor } from '#domain/points.ts';
import { datedSchedule } from '#domain/schedule.ts';
import { freeDaysOfMember } from '#domain/schedule-days.ts';
import { coveredRestDays, currentMemberStreak, currentUserStreak, hasGap, stateShown } from '#domain/streaks.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import type { Queryable } from '../../db/open.ts';
import type { Deps } from '../../deps.ts';
import { dueTodayOf, needsYesterday, toDueSchedule } from '../../facts/due.ts';
import { awayDays, bridgedNow, type Excuses, takesYesterday } from '../../facts/excuses.ts';
import { stateOf } from '../../facts/missions.ts';
import { provenEmail, type UserRow } from '../../facts/users.ts';
import type { Serve } from '../../http/serve.ts';
import { planLimits } from '../billing/public.ts';
import { listInbox } from '../invitations/public.ts';
import { permissions } from '../missions/public.ts';
import * as queries from './home/queries.ts';
import { toCompleted, toStillOut, toTodayCheckin } from './home/view.ts';
import { listNotIn, listTeamZones, listTodayCheckins } from './today/queries.ts';

const QUILT_DAYS = 18 * 7;
const WEEK = 7;

/** What bridges the user's streaks in all missions alike. */
interface Bridges {
  excuses: Excuses;
  /** Excused days, used rest days, rest days left. */
  days: ReadonlySet<string>;
}

function bridgesOf(user: UserRow, { excuses, spent }: Pick<queries.HomeRow, 'excuses' | 'spent'>, now: Date) {
  const today = dayOf(now, user.timezone);
  const bridged = bridgedNow(excuses, user, now);
  const isBridged = (day: string) => bridged.has(day);
  const rest = [...spent, ...coveredRestDays(user, today, isBridged)];
  const away = awayDays(excuses, user.timezone, today);
  const bridges: Bridges = { excuses, days: new Set([...pausedDays(away), ...rest]) };
  return { isBridged, bridges };
}

/** What of a mission's row is the member's own, where the user has fields of the same names. */
const streakOf = ({ streak_last_day, open_streak }: queries.SummaryRow | queries.DashboardRow) => ({
  streak_last_day,
  open_streak,
});

/** The streak in a mission as of the member's own today; after the mission's last day it stays as it ended. */
function streakIn(
  row: queries.SummaryRow | queries.DashboardRow,
  user: UserRow,
  { excuses, days }: Bridges,
  now: Date,
): number {
  const today = dayOf(now, user.timezone);
  const until = earlierDay(today, addDays(lastDay(row.first_day, row.duration_days), 1));
  const own = {
    joined_day: row.joined_day,
    checkins: row.recent,
    pauses: awayDays(excuses, user.timezone, today),
  };
  const free = freeDaysOfMember(datedSchedule(row), own, row.streak_last_day ?? until, until);
  const open = needsYesterday(row, { ...row, ...user, ...streakOf(row), excuses }, now) ? addDays(today, -1) : null;
  const isBridged = (day: string) => day === open || days.has(day) || free.has(day);
  return currentMemberStreak(stateShown(row, today, takesYesterday(user, now)), until, isBridged);
}

/** What the mission asks of the user today, for programs. */
function todayOf(row: queries.SummaryRow, user: UserRow, excuses: Excuses, now: Date) {
  const { due_today, needed_today } = dueTodayOf(row, { ...row, timezone: user.timezone, excuses }, now);
  return { due_today, needed_today };
}

const isDoneOn = (row: { streak_last_day: string | null }, today: string) =>
  row.streak_last_day !== null && row.streak_last_day >= today;

/** Whose faces it shows is read afterwards. */
type MissionCard = Omit<contract.DashboardMission, 'members'>;

function toMissionCard(
  row: queries.DashboardRow,
  user: UserRow,
  today: string,
  bridges: Bridges,
  now: Date,
): MissionCard {
  const { excuses } = bridges;
  const streak_days = streakIn(row, user, bridges, now);
  const own = toDueSchedule(row, { ...row, ...user, ...streakOf(row), excuses }, now);
  const level = levelFor(row.points);
  const { level: level_goal, streak: streak_goal } = own.own_goals;
  const progress = goalProgress({ level, level_goal, streak_days, streak_goal });
  // Fields are listed for the reason given in checkins/view.ts.
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    duration_days: row.duration_days,
    first_day: row.first_day,
    last_day: lastDay(row.first_day, row.duration_days),
    start_date: row.start_date,
    end_date: row.end_date,
    days_remaining: daysRemaining(new Date(row.end_date), now),
    state: stateOf(row, now),
    started: today >= row.first_day,
    owner_id: row.owner_id,
    owner_name: row.owner_name,
    member_count: row.member_count,
    checkins_count: row.checkins_count,
    counted_checkins: row.checkins_count - row.extra_checkins,
    points: row.points,
    streak_days,
    level,
    level_goal: row.level_goal,
    streak_goal: row.streak_goal,
    reward_description: row.reward_description,
    goal_progress: progress?.overall ?? null,
    can: permissions(row, user, row, now),
    ...own,
  };
}

/**
 * Orders missions: those whose yesterday is open, those that need today, ended ones, those that may be done today, those
 * that are done or free, and those not begun.
 */
function byUrgency(done: Set<string>) {
  const rank = (card: MissionCard) => {
    if (card.needed_yesterday) return 0;
    if (card.needed_today) return 1;
    if (card.state === 'ended') return 2;
    if (!card.started) return 5;
    return done.has(card.id) || !card.due_today ? 4 : 3;
  };
  return (a: MissionCard, b: MissionCard) => rank(a) - rank(b);
}

type People = ReadonlyMap<string, queries.PersonRow>;

/** Somebody may have left the mission, or been deleted, between the two reads. */
const among = (ids: readonly string[], people: People) =>
  ids.flatMap((id) => {
    const person = people.get(id);
    return person ? [person] : [];
  });

const facesOf = (leaders: readonly string[], people: People) =>
  among(leaders, people).map(({ user_id, name, avatar_key }) => ({
    user_id,
    name,
    avatar_url: avatarUrl(avatar_key),
  }));

/** The mission whose leaderboard is shown: one without any points is left out rather than shown empty. */
function chooseStarred(missions: readonly MissionCard[], rows: readonly queries.DashboardRow[]) {
  const silent = new Set(rows.filter((row) => row.top_points === 0).map((row) => row.id));
  const starred = missions.filter((card) => !silent.has(card.id));
  const card = starred.find(({ member_count, state }) => member_count > 1 && state === 'active') ?? starred[0];
  return card ? { card, leaders: rows.find((row) => row.id === card.id)!.leaders } : null;
}

type Starred = NonNullable<ReturnType<typeof chooseStarred>>;

/** Everybody on the cards and on the leaderboard, which shows the user as well. */
async function readPeople(
  db: Queryable,
  rows: readonly queries.DashboardRow[],
  starred: (Starred & { user_id: string }) | null,
  since: string,
): Promise<People> {
  const shown = starred ? [...new Set([...starred.leaders, starred.user_id])] : [];
  const ids = [...new Set([...rows.flatMap((row) => row.leaders), ...shown])];
  if (ids.length === 0) return new Map();
  const board = starred && { mission_id: starred.card.id, leaders: starred.leaders, shown };
  return new Map((await queries.listPeople(db, ids, board, since)).map((row) => [row.user_id, row]));
}

/** The leaderboard, by the points as they were read last: the leaders may have changed places since. */
function toStars({ card, leaders }: Starred, people: People, week: string[]): contract.Dashboard['mission_stars'] {
  const stars = [...people.values()].flatMap((row) => (row.points === null ? [] : [{ ...row, points: row.points }]));
  const place = ({ user_id }: { user_id: string }) =>
    (leaders.indexOf(user_id) + leaders.length + 1) % (leaders.length + 1);
  const members = stars
    .sort((a, b) => b.points - a.points || place(a) - place(b))
    .map(({ user_id, name, avatar_key, points, rank, week: days }, at) => {
      const pointsOn = new Map((days ?? []).map((entry) => [entry.day, entry.points]));
      return {
        user_id,
        name,
        avatar_url: avatarUrl(avatar_key),
        rank: rank ?? at + 1,
        points,
        week: week.map((day) => pointsOn.get(day) ?? 0),
      };
    });
  return { mission_id: card.id, title: card.title, members };
}

/** What somebody who has checked in everywhere sees of the others today (docs/rules.md#the-dashboard). */
function todayRoute(serve: Serve<UserRow>, { db, photo_urls }: Deps): void {
  serve(contract.getToday, async ({ user, now }) => {
    const names = await listTeamZones(db, user.id, now);
    const zones = names.map((zone) => ({ zone, day: dayOf(now, zone) }));
    const [rows, checkins] = await Promise.all([
      listNotIn(db, user.id, zones, now),
      listTodayCheckins(db, user.id, zones, now),
    ]);
    return {
      still_out: toStillOut(rows, dayOf(now, user.timezone), now),
      posts: checkins.map((row) => toTodayCheckin(row, photo_urls, now)),
    };
  });
}

/** The user's missions for programs, which need less than a dashboard and may want those that are over. */
function summariesRoute(serve: Serve<UserRow>, { db }: Deps): void {
  serve(contract.listMissions, async ({ user, query, now }) => {
    const today = dayOf(now, user.timezone);
    const last = user.streak_last_day;
    const days = { since: addDays(today, 1 - QUILT_DAYS), gap_since: hasGap(last, today) ? last : null };
    const [rows, read] = await Promise.all([
      queries.listSummaries(db, user, query, now),
      queries.readBridges(db, user, days),
    ]);
    const { bridges } = bridgesOf(user, read, now);
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      state: stateOf(row, now),
      first_day: row.first_day,
      last_day: lastDay(row.first_day, row.duration_days),
      timezone: row.timezone,
      days_remaining: daysRemaining(new Date(row.end_date), now),
      owner_id: row.owner_id,
      owner_name: row.owner_name,
      is_owner: row.owner_id === user.id,
      member_count: row.member_count,
      points: row.points,
      streak_days: streakIn(row, user, bridges, now),
      today,
      ...todayOf(row, user, read.excuses, now),
      checked_in_today: isDoneOn(row, today),
    }));
  });
}

/** The dashboard in one answer (docs/rules.md#missions), and today for those who are done with it. */
export function dashboardRoutes(serve: Serve<UserRow>, deps: Deps): void {
  todayRoute(serve, deps);
  summariesRoute(serve, deps);
  const { db, config } = deps;
  serve(contract.getDashboard, async ({ user, reads_only, now }) => {
    const today = dayOf(now, user.timezone);
    const last = user.streak_last_day;
    const [rows, home] = await Promise.all([
      queries.listOwnMissions(db, user, now),
      queries.readHome(
        db,
        { ...user, is_proven: provenEmail(config, user) !== null },
        { quilt_since: addDays(today, 1 - QUILT_DAYS), gap_since: hasGap(last, today) ? last : null },
        now,
      ),
    ]);
    const { isBridged, bridges } = bridgesOf(user, home, now);
    const cards = rows.map((row) => toMissionCard(row, user, today, bridges, now));
    const done = new Set(rows.filter((row) => isDoneOn(row, today)).map((row) => row.id));
    const missions = cards.sort(byUrgency(done));
    const active = missions.filter((card) => card.state === 'active').length;
    const pause = pauseOn(home.excuses.pauses, today);
    const next = nextPause(home.excuses.pauses, today);
    const limit = planLimits(user, now, config.plans).active_missions;
    const leaders = new Map(rows.map((row) => [row.id, row.leaders]));
    const starred = chooseStarred(missions, rows);
    const week = Array.from({ length: WEEK }, (_, i) => addDays(today, i - WEEK + 1));
    const [people, completed, pending_invitations, offers] = await Promise.all([
      readPeople(db, rows, starred && { ...starred, user_id: user.id }, week[0]!),
      home.has_completed ? queries.listCompleted(db, user.id) : [],
      home.has_inbox ? listInbox({ db, config }, user, reads_only, now) : [],
      home.has_offers ? queries.listOffers(db, user.id) : [],
    ]);
    return {
      missions: missions.map((card) => ({ ...card, members: facesOf(leaders.get(card.id)!, people) })),
      checked_in_missions: [...done],
      pending_invitations,
      stats: {
        level: levelFor(user.points),
        points: user.points,
        streak_days: currentUserStreak(stateShown(user, today, takesYesterday(user, now)), today, isBridged),
        total_missions: active,
      },
      ...toCompleted(completed, user.id, now),
      offers,
      missions_left: limit === null ? null : Math.max(0, limit - active),
      today,
      pause: pause ? { id: pause.id, to_day: pause.to_day } : null,
      next_pause: next ? { from_day: next.from_day, to_day: next.to_day } : null,
      quilt: home.quilt,
      mission_stars: starred && toStars(starred, people, week),
    };
  });
}
