import * as z from 'zod/mini';
import {
  DESCRIPTION_MAX,
  DURATION_MAX,
  DURATION_MIN,
  GOAL_MAX,
  LEVEL_GOAL_MAX,
  LEVEL_GOAL_MIN,
  REWARD_MAX,
  STREAK_GOAL_MAX,
  STREAK_GOAL_MIN,
  TITLE_MAX,
} from '#domain/limits.ts';
import { BOARDS } from '#domain/missions.ts';
import { isHtmlVisible } from '#domain/text.ts';
import { endpoint } from './endpoint.ts';
import { clearableText, Day, DayOrInstant, Id, Instant, line, optionalText, Schedule, text, whole } from './fields.ts';

const REQUIRED = 'Please fill in all required fields';

/** A member as the mission page shows it; `checked_in_today` is by that member's own clock. */
export const Member = z.object({
  user_id: z.string(),
  name: z.string(),
  /** One's own, and for the owner everybody's; otherwise null. An API token that can only read gets one's own alone. */
  email: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  /** On the board `together` null but one's own, as is the share. */
  points: z.nullable(z.number()),
  streak_days: z.number(),
  checkins_count: z.number(),
  /** Whole percent of the days asked for since joining that have a check-in. */
  share_since_joining: z.nullable(z.number()),
  joined_at: Instant,
  is_owner: z.boolean(),
  is_cohost: z.boolean(),
  checked_in_today: z.boolean(),
  /** Whether the mission still asks this member for a check-in today, on the member's own calendar. */
  due_today: z.boolean(),
  /** Whether today closes as missed for this member without a check-in; then it is due. */
  needed_today: z.boolean(),
  /** Of times a week: the check-ins of this member's running week that count, and how many it asks for. */
  week: z.nullable(z.object({ done: z.number(), target: z.number() })),
  /** The last day of this member's running break; null without one. Its reason stays private. */
  away_until: z.nullable(Day),
  /** When today's check-in was made; null while today is open. */
  checked_in_at: z.nullable(Instant),
  /** Whether the requesting member may nudge this one now, and has done so on this member's own day. */
  can_nudge: z.boolean(),
  nudged_today: z.boolean(),
  /** Others who nudged this member on this member's own day: one by name, and the number of the rest. */
  nudged_by: z.nullable(z.object({ name: z.string(), others: z.number() })),
});
export type Member = z.output<typeof Member>;

/** What the requesting member may do with the mission now. */
export const Can = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  complete: z.boolean(),
  invite: z.boolean(),
  check_in: z.boolean(),
  /** Whether a check-in for yesterday would be taken now, and count. */
  check_in_yesterday: z.boolean(),
  leave: z.boolean(),
});

/** What a schedule means for the requesting member, on that member's own calendar. */
export const OwnSchedule = z.object({
  schedule: Schedule,
  /** The days that the mission asks the requesting member for, without those before joining and days away. */
  planned_days: z.number(),
  /** Whether the mission still asks for a check-in today. */
  due_today: z.boolean(),
  /** Whether today closes as missed without a check-in; then it is due. */
  needed_today: z.boolean(),
  /** Whether yesterday closes as missed without a check-in, which is still taken. */
  needed_yesterday: z.boolean(),
  /** The mission's goals as they are for the requesting member: days away make them smaller. */
  own_goals: z.object({ level: z.nullable(z.number()), streak: z.nullable(z.number()) }),
  /** Whether a check-in now would be extra, and so earn nothing. */
  extra_today: z.boolean(),
  /** The running week of a weekly schedule, and how many of the check-ins that it asks for are done; otherwise null. */
  week: z.nullable(z.object({ from_day: Day, to_day: Day, done: z.number(), target: z.number() })),
});
export type OwnSchedule = z.output<typeof OwnSchedule>;

/** A mission with its members in the order of the leaderboard, or on the board `together` in that of joining. */
export const Mission = z.object({
  id: z.string(),
  title: z.string(),
  /** Sanitized HTML: p br strong em ul ol li, no attributes. */
  description: z.string(),
  goal: z.string(),
  duration_days: z.number(),
  start_date: Instant,
  end_date: Instant,
  /** The first and last day, in the owner's zone. */
  first_day: Day,
  last_day: Day,
  timezone: z.string(),
  owner_id: z.string(),
  owner_name: z.string(),
  level_goal: z.nullable(z.number()),
  streak_goal: z.nullable(z.number()),
  reward_description: z.nullable(z.string()),
  /** Null for members who may not invite, and for API tokens that can only read. */
  invitation_code: z.nullable(z.string()),
  is_active: z.boolean(),
  completed_at: z.nullable(Instant),
  created_at: Instant,
  state: z.enum(['active', 'ended', 'completed']),
  days_remaining: z.number(),
  /** Whether the requesting member is a co-host. */
  is_cohost: z.boolean(),
  /** Whom the owner offers the ownership to; only these two receive it. */
  owner_offer: z.nullable(z.object({ user_id: z.string(), name: z.string() })),
  /** The requesting member's own calendar day, and whether it is checked in. */
  today: Day,
  checked_in_today: z.boolean(),
  can: Can,
  ...OwnSchedule.shape,
  /** The requesting member's own: the words that say when, whether check-ins stay out of the bell, and whether to ask. */
  cue: z.nullable(z.string()),
  muted: z.boolean(),
  ask_reminder: z.boolean(),
  /** For the owner: the members who have been quiet, longest first; otherwise null. */
  quiet_members: z.nullable(z.array(z.object({ user_id: z.string(), name: z.string(), days: z.number() }))),
  board: z.enum(BOARDS),
  /** 1, or one more than that of the mission before, whose id is null once it is deleted. */
  round: z.number(),
  previous_id: z.nullable(z.string()),
  /** What all members reached of the last 7 days, on the board `together`; otherwise null. */
  together: z.nullable(z.object({ done: z.number(), total: z.number() })),
  members: z.array(Member),
});
export type Mission = z.output<typeof Mission>;

export const MissionInput = z.object({
  title: line('Title', TITLE_MAX, REQUIRED),
  description: text('Description', DESCRIPTION_MAX, REQUIRED).check(z.refine(isHtmlVisible, REQUIRED)),
  goal: text('Success goal', GOAL_MAX, REQUIRED),
  duration_days: whole(DURATION_MIN, DURATION_MAX, `Duration must be between ${DURATION_MIN} and ${DURATION_MAX} days`),
  start_date: DayOrInstant,
  level_goal: z.nullish(
    whole(LEVEL_GOAL_MIN, LEVEL_GOAL_MAX, `Target level must be between ${LEVEL_GOAL_MIN} and ${LEVEL_GOAL_MAX}`),
  ),
  streak_goal: z.nullish(
    whole(STREAK_GOAL_MIN, STREAK_GOAL_MAX, `Target streak must be between ${STREAK_GOAL_MIN} and ${STREAK_GOAL_MAX}`),
  ),
  reward_description: optionalText('Reward', REWARD_MAX),
  /** Left out, a new mission is daily and an edited one keeps its schedule. */
  schedule: z.optional(Schedule),
  /** Left out, a new mission has the ranking and an edited one keeps its board. */
  board: z.optional(z.enum(BOARDS)),
});

const params = z.object({ id: Id });

export const createMission = endpoint({
  method: 'POST',
  path: '/api/missions',
  access: 'user',
  summary:
    'Create a mission; its creator is the owner and first member. A next round invites the members of the one before',
  body: z.extend(MissionInput, {
    /** A completed mission of one's own, of which this is the next round. */
    previous_id: z.nullish(Id),
  }),
  response: z.object({
    id: z.string(),
    /** How many members of the mission before were invited. */
    invited: z.number(),
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
  ],
  rate: 'missions',
});

export const getMission = endpoint({
  method: 'GET',
  path: '/api/missions/{id}',
  access: 'user',
  summary: 'Get a mission with its members',
  params,
  response: Mission,
  etag: true,
  errors: ['mission_not_found'],
});

const EDIT_ERRORS = [
  'mission_not_found',
  'not_owner',
  'mission_completed',
  'schedule_fixed',
  'start_in_past',
  'plan_limit',
  'too_many_missions',
] as const;

export const updateMission = endpoint({
  method: 'PUT',
  path: '/api/missions/{id}',
  access: 'user',
  summary: 'Edit a mission, as its owner or a co-host; the end moves with the duration',
  params,
  body: MissionInput,
  response: Mission,
  errors: EDIT_ERRORS,
  rate: 'edits',
});

export const patchMission = endpoint({
  method: 'PATCH',
  path: '/api/missions/{id}',
  access: 'user',
  summary: 'Edit some fields of a mission by the rules of PUT; a field left out stays, and null clears one',
  params,
  body: z.extend(z.partial(MissionInput), { reward_description: clearableText('Reward', REWARD_MAX) }),
  response: Mission,
  errors: EDIT_ERRORS,
  rate: 'edits',
});

export const deleteMission = endpoint({
  method: 'DELETE',
  path: '/api/missions/{id}',
  access: 'user',
  summary: 'Delete a mission with all its check-ins; points and streaks stay',
  params,
  errors: ['mission_not_found', 'not_owner'],
});

/** One row of the quilt. Days are counted from the mission's first day, which is 0, on the member's own calendar. */
export const QuiltRow = z.object({
  user_id: z.string(),
  name: z.string(),
  /** The day of joining; negative for members who joined before the first day. */
  joined: z.number(),
  /** The member's today; it may lie outside the mission. */
  today: z.number(),
  /** Days with a check-in, and days that a rest day bridged, as domain/day-bits.ts packs them. */
  days: z.string(),
  rest_days: z.string(),
  /** Days that the schedule left free, and those of a break, up to the member's today; packed the same way. */
  free_days: z.string(),
  away_days: z.string(),
});
export type QuiltRow = z.output<typeof QuiltRow>;

export const getQuilt = endpoint({
  method: 'GET',
  path: '/api/missions/{id}/quilt',
  access: 'user',
  summary: 'Get the days on which each member checked in, as hex digits of four days each',
  params,
  response: z.object({ first_day: Day, last_day: Day, members: z.array(QuiltRow) }),
  errors: ['mission_not_found'],
});

export const generateInvitationCode = endpoint({
  method: 'POST',
  path: '/api/missions/{id}/generate-invitation-code',
  access: 'user',
  summary: 'Generate a new invitation code; the old one stops working',
  params,
  response: z.object({ invitation_code: z.string() }),
  secret: true,
  idempotent: true,
  errors: ['mission_not_found', 'not_owner'],
  rate: 'codes',
});

export const muteMission = endpoint({
  method: 'PUT',
  path: '/api/missions/{id}/mute',
  access: 'user',
  summary: "Choose whether a mission's check-ins stay out of your bell and push messages",
  params,
  body: z.object({ muted: z.boolean('Please say whether to mute it') }),
  response: z.object({ muted: z.boolean() }),
  errors: ['mission_not_found'],
});
