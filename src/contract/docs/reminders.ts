import { CUE_MAX } from '#domain/limits.ts';
import * as push from '../push.ts';
import * as reminders from '../reminders.ts';
import { describe } from './registry.ts';

const choice = {
  hour: "The hour on the user's own clock, 0 to 23.",
  channel: 'How the reminder comes.',
  is_on: 'Whether it comes.',
} as const;
describe(reminders.Reminder, {
  id: 'Reminder',
  is: 'The reminder of a mission; one that was never set is off.',
  fields: {
    mission_id: 'The id of the mission.',
    mission_title: 'The title of the mission.',
    ...choice,
    cue: 'When the user does it, in words of their own, which nobody else is sent; null without them.',
    days: 'Of times a week: the weekdays on which it also comes while a check-in is due; null when it only tells of needed days.',
  },
});
describe(reminders.saveReminder.body, {
  fields: {
    ...choice,
    cue: {
      is: 'When you do it, in your own words on one line; null or empty clears them, left out keeps them.',
      json: { maxLength: CUE_MAX },
    },
    days: {
      is: 'Of times a week: one to seven weekdays on which it also comes while a check-in is due; null clears them, left out keeps them.',
      json: { minItems: 1, maxItems: 7, uniqueItems: true },
    },
  },
});
describe(reminders.previewCheckinLink.response, {
  fields: {
    state: 'Whether the link can check in, was used, or was for another day.',
    mission_id: 'The id of the mission.',
    mission_title: 'The title of the mission.',
    name: 'The name of its user.',
    day: 'The day that it is for.',
    is_yesterday: 'Whether that day is yesterday, which can be checked in until noon.',
    can_check_in_today: 'Whether the mission still takes check-ins of its user today.',
  },
});
describe(reminders.checkInByLink.response, {
  fields: {
    mission_id: 'The id of the mission.',
    mission_title: 'The title of the mission.',
    mission_streak_days: 'The days of the streak in the mission now.',
    day: 'The day that the check-in counts for.',
  },
});
describe(reminders.previewUnsubscribe.response, {
  fields: {
    kind: 'Which e-mails the link ends.',
    mission_title: 'The title of the mission; null unless it is about a reminder.',
    mission_id: 'The id of the mission, which opens nothing to anyone else; null unless it is about a reminder.',
    is_on: 'Whether they still come.',
  },
});

describe(push.listPushSubscriptions.response, {
  fields: {
    id: 'The id of the device.',
    name: 'What it is called.',
    created_at: 'When it was added.',
    current: 'Whether it sent this request.',
  },
});
describe(push.createPushSubscription.response, {
  fields: {
    id: 'The id of the device.',
    name: 'What it is called.',
    created_at: 'When it was added.',
    current: 'Whether it sent this request.',
  },
});
describe(push.pushKey.response, { fields: { public_key: 'The public key, in base64url.' } });
describe(push.createPushSubscription.body, {
  fields: {
    endpoint: "The address of the subscription at a browser's push service.",
    keys: {
      is: 'The keys of the subscription.',
      fields: { p256dh: 'The public key of the browser, in base64url.', auth: 'Its secret, in base64url.' },
    },
    name: 'What to call the device.',
  },
});
