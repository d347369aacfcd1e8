import * as z from 'zod/mini';
import { MISSIONS_PAGE, MISSIONS_PAGE_MAX } from '#domain/limits.ts';
import { CheckinType } from './checkins.ts';
import { Reward } from './completion.ts';
import { endpoint } from './endpoint.ts';
import { ClientId, Day, Instant, wholeParam } from './fields.ts';
import { Invitation } from './invitations.ts';
import { Can, Mission, OwnSchedule } from './missions.ts';
import { ReactionSummary } from './reactions.ts';

const Face = z.object({ user_id: z.string(), name: z.string(), avatar_url: z.nullable(z.string()) });

/** A mission card: the requesting member's own progress, the first few members, and the number of all. */
export const DashboardMission = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  duration_days: z.number(),
  first_day: Day,
  last_day: Day,
  start_date: Instant,
  end_date: Instant,
  days_remaining: z.number(),
  state: z.enum(['active', 'ended', 'completed']),
  /** Whether the requesting member's own calendar has reached the mission's first day. */
  started: z.boolean(),
  owner_id: z.string(),
  owner_name: z.string(),
  member_count: z.number(),
  members: z.array(Face),
  checkins_count: z.number(),
  /** Those of them that the schedule asked for. */
  counted_checkins: z.number(),
  points: z.number(),
  streak_days: z.number(),
  level: z.number(),
  level_goal: z.nullable(z.number()),
  streak_goal: z.nullable(z.number()),
  reward_description: z.nullable(z.string()),
  /** Whole percent; null without a goal. */
  goal_progress: z.nullable(z.number()),
  can: Can,
  ...OwnSchedule.shape,
});
export type DashboardMission = z.output<typeof DashboardMission>;

/** A completed mission; the numbers are those of the requesting member. */
export const CompletedMission = z.object({
  id: z.string(),
  title: z.string(),
  points_earned: z.number(),
  duration_days: z.number(),
  completed_at: Instant,
  member_count: z.number(),
  /** The top ten members, and the requesting one if not among them. */
  members: z.array(Face),
  checkins_count: z.number(),
  /** Those of them that the schedule asked for, of so many planned days. */
  counted_checkins: z.number(),
  planned_days: z.number(),
  /** Two decimals, at most 100. */
  completion_percentage: z.number(),
  /** Whether the requesting member may start the next round now. */
  can_start_next: z.boolean(),
});
export type CompletedMission = z.output<typeof CompletedMission>;

/** A completed mission in the history, with the results of each of `members` by user id; on the board `together` one's own alone. */
export const HistoryMission = z.extend(CompletedMission, {
  description: z.string(),
  completion_stats: z.record(z.string(), z.object({ total_points: z.number(), completion_percentage: z.number() })),
});
export type HistoryMission = z.output<typeof HistoryMission>;

/** A reward of a completed mission that at least one member who earned it has not received. */
export const OpenReward = z.extend(Reward, {
  mission_id: z.string(),
  title: z.string(),
  /** Members who have not received theirs; `earned_by` lists the first ten of them. */
  open_count: z.number(),
});
export type OpenReward = z.output<typeof OpenReward>;

/** A mission whose owner offers its ownership to the requesting member. */
export const MissionOffer = z.object({ mission_id: z.string(), title: z.string(), owner_name: z.string() });
export type MissionOffer = z.output<typeof MissionOffer>;

export const Dashboard = z.object({
  missions: z.array(DashboardMission),
  checked_in_missions: z.array(z.string()),
  /** The inbox, as GET /api/invitations returns it. */
  pending_invitations: z.array(Invitation),
  stats: z.object({ level: z.number(), points: z.number(), streak_days: z.number(), total_missions: z.number() }),
  /** The 3 completed most recently. */
  completed_missions: z.array(CompletedMission),
  /** The 50 completed most recently, newest first. */
  completed_missions_history: z.array(HistoryMission),
  /** The number of all completed missions. */
  completed_missions_count: z.number(),
  open_rewards: z.array(OpenReward),
  /** Missions whose ownership is offered to the requesting user, oldest first. */
  offers: z.array(MissionOffer),
  /** How many missions may still be created; null if the plan sets no limit. */
  missions_left: z.nullable(z.number()),
  today: Day,
  /** The break that the user is on, with its last day. */
  pause: z.nullable(z.object({ id: z.string(), to_day: Day })),
  /** Check-ins per day over the last 18 weeks, oldest first; only days with at least one. */
  quilt: z.array(z.object({ day: Day, count: z.number() })),
  /** The leaders of the first listed mission that has a leaderboard to show, which `together` has not. */
  mission_stars: z.nullable(
    z.object({
      mission_id: z.string(),
      title: z.string(),
      members: z.array(
        z.object({
          user_id: z.string(),
          name: z.string(),
          avatar_url: z.nullable(z.string()),
          rank: z.number(),
          points: z.number(),
          /** Points on each of the last 7 days, oldest first. */
          week: z.array(z.number()),
        }),
      ),
    }),
  ),
});
export type Dashboard = z.output<typeof Dashboard>;

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  access: 'user',
  summary: 'Get everything that the home screen shows',
  response: Dashboard,
  etag: true,
});

/** Somebody in a mission of the requesting member for whom a check-in is due today and not made. */
const StillOut = z.object({
  mission_id: z.string(),
  mission_title: z.string(),
  user_id: z.string(),
  name: z.string(),
  avatar_url: z.nullable(z.string()),
  can_nudge: z.boolean(),
  /** The requesting member has nudged them today. */
  nudged_today: z.boolean(),
  /** The requesting member joined the mission today, and is not its owner. */
  joined_today: z.boolean(),
});
export type StillOut = z.output<typeof StillOut>;

/** A check-in with words or a photo that somebody else made for today. */
const TodayPost = z.object({
  checkin_id: z.string(),
  mission_id: z.string(),
  mission_title: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  user_avatar_url: z.nullable(z.string()),
  type: CheckinType,
  content: z.string(),
  /** The photo at 400 pixels; the URL is valid until the end of the next day in UTC. */
  photo_small_url: z.nullable(z.string()),
  performed_at: Instant,
  ...ReactionSummary.shape,
});
export type TodayPost = z.output<typeof TodayPost>;

/** Today in the active missions of the requesting member, each of the others by their own day. */
export const Today = z.object({
  /** At most 10, by mission (the one that ends first comes first), then by name. */
  still_out: z.array(StillOut),
  /** At most 6, newest first. */
  posts: z.array(TodayPost),
});
export type Today = z.output<typeof Today>;

export const getToday = endpoint({
  method: 'GET',
  path: '/api/today',
  access: 'user',
  summary: 'Get who has not checked in today in your active missions, and what others posted today',
  response: Today,
});

/** What a program needs to know of a mission to say what is due in it; the figures are the requesting member's. */
export const MissionSummary = z.object({
  ...z.pick(Mission, {
    id: true,
    title: true,
    state: true,
    first_day: true,
    last_day: true,
    timezone: true,
    days_remaining: true,
    owner_id: true,
    owner_name: true,
    today: true,
    due_today: true,
    needed_today: true,
    checked_in_today: true,
  }).shape,
  is_owner: z.boolean(),
  member_count: z.number(),
  points: z.number(),
  streak_days: z.number(),
});
export type MissionSummary = z.output<typeof MissionSummary>;

/** Which missions a list has: `active` and `ended` ones are not completed. */
export const MISSION_STATES = ['active', 'ended', 'completed', 'all'] as const;

export const listMissions = endpoint({
  method: 'GET',
  path: '/api/missions',
  access: 'user',
  summary:
    'List the missions that you are a member of, newest first; `before` is the id of the last one of the page before',
  query: z.object({
    state: z._default(z.enum(MISSION_STATES, 'state must be active, ended, completed or all'), 'active'),
    limit: wholeParam('limit', MISSIONS_PAGE_MAX, MISSIONS_PAGE),
    before: z.optional(ClientId),
  }),
  response: z.array(MissionSummary),
});
