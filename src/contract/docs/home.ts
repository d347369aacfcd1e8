import * as dashboard from '../dashboard.ts';
import * as notifications from '../notifications.ts';
import { REACTIONS } from './checkins.ts';
import { REWARD } from './members.ts';
import { OWN_SCHEDULE } from './missions.ts';
import { describe } from './registry.ts';
import { CAN_START_NEXT, DECIMAL, PERSON } from './repeated-words.ts';

const completed = {
  id: 'The id of the mission.',
  title: 'The title.',
  points_earned: 'Points that one earned in it.',
  duration_days: 'How many days it lasted.',
  completed_at: 'When it was completed.',
  member_count: 'How many members there are.',
  members: { is: 'The top ten members, and the requesting one if not among them.', fields: PERSON },
  checkins_count: 'How many check-ins one made.',
  counted_checkins: 'Those of them that the schedule asked for.',
  planned_days: 'The days that the mission asked one for, without those before joining and those of breaks and travel.',
  completion_percentage: { is: 'Percent with two decimals.', json: DECIMAL },
  can_start_next: CAN_START_NEXT,
} as const;
describe(dashboard.CompletedMission, {
  id: 'CompletedMission',
  is: "A completed mission with the requesting member's own numbers.",
  fields: completed,
});
describe(dashboard.HistoryMission, {
  id: 'HistoryMission',
  is: 'A completed mission in the history.',
  fields: {
    ...completed,
    description: 'Sanitized HTML: p br strong em ul ol li, without attributes.',
    completion_stats: {
      is: "The results of each of `members` by user id; on the board `together` one's own alone.",
      fields: {
        total_points: 'Points earned.',
        completion_percentage: { is: 'Percent with two decimals.', json: DECIMAL },
      },
    },
  },
});
describe(dashboard.DashboardMission, {
  id: 'DashboardMission',
  is: "A mission with the requesting member's own progress.",
  fields: {
    id: 'The id of the mission.',
    title: 'The title.',
    description: 'Sanitized HTML: p br strong em ul ol li, without attributes.',
    duration_days: 'How many days it lasts.',
    first_day: 'Its first day, in its time zone.',
    last_day: 'Its last day, in its time zone.',
    start_date: 'The beginning of its first day.',
    end_date: 'The end of its last day.',
    days_remaining: 'How many days are left, today among them.',
    state: 'Whether its days go on, are over, or were completed.',
    started: "Whether the requesting member's own calendar has reached its first day.",
    owner_id: 'The id of the owner.',
    owner_name: 'The name of the owner.',
    member_count: 'How many members there are.',
    members: { is: 'The first few members.', fields: PERSON },
    checkins_count: 'How many check-ins one made.',
    counted_checkins: 'Those of them that the schedule asked for.',
    points: 'Points that one earned in it.',
    streak_days: "The days of one's streak in it.",
    level: 'The level that these points make.',
    level_goal: 'The level to reach for the reward; null without such a goal.',
    streak_goal: 'The streak to reach for the reward; null without such a goal.',
    reward_description: 'The reward; null without one.',
    goal_progress: 'How far one is, in whole percent; null without a goal.',
    can: 'What the requesting member may do.',
    ...OWN_SCHEDULE,
  },
});
describe(dashboard.Dashboard, {
  id: 'Dashboard',
  is: 'Everything that the home screen shows.',
  fields: {
    missions: 'The missions that are not completed.',
    checked_in_missions: {
      is: 'The ids of the missions that are checked in today.',
      json: { items: { type: 'string', format: 'uuid' } },
    },
    pending_invitations: "The invitations to one's own address.",
    stats: {
      is: 'The own numbers over all missions.',
      fields: {
        level: 'The level.',
        points: 'All points.',
        streak_days: 'The days of the current streak.',
        total_missions: 'How many missions one is or was in.',
      },
    },
    completed_missions: 'The 3 completed most recently.',
    completed_missions_history: 'The 50 completed most recently, newest first.',
    completed_missions_count: 'How many completed missions there are.',
    open_rewards: {
      is: 'Rewards that somebody earned and has not received.',
      fields: {
        ...REWARD,
        mission_id: 'The id of the mission.',
        title: 'The title of the mission.',
        open_count: 'How many have not received theirs; `earned_by` lists the first ten of them.',
      },
    },
    offers: {
      is: 'Missions whose ownership is offered to one, oldest first.',
      fields: {
        mission_id: 'The id of the mission.',
        title: 'The title of the mission.',
        owner_name: 'The name of the owner.',
      },
    },
    missions_left: 'How many missions may still be created; null if the plan sets no limit.',
    today: "Today in the user's time zone.",
    pause: {
      is: 'The running break; null without one.',
      fields: { id: 'The id of the break.', to_day: 'Its last day.' },
    },
    quilt: {
      is: 'Check-ins per day over the last 18 weeks, oldest first; only days with at least one.',
      fields: { day: 'The day.', count: 'How many check-ins.' },
    },
    mission_stars: {
      is: 'The leaders of the first listed mission that has a leaderboard to show; null without one.',
      fields: {
        mission_id: 'The id of the mission.',
        title: 'The title of the mission.',
        members: {
          is: 'The leaders.',
          fields: {
            ...PERSON,
            rank: 'The place.',
            points: 'Points earned in the mission.',
            week: 'Points on each of the last 7 days, oldest first.',
          },
        },
      },
    },
  },
});
describe(dashboard.Today, {
  id: 'Today',
  is: "Today in one's active missions, each of the others by their own day.",
  fields: {
    still_out: {
      is: 'At most 10 members who are asked for a check-in and have not made it, by mission, then by name.',
      fields: {
        ...PERSON,
        mission_id: 'The id of the mission.',
        mission_title: 'The title of the mission.',
        can_nudge: 'Whether one may nudge them now.',
        nudged_today: 'Whether one has nudged them today.',
        joined_today: 'Whether you joined the mission today, and do not own it.',
      },
    },
    posts: {
      is: 'At most 6 check-ins of others with words or a photo, newest first.',
      fields: {
        checkin_id: 'The id of the check-in.',
        mission_id: 'The id of the mission.',
        mission_title: 'The title of the mission.',
        user_id: 'The id of the author.',
        user_name: 'The name of the author.',
        user_avatar_url: "The path of the author's picture; null without one.",
        type: 'Whether it is words or a photo.',
        content: 'The words; may be empty.',
        photo_small_url: 'The photo at 400 pixels, by a signed path; null without one.',
        performed_at: 'When it was done.',
        ...REACTIONS,
      },
    },
  },
});
describe(dashboard.MissionSummary, {
  id: 'MissionSummary',
  is: "What a program needs to know of a mission to say what is due in it; the figures are the requesting member's.",
  fields: {
    id: 'The id of the mission.',
    title: 'The title.',
    state: 'Whether its days go on, are over, or were completed.',
    first_day: 'Its first day, in its time zone.',
    last_day: 'Its last day, in its time zone.',
    timezone: 'The time zone of its days, that of its owner.',
    days_remaining: 'How many days are left, today among them.',
    owner_id: 'The id of the owner.',
    owner_name: 'The name of the owner.',
    is_owner: 'Whether one is the owner.',
    member_count: 'How many members there are.',
    points: 'Points that one earned in it.',
    streak_days: "The days of one's streak in it.",
    today: "Today in the user's time zone.",
    due_today: 'Whether the mission still asks for a check-in today.',
    needed_today: 'Whether today closes as missed without a check-in; a needed day is always due.',
    checked_in_today: 'Whether one has checked in today.',
  },
});
describe(dashboard.listMissions.query, {
  fields: {
    state: 'Which missions: active and ended ones are not completed.',
    limit: 'How many rows at most.',
    before: 'The id of a mission: only older ones are listed.',
  },
});

describe(notifications.Notification, {
  id: 'Notification',
  is: 'One notification in the bell.',
  fields: {
    id: 'The id of the notification.',
    is_read: 'Whether it was read.',
    type: 'What happened.',
    checkin_id: 'The id of the check-in that it is about; null without one.',
    comment_id: 'The id of the comment that it is about; null without one.',
    mission_id: 'The id of the mission.',
    mission_title: 'The title of the mission.',
    user_name: 'The name of who did it.',
    user_avatar_url: "The path of that person's picture; null without one.",
    checkin_type: 'The type of the check-in; null without one.',
    is_own_checkin: "Whether it is about one's own check-in.",
    reaction_type: 'The type of the reaction; null without one.',
    reaction_emoji: 'The sign of the reaction; null without one.',
    content: 'The text that it is about: that of the comment, otherwise that of the check-in.',
    checkin_content: 'The text of the check-in.',
    points_earned: '0 unless it announces a check-in; null for one on the board `together`.',
    created_at: 'When it happened.',
  },
});
describe(notifications.listNotifications.query, {
  fields: {
    limit: 'How many rows at most.',
    before: 'The id of a notification: only older ones are listed.',
    since: 'An instant: only what was made or edited at or after it is listed.',
  },
});
describe(notifications.listNotifications.response, {
  fields: {
    notifications: 'The notifications, newest first.',
    unread_count: 'How many are unread; of the check-ins of others at most 100 count.',
    badge_count: 'How many of the unread ones concern the user: all but the check-ins of others.',
  },
});
