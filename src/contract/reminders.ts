import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { CUE_MAX } from '#domain/limits.ts';
import { REMINDER_CHANNELS, REMINDER_MINUTES } from '#domain/reminders.ts';
import { WEEKDAYS } from '#domain/schedule.ts';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { problem } from '#platform/i18n/problem.ts';
import { Day, ownLine, patch, titledMission, whole } from './fields.ts';

const Minute = z.literal(REMINDER_MINUTES, problem('problems.quarter_hour'));

const ReminderChoice = {
  hour: described(whole(0, 23, problem('problems.hour')), 'The hour on your clock, 0 to 23.'),
  channel: described(z.enum(REMINDER_CHANNELS, problem('problems.channel')), 'How the reminder comes.'),
  is_on: described(z.boolean(), 'Whether it is on.'),
};

const DAYS_WRONG = problem('problems.reminder_days');

/** The member's cue on one line: null or empty clears it, missing keeps it. */
const Cue = z.optional(ownLine(CUE_MAX));

/** Weekdays of the reminder, with or without duplicates: null clears them, missing keeps them. */
const ReminderDays = z.optional(
  z.nullable(
    z
      .array(z.enum(WEEKDAYS, DAYS_WRONG), DAYS_WRONG)
      .check(z.refine((days) => days.length >= 1 && new Set(days).size <= WEEKDAYS.length, DAYS_WRONG)),
  ),
);

export const Reminder = namedObject('Reminder', 'Your reminder for a mission; off if you never set one.', {
  ...titledMission,
  ...ReminderChoice,
  minute: described(Minute, 'The minute of that hour: 0, 15, 30 or 45.'),
  cue: described(z.nullable(z.string()), 'When you do it, in words that only you see; null without any.'),
  days: described(
    z.nullable(z.array(z.enum(WEEKDAYS))),
    'With times a week: weekdays on which it also comes while a check-in is due; null if it comes only on needed days.',
  ),
});
export type Reminder = z.output<typeof Reminder>;

export const listReminders = endpoint(
  { method: 'GET', path: '/api/reminders' },
  ON_SERVER && {
    access: 'user',
    summary: 'List the reminders of your missions that are not over, by title',
    response: z.array(Reminder),
  },
);

export const saveReminder = endpoint(
  {
    method: 'PUT',
    path: '/api/missions/{id}/reminder',
    body: z.object({
      ...ReminderChoice,
      minute: described(z.optional(Minute), 'The minute of that hour: 0, 15, 30 or 45; left out it is 0.'),
      cue: described(
        Cue,
        'When you do it, in your own words on one line; null or empty clears them, left out keeps them.',
        { maxLength: CUE_MAX },
      ),
      days: described(
        ReminderDays,
        'With times a week: one to seven weekdays on which it also comes while a check-in is due; null clears them, left out keeps them.',
        { minItems: 1, maxItems: 7, uniqueItems: true },
      ),
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: "Choose when and how a mission's reminder comes and in which words, or switch it off",
    response: Reminder,
    errors: ['mission_not_found'],
  },
);

export const dismissReminderQuestion = endpoint(
  { method: 'POST', path: '/api/missions/{id}/reminder/dismiss' },
  ON_SERVER && {
    access: 'user',
    summary: 'Decline the question about a reminder, so that no device asks it again; a second time changes nothing',
    errors: ['mission_not_found'],
  },
);

/** The page of a check-in link before the confirming tap. Only an `open` link can check in. */
const CheckinLink = z.object({
  state: described(z.enum(['open', 'used', 'over']), 'Whether the link can check in, was used or was for another day.'),
  ...titledMission,
  patch,
  name: described(z.string(), 'The name of the person it checks in.'),
  day: described(Day, 'The day that it is for.'),
  is_yesterday: described(z.boolean(), 'Whether that day is yesterday, which can be checked in until noon.'),
  can_check_in_today: described(z.boolean(), 'Whether the mission still takes check-ins of that person today.'),
});
export type CheckinLink = z.output<typeof CheckinLink>;

/** A signed token has no fixed shape, so a malformed one is treated as unknown. */
const Token = z.object({ token: z.string() });

export const previewCheckinLink = endpoint(
  { method: 'GET', path: '/api/one-tap/{token}' },
  ON_SERVER && {
    access: 'public',
    summary: 'Preview a check-in link from a reminder; changes nothing',
    params: Token,
    response: CheckinLink,
    errors: ['link_unknown'],
    rate: 'links',
  },
);

export const checkInByLink = endpoint(
  { method: 'POST', path: '/api/one-tap/{token}' },
  ON_SERVER && {
    access: 'public',
    summary: 'Check in with the link of a reminder: once, for its mission and day, without signing in',
    params: Token,
    response: z.object({
      ...titledMission,
      mission_streak_days: described(z.number(), 'Your streak in the mission now, in days.'),
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
  },
);

export const previewUnsubscribe = endpoint(
  { method: 'GET', path: '/api/unsubscribe/{token}' },
  ON_SERVER && {
    access: 'public',
    summary: 'Preview which emails an unsubscribe link stops; changes nothing',
    params: Token,
    response: z.object({
      kind: described(z.enum(['reminder', 'digest', 'invitations']), 'Which emails the link stops.'),
      mission_title: described(z.nullable(z.string()), 'The title of the mission; null unless it is about a reminder.'),
      mission_id: described(
        z.nullable(z.string()),
        'The id of the mission, which opens nothing to anyone else; null unless it is about a reminder.',
      ),
      is_on: described(z.boolean(), 'Whether these emails still come.'),
    }),
    errors: ['link_unknown'],
    rate: 'links',
  },
);

export const unsubscribe = endpoint(
  { method: 'POST', path: '/api/unsubscribe/{token}' },
  ON_SERVER && {
    access: 'public',
    summary: 'Unsubscribe from these emails; a second time changes nothing',
    params: Token,
    errors: ['link_unknown'],
    rate: 'links',
  },
);
