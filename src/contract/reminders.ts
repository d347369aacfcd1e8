import * as z from 'zod/mini';
import { CUE_MAX } from '#domain/limits.ts';
import { isCueShort, REMINDER_CHANNELS, tidyCue } from '#domain/reminders.ts';
import { WEEKDAYS } from '#domain/schedule.ts';
import { described, named } from './describe.ts';
import { endpoint } from './endpoint.ts';
import { Day, Id, whole } from './fields.ts';

const ReminderChoice = {
  hour: described(whole(0, 23, 'Please choose an hour'), "The hour on the user's own clock, 0 to 23."),
  channel: described(z.enum(REMINDER_CHANNELS, 'Please choose how the reminder comes'), 'How the reminder comes.'),
  is_on: described(z.boolean(), 'Whether it comes.'),
};

const DAYS_WRONG = 'Choose one to seven days';
const CUE_TOO_LONG = `Please keep it to ${CUE_MAX} characters`;

/** The member's own words for the moment, on one line: null or empty clears them, left out keeps them. */
const Cue = z.optional(
  z.pipe(
    z.pipe(
      z.nullable(z.string(CUE_TOO_LONG)),
      z.transform((words) => (words === null ? null : tidyCue(words))),
    ),
    z.nullable(z.string().check(z.refine(isCueShort, CUE_TOO_LONG))),
  ),
);

/** Weekdays of the reminder, named twice or not: null clears them, left out keeps them. */
const ReminderDays = z.optional(
  z.nullable(
    z
      .array(z.enum(WEEKDAYS, DAYS_WRONG), DAYS_WRONG)
      .check(z.refine((days) => days.length >= 1 && new Set(days).size <= WEEKDAYS.length, DAYS_WRONG)),
  ),
);

/** The reminder of a mission; one that was never set is off. */
export const Reminder = named(
  'Reminder',
  'The reminder of a mission; one that was never set is off.',
  z.object({
    mission_id: described(z.string(), 'The id of the mission.'),
    mission_title: described(z.string(), 'The title of the mission.'),
    ...ReminderChoice,
    cue: described(
      z.nullable(z.string()),
      'When the user does it, in words of their own, which nobody else is sent; null without them.',
    ),
    days: described(
      z.nullable(z.array(z.enum(WEEKDAYS))),
      'Of times a week: the weekdays on which it also comes while a check-in is due; null when it only tells of needed days.',
    ),
  }),
);
export type Reminder = z.output<typeof Reminder>;

export const listReminders = endpoint({
  method: 'GET',
  path: '/api/reminders',
  access: 'user',
  summary: 'List the reminders of your missions that are not over, by title',
  response: z.array(Reminder),
});

export const saveReminder = endpoint({
  method: 'PUT',
  path: '/api/missions/{id}/reminder',
  access: 'user',
  summary: "Choose when and how a mission's reminder comes and in which words of your own, or switch it off",
  params: z.object({ id: Id }),
  body: z.object({
    ...ReminderChoice,
    cue: described(
      Cue,
      'When you do it, in your own words on one line; null or empty clears them, left out keeps them.',
      { maxLength: 80 },
    ),
    days: described(
      ReminderDays,
      'Of times a week: one to seven weekdays on which it also comes while a check-in is due; null clears them, left out keeps them.',
      { minItems: 1, maxItems: 7, uniqueItems: true },
    ),
  }),
  response: Reminder,
  errors: ['mission_not_found'],
});

export const dismissReminderQuestion = endpoint({
  method: 'POST',
  path: '/api/missions/{id}/reminder/dismiss',
  access: 'user',
  summary: 'Answer the question for a reminder with no, any number of times; no device asks it again',
  params: z.object({ id: Id }),
  errors: ['mission_not_found'],
});

/** What the page of a check-in link shows before the confirming tap. Only an `open` link can check in. */
const CheckinLink = z.object({
  state: described(
    z.enum(['open', 'used', 'over']),
    'Whether the link can check in, was used, or was for another day.',
  ),
  mission_id: described(z.string(), 'The id of the mission.'),
  mission_title: described(z.string(), 'The title of the mission.'),
  name: described(z.string(), 'The name of its user.'),
  day: described(Day, 'The day that it is for.'),
  is_yesterday: described(z.boolean(), 'Whether that day is yesterday, which can be checked in until noon.'),
});
export type CheckinLink = z.output<typeof CheckinLink>;

/** A signed token has no fixed shape, so a malformed one is treated as unknown. */
const Token = z.object({ token: z.string() });

export const previewCheckinLink = endpoint({
  method: 'GET',
  path: '/api/one-tap/{token}',
  access: 'public',
  summary: 'Preview a check-in link from a reminder; changes nothing',
  params: Token,
  response: CheckinLink,
  errors: ['link_unknown'],
  rate: 'links',
});

export const checkInByLink = endpoint({
  method: 'POST',
  path: '/api/one-tap/{token}',
  access: 'public',
  summary: 'Check in with the link of a reminder: once, for its mission and day, without signing in',
  params: Token,
  response: z.object({
    mission_id: described(z.string(), 'The id of the mission.'),
    mission_title: described(z.string(), 'The title of the mission.'),
    mission_streak_days: described(z.number(), 'The days of the streak in the mission now.'),
    day: described(Day, 'The day that the check-in counts for.'),
  }),
  status: 201,
  errors: [
    'link_unknown',
    'mission_not_found',
    'link_used',
    'link_over',
    'already_checked_in',
    'mission_ended',
    'yesterday_after_move',
  ],
  rate: 'links',
});

export const previewUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/unsubscribe/{token}',
  access: 'public',
  summary: 'Preview which emails an unsubscribe link ends; changes nothing',
  params: Token,
  response: z.object({
    kind: described(z.enum(['reminder', 'digest', 'invitations']), 'Which e-mails the link ends.'),
    mission_title: described(z.nullable(z.string()), 'The title of the mission; null unless it is about a reminder.'),
    mission_id: described(
      z.nullable(z.string()),
      'The id of the mission, which opens nothing to anyone else; null unless it is about a reminder.',
    ),
    is_on: described(z.boolean(), 'Whether they still come.'),
  }),
  errors: ['link_unknown'],
  rate: 'links',
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe/{token}',
  access: 'public',
  summary: 'Unsubscribe from these emails; a second time changes nothing',
  params: Token,
  errors: ['link_unknown'],
  rate: 'links',
});
