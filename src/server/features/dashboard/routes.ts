import * as contract from '#contract/dashboard.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { goalProgress } from '#domain/goals.ts';
import { daysRemaining, lastDay } from '#domain/missions.ts';
import { pauseOn } from '#domain/pauses.ts';
import { freeDaysOfMember } from '#domain/plan-days.ts';
import { levelFor } from '#domain/points.ts';
import { planOf } from '#domain/schedule.ts';
import { coveredRestDays, currentMemberStreak, currentUserStreak } from '#domain/streaks.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { planLimits } from '../billing/public.ts';
import { listInbox } from '../invitations/public.ts';
import { permissions, stateOf } from '../missions/public.ts';
import { toOwnSchedule } from '../missions/public-today.ts';
import { provenEmail, type UserRow } from '../profile/public.ts';
import { bridgedFrom, type Excuses, excusedFrom } from '../streaks/public.ts';
import * as queries from './queries.ts';
import { toCompleted } from './view.ts';

const QUILT_DAYS = 18 * 7;
const WEEK = 7;

/** What bridges the user's streaks in all missions alike. */
interface Bridges {
  excuses: Excuses;
  /** Excused days, used rest days, rest days left. */
  days: ReadonlySet<string>;
}

const isDoneOn = (row: queries.DashboardRow, today: string) =>
  row.streak_last_day !== null && row.streak_last_day >= today;

function toMissionCard(
  row: queries.DashboardRow,
  user: UserRow,
  today: string,
  { excuses, days }: Bridges,
  now: Date,
): contract.DashboardMission {
  const { pauses } = excuses;
  const own = { joined_day: row.joined_day, checkins: row.recent, pauses };
  const free = freeDaysOfMember(planOf(row), own, row.streak_last_day ?? today, today);
  const streak_days = currentMemberStreak(row, today, (day) => days.has(day) || free.has(day));
  const level = levelFor(row.points);
  const progress = goalProgress({ level, level_goal: row.level_goal, streak_days, streak_goal: row.streak_goal });
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
    members: row.faces.map(({ user_id, name, avatar_key }) => ({ user_id, name, avatar_url: avatarUrl(avatar_key) })),
    checkins_count: row.checkins_count,
    counted_checkins: row.checkins_count - row.extra_checkins,
    points: row.points,
    streak_days,
    level,
    level_goal: row.level_goal,
    streak_goal: row.streak_goal,
    reward_description: row.reward_description,
    goal_progress: progress?.overall ?? null,
    can: permissions(row, user, row, excuses, now),
    ...toOwnSchedule(row, { ...row, timezone: user.timezone, pauses }, now),
  };
}

/** Orders missions: those due today, then ended ones, then those done or with a free day today, then those not begun. */
function byUrgency(done: Set<string>) {
  const rank = (card: contract.DashboardMission) => {
    if (card.state === 'ended') return 1;
    if (!card.started) return 3;
    return done.has(card.id) || !card.due_today ? 2 : 0;
  };
  return (a: contract.DashboardMission, b: contract.DashboardMission) => rank(a) - rank(b);
}

function toStar(row: queries.StarRow, week: string[]) {
  const pointsOn = new Map(row.week.map((entry) => [entry.day, entry.points]));
  const { user_id, name, avatar_key, rank, points } = row;
  return {
    user_id,
    name,
    avatar_url: avatarUrl(avatar_key),
    rank,
    points,
    week: week.map((day) => pointsOn.get(day) ?? 0),
  };
}

/** Everything that the dashboard shows in one answer (docs/rules.md#missions). */
export function dashboardRoutes(serve: Serve<UserRow>, { db, config }: Deps): void {
  const stars = async (starred: contract.DashboardMission[], user: UserRow, today: string) => {
    const mission = starred.find((card) => card.member_count > 1 && card.state === 'active') ?? starred[0];
    // A leaderboard without any points is left out rather than shown empty.
    if (!mission) return null;
    const week = Array.from({ length: WEEK }, (_, i) => addDays(today, i - WEEK + 1));
    const rows = await queries.listStars(db, mission.id, user.id, week[0]!);
    return { mission_id: mission.id, title: mission.title, members: rows.map((row) => toStar(row, week)) };
  };

  serve(contract.getDashboard, async ({ user, reads_only, now }) => {
    const today = dayOf(now, user.timezone);
    const [rows, home] = await Promise.all([
      queries.listOwnMissions(db, user.id, now),
      queries.readHome(db, { ...user, email: provenEmail(config, user) }, addDays(today, 1 - QUILT_DAYS), now),
    ]);
    const bridged = bridgedFrom(home.excuses, user.streak_last_day, today);
    const isBridged = (day: string) => bridged.has(day);
    const rest = [...home.spent, ...coveredRestDays(user, today, isBridged)];
    const bridges = { excuses: home.excuses, days: new Set([...excusedFrom(home.excuses), ...rest]) };
    const cards = rows.map((row) => toMissionCard(row, user, today, bridges, now));
    const done = new Set(rows.filter((row) => isDoneOn(row, today)).map((row) => row.id));
    const missions = cards.sort(byUrgency(done));
    const active = missions.filter((card) => card.state === 'active').length;
    const pause = pauseOn(home.excuses.pauses, today);
    const limit = planLimits(user, now).active_missions;
    const silent = new Set(rows.filter((row) => row.top_points === 0).map((row) => row.id));
    const starred = missions.filter((card) => !silent.has(card.id));
    const [mission_stars, completed, pending_invitations, offers] = await Promise.all([
      stars(starred, user, today),
      home.has_completed ? queries.listCompleted(db, user.id) : [],
      home.has_inbox ? listInbox({ db, config }, user, reads_only, now) : [],
      home.has_offers ? queries.listOffers(db, user.id) : [],
    ]);
    return {
      missions,
      checked_in_missions: [...done],
      pending_invitations,
      stats: {
        level: levelFor(user.points),
        points: user.points,
        streak_days: currentUserStreak(user, today, isBridged),
        total_missions: active,
      },
      ...toCompleted(completed, user.id),
      offers,
      missions_left: limit === null ? null : Math.max(0, limit - active),
      today,
      pause: pause ? { id: pause.id, to_day: pause.to_day } : null,
      quilt: home.quilt,
      mission_stars,
    };
  });
}
