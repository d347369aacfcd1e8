import * as z from 'zod/mini';
import { MISSIONS_PAGE, MISSIONS_PAGE_MAX } from '#domain/limits.ts';
import { CheckinType } from './checkins.ts';
import { Reward } from './completion.ts';
import { DECIMAL, described, named } from './describe.ts';
import { endpoint } from './endpoint.ts';
import { ClientId, Day, Instant, look, patch, person, titledMission, wholeParam } from './fields.ts';
import { Invitation } from './invitations.ts';
import { Can, Mission, OwnSchedule } from './missions.ts';
import { ReactionSummary } from './reactions.ts';

const Face = z.object({
  ...person,
});

export const DashboardMission = named(
  'DashboardMission',
  'A mission with your progress.',
  z.object({
    id: described(z.string(), 'The id of the mission.'),
    title: described(z.string(), 'The title.'),
    patch,
    description: described(z.string(), 'Sanitized HTML: p br strong em ul ol li, without attributes.'),
    duration_days: described(z.number(), 'How many days it lasts.'),
    first_day: described(Day, 'Its first day, in its time zone.'),
    last_day: described(Day, 'Its last day, in its time zone.'),
    start_date: described(Instant, 'The start of its first day.'),
    end_date: described(Instant, 'The end of its last day.'),
    days_remaining: described(z.number(), 'How many days are left, including today.'),
    state: described(z.enum(['active', 'ended', 'completed']), 'Whether it is running, over or completed.'),
    started: described(z.boolean(), 'Whether your calendar has reached its first day.'),
    owner_id: described(z.string(), 'The id of the owner.'),
    owner_name: described(z.string(), 'The name of the owner.'),
    member_count: described(z.number(), 'How many members there are.'),
    members: described(z.array(Face), 'The first few members.'),
    checkins_count: described(z.number(), 'How many check-ins you made.'),
    counted_checkins: described(z.number(), 'Those of them that the schedule asked for.'),
    points: described(z.number(), 'Points you earned in it.'),
    streak_days: described(z.number(), 'Your streak in it, in days.'),
    level: described(z.number(), 'The level that these points reach.'),
    level_goal: described(z.nullable(z.number()), 'The level to reach for the reward; null without such a goal.'),
    streak_goal: described(z.nullable(z.number()), 'The streak to reach for the reward; null without such a goal.'),
    reward_description: described(z.nullable(z.string()), 'The reward; null without one.'),
    ask_reminder: described(z.boolean(), 'Whether to ask you about a reminder.'),
    goal_progress: described(z.nullable(z.number()), 'Your progress in whole percent; null without a goal.'),
    can: described(Can, 'What you can do with it.'),
    ...OwnSchedule.shape,
  }),
);
export type DashboardMission = z.output<typeof DashboardMission>;

export const CompletedMission = named(
  'CompletedMission',
  'A completed mission with your figures.',
  z.object({
    id: described(z.string(), 'The id of the mission.'),
    title: described(z.string(), 'The title.'),
    patch,
    points_earned: described(z.number(), 'Points you earned in it.'),
    duration_days: described(z.number(), 'How many days it lasted.'),
    completed_at: described(Instant, 'When it was completed.'),
    member_count: described(z.number(), 'How many members there are.'),
    members: described(z.array(Face), 'The top ten members, and you if you are not among them.'),
    checkins_count: described(z.number(), 'How many check-ins you made.'),
    counted_checkins: described(z.number(), 'Those of them that the schedule asked for.'),
    planned_days: described(z.number(), 'The days the mission asked of you, without breaks and travel.'),
    completion_percentage: described(z.number(), 'Percent with two decimals.', DECIMAL),
    can_start_next: described(z.boolean(), 'Whether you can start the next round now.'),
  }),
);
export type CompletedMission = z.output<typeof CompletedMission>;

export const HistoryMission = named(
  'HistoryMission',
  'A completed mission in the history.',
  z.extend(CompletedMission, {
    description: described(z.string(), 'Sanitized HTML: p br strong em ul ol li, without attributes.'),
    completion_stats: described(
      z.record(
        z.string(),
        z.object({
          total_points: described(z.number(), 'Points earned.'),
          completion_percentage: described(z.number(), 'Percent with two decimals.', DECIMAL),
        }),
      ),
      "Each member's results by user id; on the board `together` only yours.",
    ),
  }),
);
export type HistoryMission = z.output<typeof HistoryMission>;

/** A reward of a completed mission that at least one member who earned it has not received. */
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

export const Dashboard = named(
  'Dashboard',
  'Everything that the home screen shows.',
  z.object({
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
    pause: described(
      z.nullable(
        z.object({ id: described(z.string(), 'The id of the break.'), to_day: described(Day, 'Its last day.') }),
      ),
      'Your current break; null without one.',
    ),
    next_pause: described(
      z.nullable(z.object({ from_day: described(Day, 'Its first day.'), to_day: described(Day, 'Its last day.') })),
      'Your next break; null without one.',
    ),
    quilt: described(
      z.array(z.object({ day: described(Day, 'The day.'), count: described(z.number(), 'How many check-ins.') })),
      'Your check-ins per day over the last 18 weeks, oldest first; only days with at least one.',
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
                rank: described(z.number(), 'The rank.'),
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
  }),
);
export type Dashboard = z.output<typeof Dashboard>;

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  access: 'user',
  summary: 'Get everything that the home screen shows',
  response: Dashboard,
  etag: true,
});

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
  user_id: described(z.string(), 'The id of the author.'),
  user_name: described(z.string(), 'The name of the author.'),
  user_avatar_url: described(z.nullable(z.string()), "The path of the author's picture; null without one."),
  user_look: look,
  type: described(CheckinType, 'Whether it is words or a photo.'),
  content: described(z.string(), 'The words; may be empty.'),
  photo_small_url: described(z.nullable(z.string()), 'The signed path of the photo at 400 pixels; null without one.'),
  performed_at: described(Instant, 'When it was done.'),
  ...ReactionSummary.shape,
});
export type TodayCheckinItem = z.output<typeof TodayCheckinItem>;

export const Today = named(
  'Today',
  "Today in your active missions; each member's day is their own.",
  z.object({
    still_out: described(z.array(StillOut), 'At most 10 members who still need a check-in, by mission, then by name.'),
    posts: described(z.array(TodayCheckinItem), 'At most 6 check-ins by others with words or a photo, newest first.'),
  }),
);
export type Today = z.output<typeof Today>;

export const getToday = endpoint({
  method: 'GET',
  path: '/api/today',
  access: 'user',
  summary: 'See who has not checked in today in your active missions, and what others posted',
  response: Today,
});

export const MissionSummary = named(
  'MissionSummary',
  'What a program needs to know about a mission to say what is due in it; the figures are yours.',
  z.object({
    ...z.pick(Mission, {
      id: true,
      title: true,
      patch: true,
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
    is_owner: described(z.boolean(), 'Whether you own it.'),
    member_count: described(z.number(), 'How many members there are.'),
    points: described(z.number(), 'Points you earned in it.'),
    streak_days: described(z.number(), 'Your streak in it, in days.'),
  }),
);
export type MissionSummary = z.output<typeof MissionSummary>;

/** Which missions a list has: `active` and `ended` ones are not completed. */
export const MISSION_STATES = ['active', 'ended', 'completed', 'all'] as const;

export const listMissions = endpoint({
  method: 'GET',
  path: '/api/missions',
  access: 'user',
  summary: 'List your missions, newest first; for the next page send the id of the last one as `before`',
  query: z.object({
    state: described(
      z._default(z.enum(MISSION_STATES, 'state must be active, ended, completed or all'), 'active'),
      'Which missions to list; active and ended ones are not completed.',
    ),
    limit: described(wholeParam('limit', MISSIONS_PAGE_MAX, MISSIONS_PAGE), 'The maximum number of rows.'),
    before: described(z.optional(ClientId), 'Only missions older than the one with this id.'),
  }),
  response: z.array(MissionSummary),
});
