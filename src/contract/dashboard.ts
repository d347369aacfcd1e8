import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { MISSIONS_PAGE, MISSIONS_PAGE_MAX } from '#domain/limits.ts';
import { MISSION_STATES } from '#domain/missions.ts';
import { DECIMAL, described, named, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { ClientId } from '#platform/contract/ids.ts';
import { summaryAmounts } from './amounts.ts';
import { Checkin, CheckinType } from './checkins.ts';
import { Completion, Reward } from './completion.ts';
import { DashboardLife } from './dashboard-life.ts';
import { Day, Instant, person, titledMission, wholeParam } from './fields.ts';
import { Invitation } from './invitations.ts';
import { Can, Mission, OwnSchedule } from './missions.ts';
import { ReactionSummary } from './reactions.ts';
import { Pause, pauseDays } from './streaks.ts';

const Face = z.object(person);
const ownHabit = described(
  z.nullable(z.string()),
  'Your own habit in it; null without one, and where all have one habit.',
);

export const DashboardMission = namedObject('DashboardMission', 'A mission with your progress.', {
  ...z.pick(Mission, { id: true, title: true, patch: true, description: true, habit: true }).shape,
  own_habit: ownHabit,
  ...z.pick(Mission, { duration_days: true, first_day: true, last_day: true, start_date: true, end_date: true }).shape,
  ...z.pick(Mission, { timezone: true, days_remaining: true, state: true }).shape,
  started: described(z.boolean(), 'Whether your calendar has reached its first day.'),
  ...z.pick(Mission, { owner_id: true, owner_name: true }).shape,
  member_count: described(z.number(), 'How many members there are.'),
  members: described(z.array(Face), 'The first few members.'),
  checkins_count: described(z.number(), 'How many check-ins you made.'),
  points: described(z.number(), 'Points you earned in it.'),
  streak_days: described(z.number(), 'Your streak in it, in days.'),
  last_checkin_day: Mission.shape.last_checkin_day,
  level: described(z.number(), 'The level that these points reach.'),
  ...z.pick(Mission, { level_goal: true, streak_goal: true, reward_description: true, ask_reminder: true }).shape,
  goal_progress: described(z.nullable(z.number()), 'Your progress in whole percent; null without a goal.'),
  can: described(Can, 'What you can do with it.'),
  amounts: summaryAmounts,
  ...OwnSchedule.shape,
});
export type DashboardMission = z.output<typeof DashboardMission>;

export const CompletedMission = namedObject('CompletedMission', 'A completed mission with your figures.', {
  ...z.pick(Mission, { id: true, title: true, patch: true }).shape,
  points_earned: described(z.number(), 'Points you earned in it.'),
  duration_days: described(z.number(), 'How many days it lasted.'),
  completed_at: described(Instant, 'When it was completed.'),
  member_count: described(z.number(), 'How many members there are.'),
  members: described(z.array(Face), 'The top ten members, and you if you are not among them.'),
  checkins_count: described(z.number(), 'How many check-ins you made.'),
  counted_checkins: described(z.number(), 'How many of them the schedule asked for, on days of the mission.'),
  planned_days: described(z.number(), 'These and the days that you missed.'),
  completion_percentage: described(z.number(), 'Percent with two decimals.', DECIMAL),
  can_start_next: described(z.boolean(), 'Whether you can start the next round now.'),
});
export type CompletedMission = z.output<typeof CompletedMission>;

export const HistoryMission = named(
  'HistoryMission',
  'A completed mission in the history.',
  z.extend(CompletedMission, {
    description: Mission.shape.description,
    completion_stats: described(
      z.record(z.string(), z.pick(Completion.shape.stats, { total_points: true, completion_percentage: true })),
      "Each member's results by user id; on the board `together` only yours.",
    ),
  }),
);
export type HistoryMission = z.output<typeof HistoryMission>;

/** A reward of a completed mission that at least one winner has not received. */
export const OpenReward = z.extend(Reward, {
  mission_id: described(z.string(), 'The id of the mission.'),
  title: described(z.string(), 'The title of the mission.'),
  open_count: described(z.number(), 'How many have not received theirs; `earned_by` lists the first ten of them.'),
});
export type OpenReward = z.output<typeof OpenReward>;

export const MissionOffer = z.object({
  mission_id: described(z.string(), 'The id of the mission.'),
  title: described(z.string(), 'The title of the mission.'),
  owner_name: described(z.string(), 'The name of the owner.'),
});
export type MissionOffer = z.output<typeof MissionOffer>;

export const Dashboard = namedObject('Dashboard', 'Everything that the home screen shows.', {
  missions: described(z.array(DashboardMission), 'The missions that are not completed.'),
  checked_in_missions: described(z.array(z.string()), 'The ids of the missions in which you have checked in today.', {
    items: { type: 'string', format: 'uuid' },
  }),
  pending_invitations: described(z.array(Invitation), 'Invitations to your address.'),
  stats: described(
    z.object({
      level: described(z.number(), 'Your level.'),
      points: described(z.number(), 'Your points.'),
      streak_days: described(z.number(), 'Your current streak, in days.'),
      total_missions: described(z.number(), 'How many missions you are or were in.'),
    }),
    'Your figures over all missions.',
  ),
  completed_missions: described(z.array(CompletedMission), 'The 3 completed most recently.'),
  completed_missions_history: described(z.array(HistoryMission), 'The 50 completed most recently, newest first.'),
  completed_missions_count: described(z.number(), 'How many completed missions there are.'),
  open_rewards: described(z.array(OpenReward), 'Rewards that someone earned and has not received.'),
  offers: described(z.array(MissionOffer), 'Missions offered to you, oldest first.'),
  missions_left: described(z.nullable(z.number()), 'How many more missions you can create; null without a limit.'),
  today: described(Day, 'Today on your calendar.'),
  pause: described(z.nullable(z.pick(Pause, { id: true, to_day: true })), 'Your current break; null without one.'),
  next_pause: described(z.nullable(z.object(pauseDays)), 'Your next break; null without one.'),
  quilt: described(
    z.array(z.object({ day: described(Day, 'The day.'), count: described(z.number(), 'How many check-ins.') })),
    'Your check-ins per day over the last 18 weeks, oldest first; only days with at least one.',
  ),
  imported_days: described(
    z.array(Day),
    'Days that you brought from other trackers, in the last 18 weeks, oldest first; empty for an API token.',
  ),
  mission_stars: described(
    z.nullable(
      z.object({
        mission_id: described(z.string(), 'The id of the mission.'),
        title: described(z.string(), 'The title of the mission.'),
        members: described(
          z.array(
            z.object({
              ...person,
              rank: described(z.number(), 'The rank; equal points share one.'),
              points: described(z.number(), 'Points earned in the mission.'),
              week: described(z.array(z.number()), 'Points on each of the last 7 days, oldest first.'),
            }),
          ),
          'The leaders.',
        ),
      }),
    ),
    'The leaders of the first listed mission that has a leaderboard to show; null without one.',
  ),
  life: described(z.nullable(DashboardLife), 'What your days are computed from; null for an API token.'),
});
export type Dashboard = z.output<typeof Dashboard>;

export const getDashboard = endpoint(
  { method: 'GET', path: '/api/dashboard' },
  ON_SERVER && {
    access: 'user',
    summary: 'Get everything that the home screen shows',
    response: Dashboard,
    etag: true,
  },
);

const StillOut = z.object({
  ...titledMission,
  ...person,
  can_nudge: described(z.boolean(), 'Whether you can nudge them now.'),
  nudged_today: described(z.boolean(), 'Whether you have nudged them today.'),
  joined_today: described(z.boolean(), 'Whether you joined the mission today and do not own it.'),
});
export type StillOut = z.output<typeof StillOut>;

const TodayCheckinItem = z.object({
  checkin_id: described(z.string(), 'The id of the check-in.'),
  ...titledMission,
  ...z.pick(Checkin, { user_id: true, user_name: true, user_avatar_url: true, user_look: true }).shape,
  own_habit: Checkin.shape.own_habit,
  type: described(CheckinType, 'Whether it is words or a photo.'),
  content: described(z.string(), 'The words; may be empty.'),
  photo_small_url: described(z.nullable(z.string()), 'The signed path of the photo at 400 pixels; null without one.'),
  performed_at: described(Instant, 'When it was done.'),
  ...ReactionSummary.shape,
});
export type TodayCheckinItem = z.output<typeof TodayCheckinItem>;

export const Today = namedObject('Today', "Today in your active missions; each member's day is their own.", {
  still_out: described(z.array(StillOut), 'At most 10 members who still need a check-in, by mission, then by name.'),
  posts: described(z.array(TodayCheckinItem), 'At most 6 check-ins by others with words or a photo, newest first.'),
});
export type Today = z.output<typeof Today>;

export const getToday = endpoint(
  { method: 'GET', path: '/api/today' },
  ON_SERVER && {
    access: 'user',
    summary: 'See who has not checked in today in your active missions, and what others posted',
    response: Today,
  },
);

export const MissionSummary = namedObject(
  'MissionSummary',
  'What a program needs to know about a mission to say what is due in it; the figures are yours.',
  {
    ...z.pick(Mission, {
      id: true,
      title: true,
      patch: true,
      habit: true,
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
    own_habit: ownHabit,
    is_owner: described(z.boolean(), 'Whether you own it.'),
    member_count: described(z.number(), 'How many members there are.'),
    points: described(z.number(), 'Points you earned in it.'),
    streak_days: described(z.number(), 'Your streak in it, in days.'),
    amounts: summaryAmounts,
  },
);
export type MissionSummary = z.output<typeof MissionSummary>;

export const listMissions = endpoint(
  { method: 'GET', path: '/api/missions' },
  ON_SERVER && {
    access: 'user',
    summary: 'List your missions, newest first; for the next page send the id of the last one as `before`',
    query: z.object({
      state: described(
        z._default(z.enum([...MISSION_STATES, 'all']), 'active'),
        'Which missions to list; active and ended ones are not completed.',
      ),
      limit: described(wholeParam('limit', MISSIONS_PAGE_MAX, MISSIONS_PAGE), 'The maximum number of rows.'),
      before: described(z.optional(ClientId), 'Only missions older than the one with this id.'),
    }),
    response: z.array(MissionSummary),
  },
);
