import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import {
  DESCRIPTION_MAX,
  DURATION_MAX,
  DURATION_MIN,
  GOAL_MAX,
  LEVEL_GOAL_MAX,
  LEVEL_GOAL_MIN,
  OWN_HABIT_MAX,
  REWARD_MAX,
  STREAK_GOAL_MAX,
  STREAK_GOAL_MIN,
  TITLE_MAX,
} from '#domain/limits.ts';
import { BOARDS, HABITS, MISSION_STATES } from '#domain/missions.ts';
import { described, named, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { Id } from '#platform/contract/ids.ts';
import { type LabelKey, problem } from '#platform/i18n/problem.ts';
import { isHtmlVisible } from '#platform/lib/text.ts';
import { AmountsInput, amounts } from './amounts.ts';
import {
  clearableText,
  Day,
  DayOrInstant,
  Instant,
  line,
  optionalText,
  ownLine,
  Patch,
  patch,
  Schedule,
  text,
  whole,
} from './fields.ts';
import { Member } from './members.ts';

const REQUIRED = problem('problems.fill_in');
const DURATION_WRONG = problem('problems.between_days', {
  label: 'problems.labels.duration',
  min: DURATION_MIN,
  max: DURATION_MAX,
});
/** Builds a whole number; `label` names the field in the error. */
const between = (label: LabelKey, min: number, max: number) =>
  whole(min, max, problem('problems.between', { label, min, max }));

export const Can = namedObject('MissionCan', 'What you can do with a mission now.', {
  edit: described(z.boolean(), 'Change it.'),
  delete: described(z.boolean(), 'Delete it.'),
  complete: described(z.boolean(), 'Complete it.'),
  invite: described(z.boolean(), 'Invite people.'),
  check_in: described(z.boolean(), 'Check in today.'),
  check_in_yesterday: described(z.boolean(), 'Check in for yesterday, so that it counts.'),
  leave: described(z.boolean(), 'Leave it.'),
});

/** A schedule's meaning for the viewer, on the viewer's calendar. */
export const OwnSchedule = z.object({
  schedule: described(Schedule, 'The days that the mission asks for.'),
  counted_checkins: described(z.number(), 'How many of your check-ins the schedule asked for, on days of the mission.'),
  planned_days: described(
    z.number(),
    'Your stitches when all are sewn: check-ins that count, missed days, and what days to come still ask for.',
  ),
  due_today: described(z.boolean(), 'Whether the mission still asks for a check-in today, by your calendar.'),
  needed_today: described(
    z.boolean(),
    'Whether today closes as missed without a check-in; it is then due as well. With times a week, that is so once no more days than check-ins are left in the week.',
  ),
  needed_yesterday: described(
    z.boolean(),
    'Whether you can still check in for yesterday, which closes as missed otherwise.',
  ),
  own_goals: described(
    z.object({
      level: described(z.nullable(z.number()), 'The level; null where none is set.'),
      streak: described(z.nullable(z.number()), 'The streak in days; null where none is set.'),
    }),
    "The mission's goals as they are for you: days of breaks and travel make them smaller.",
  ),
  extra_today: described(z.boolean(), 'Whether a check-in now would be extra and earn nothing.'),
  week: described(
    z.nullable(
      z.object({
        from_day: described(Day, 'Its first day.'),
        to_day: described(Day, 'Its last day.'),
        done: described(z.number(), 'How many of its check-ins you have made.'),
        target: described(z.number(), 'How many it asks you for.'),
      }),
    ),
    'The current week of a weekly schedule; otherwise null.',
  ),
});
export type OwnSchedule = z.output<typeof OwnSchedule>;

const MemberName = z.pick(Member, { user_id: true, name: true });
const QuietMember = z.extend(MemberName, {
  days: described(z.number(), 'Calendar days since the last check-in, or since joining.'),
});

export const Mission = namedObject(
  'Mission',
  'A mission with its members in the order of the leaderboard, or on the board `together` in that of joining.',
  {
    id: described(z.string(), 'The id of the mission.'),
    title: described(z.string(), 'The title of the mission.'),
    patch,
    description: described(z.string(), 'Sanitized HTML: p br strong em ul ol li, without attributes.'),
    goal: described(z.string(), 'What counts as success.'),
    duration_days: described(z.number(), 'How many days it lasts.'),
    start_date: described(Instant, 'The start of its first day.'),
    end_date: described(Instant, 'The end of its last day.'),
    first_day: described(Day, 'Its first day, in its timezone.'),
    last_day: described(Day, 'Its last day, in its timezone.'),
    timezone: described(z.string(), 'The timezone of its days, that of its owner.'),
    owner_id: described(z.string(), 'The id of the owner.'),
    owner_name: described(z.string(), 'The name of the owner.'),
    level_goal: described(z.nullable(z.number()), 'The level to reach for the reward; null without such a goal.'),
    streak_goal: described(z.nullable(z.number()), 'The streak to reach for the reward; null without such a goal.'),
    reward_description: described(z.nullable(z.string()), 'The reward; null without one.'),
    invitation_code: described(
      z.nullable(z.string()),
      'The code to join with; null if you cannot invite, and for a read-only token.',
    ),
    is_active: described(z.boolean(), 'Whether it is not completed yet.'),
    completed_at: described(z.nullable(Instant), 'When it was completed; null before.'),
    created_at: described(Instant, 'When it was created.'),
    state: described(z.enum(MISSION_STATES), 'Whether it is running, over or completed.'),
    days_remaining: described(z.number(), 'How many days are left, including today.'),
    is_cohost: described(z.boolean(), 'Whether you are a co-host.'),
    owner_offer: described(
      z.nullable(MemberName),
      'The member the owner offers the mission to; null without an offer, and for everyone but these two.',
    ),
    today: described(Day, 'Today on your calendar.'),
    checked_in_today: described(z.boolean(), 'Whether you have checked in today.'),
    last_checkin_day: described(
      z.nullable(Day),
      'The day of your latest check-in, which a move to the west can make later than today; null before the first.',
    ),
    can: described(Can, 'What you can do with it.'),
    ...OwnSchedule.shape,
    cue: described(z.nullable(z.string()), 'When you do it, in your own words; null without any.'),
    muted: described(z.boolean(), 'Whether check-ins stay out of your bell.'),
    ask_reminder: described(z.boolean(), 'Whether to ask you about a reminder.'),
    quiet_members: described(
      z.nullable(z.array(QuietMember)),
      'For the owner: members who last checked in three or more days ago and have missed check-ins since, longest first; otherwise null.',
    ),
    board: described(z.enum(BOARDS), 'Whether members are ranked by points, or do it together without a ranking.'),
    habit: described(z.enum(HABITS), 'Whether all members have one habit, or each has a habit of their own.'),
    round: described(z.number(), 'The number of the round, from 1.'),
    previous_id: described(z.nullable(z.string()), 'The id of the round before; null without one, or if deleted.'),
    together: described(
      z.nullable(
        z.object({
          done: described(z.number(), 'Check-ins made.'),
          total: described(z.number(), 'Check-ins asked for.'),
        }),
      ),
      'What all members reached in the last 7 days, on the board `together`; otherwise null.',
    ),
    amounts,
    members: described(z.array(Member), 'The members.'),
  },
);
export type Mission = z.output<typeof Mission>;

export const MissionInput = namedObject('MissionInput', 'The fields of a mission.', {
  title: described(line('problems.labels.title', TITLE_MAX, REQUIRED), 'The title, on one line.'),
  description: described(
    text('problems.labels.description', DESCRIPTION_MAX, REQUIRED).check(z.refine(isHtmlVisible, REQUIRED)),
    'HTML; only p br strong em ul ol li are kept, without attributes, and its length is counted after that.',
  ),
  goal: described(text('problems.labels.goal', GOAL_MAX, REQUIRED), 'What counts as success.'),
  duration_days: described(whole(DURATION_MIN, DURATION_MAX, DURATION_WRONG), 'How many days it lasts.'),
  start_date: described(DayOrInstant, 'The first day, or an instant whose day counts.'),
  level_goal: described(
    z.nullish(between('problems.labels.level_goal', LEVEL_GOAL_MIN, LEVEL_GOAL_MAX)),
    'The level to reach for the reward; null or left out for none.',
  ),
  streak_goal: described(
    z.nullish(between('problems.labels.streak_goal', STREAK_GOAL_MIN, STREAK_GOAL_MAX)),
    'The streak to reach for the reward; null or left out for none.',
  ),
  reward_description: described(
    optionalText('problems.labels.reward', REWARD_MAX),
    'The reward; null or left out for none.',
  ),
  schedule: described(
    z.optional(Schedule),
    'The days to ask for; left out, a new mission is daily and an edited one keeps its schedule.',
  ),
  board: described(
    z.optional(z.enum(BOARDS)),
    'Whether members are ranked; left out, a new mission has the ranking and an edited one keeps its board.',
  ),
  habit: described(
    z.optional(z.enum(HABITS)),
    'Whether all members have one habit or each has their own; left out, a new mission has one habit and an edited one keeps its choice. With `own` the board is `together`.',
  ),
  patch: described(
    z.nullish(Patch),
    'What its patch shows; null for the one drawn from its id. Left out, an edited mission keeps its patch.',
  ),
  amounts: described(
    z.nullish(AmountsInput),
    'What it counts; null for nothing. Left out, a next round counts as the one before, and an edited mission as it did.',
  ),
});

export const createMission = endpoint(
  {
    method: 'POST',
    path: '/api/missions',
    body: named(
      'NewMission',
      'The fields of a new mission.',
      z.extend(MissionInput, {
        previous_id: described(z.nullish(Id), 'Your completed mission, of which this is the next round.'),
        own_habit: described(
          z.optional(ownLine(OWN_HABIT_MAX)),
          'Your own habit on one line, with `habit` set to `own`; null for none. Left out in a next round, your line of the round before.',
          { maxLength: OWN_HABIT_MAX },
        ),
      }),
    ),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Create a mission as its owner and first member; a next round invites the members of the one before',
    response: z.object({
      id: described(z.string(), 'The id of the mission.'),
      invited: described(z.number(), 'How many members of the round before were invited.'),
    }),
    status: 201,
    location: '/api/missions/{id}',
    idempotent: true,
    errors: [
      'mission_not_found',
      'not_owner',
      'round_not_ready',
      'round_exists',
      'plan_limit',
      'too_many_missions',
      'start_in_past',
      'habit_shared',
    ],
    rate: 'missions',
  },
);

export const getMission = endpoint(
  { method: 'GET', path: '/api/missions/{id}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Get a mission with its members',
    response: Mission,
    etag: true,
    errors: ['mission_not_found'],
  },
);

const EDIT_ERRORS = [
  'mission_not_found',
  'not_owner',
  'mission_completed',
  'schedule_fixed',
  'habit_fixed',
  'unit_fixed',
  'start_in_past',
  'plan_limit',
  'too_many_missions',
] as const;

export const updateMission = endpoint(
  { method: 'PUT', path: '/api/missions/{id}', body: MissionInput },
  ON_SERVER && {
    access: 'user',
    summary: 'Edit a mission, as its owner or a co-host; the end moves with the duration',
    response: Mission,
    errors: EDIT_ERRORS,
    rate: 'edits',
  },
);

export const patchMission = endpoint(
  {
    method: 'PATCH',
    path: '/api/missions/{id}',
    body: named(
      'MissionPatch',
      'What to change about a mission; what you leave out stays.',
      z.extend(z.partial(MissionInput), {
        level_goal: described(MissionInput.shape.level_goal, 'The level to reach for the reward; null clears it.'),
        streak_goal: described(MissionInput.shape.streak_goal, 'The streak to reach for the reward; null clears it.'),
        schedule: described(z.optional(Schedule), 'The days to ask for.'),
        board: described(z.optional(z.enum(BOARDS)), 'Whether members are ranked.'),
        reward_description: described(
          clearableText('problems.labels.reward', REWARD_MAX),
          'The reward; null or empty clears it.',
        ),
      }),
    ),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Edit some fields of a mission by the rules of PUT; a field left out stays, and null clears one',
    response: Mission,
    errors: EDIT_ERRORS,
    rate: 'edits',
  },
);

export const deleteMission = endpoint(
  { method: 'DELETE', path: '/api/missions/{id}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Delete a mission with all its check-ins; points and streaks stay',
    errors: ['mission_not_found', 'not_owner'],
  },
);

export const muteMission = endpoint(
  {
    method: 'PUT',
    path: '/api/missions/{id}/mute',
    body: z.object({
      muted: described(z.boolean(problem('problems.mute')), 'Whether check-ins stay out of your bell.'),
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: "Choose whether a mission's check-ins stay out of your bell and push messages",
    response: z.object({ muted: described(z.boolean(), 'Whether check-ins stay out of your bell now.') }),
    errors: ['mission_not_found'],
  },
);
