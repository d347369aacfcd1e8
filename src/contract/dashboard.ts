import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Day, Instant } from './fields.ts';
import { Invitation } from './invitations.ts';
import { Can } from './missions.ts';

const Face = z.object({ user_id: z.string(), name: z.string(), avatar_url: z.nullable(z.string()) });

/** A mission as its card shows it: the asking member's own progress, the first faces, the count of all. */
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
  /** False until the asking member's own day is one of the mission's days. */
  started: z.boolean(),
  owner_id: z.string(),
  owner_name: z.string(),
  member_count: z.number(),
  members: z.array(Face),
  checkins_count: z.number(),
  points: z.number(),
  streak_days: z.number(),
  level: z.number(),
  level_goal: z.nullable(z.number()),
  streak_goal: z.nullable(z.number()),
  reward_description: z.nullable(z.string()),
  /** Whole percent; null without a goal. */
  goal_progress: z.nullable(z.number()),
  can: Can,
});
export type DashboardMission = z.output<typeof DashboardMission>;

export const Dashboard = z.object({
  missions: z.array(DashboardMission),
  checked_in_missions: z.array(z.string()),
  /** The inbox, as GET /api/invitations answers it. */
  pending_invitations: z.array(Invitation),
  stats: z.object({ level: z.number(), points: z.number(), streak_days: z.number(), total_missions: z.number() }),
  /** Missions that may still be created; null when the plan sets no limit. */
  missions_left: z.nullable(z.number()),
  today: Day,
  /** Check-ins per day over the last 18 weeks, oldest first; only days with at least one. */
  quilt: z.array(z.object({ day: Day, count: z.number() })),
  /** The leaders of the first mission of the list with stars to show. */
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
  summary: 'Everything the home screen shows',
  response: Dashboard,
});
