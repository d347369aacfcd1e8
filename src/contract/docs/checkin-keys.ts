import * as keys from '../checkin-keys.ts';
import { describe } from './registry.ts';

const key = {
  id: 'The id of the key.',
  mission_id: 'The id of the mission in which it checks in.',
  mission_title: 'The title of the mission.',
  name: 'What its owner calls it; empty if nothing.',
  created_at: 'When it was made.',
  last_used_at: 'When it was used last; null if never.',
} as const;
describe(keys.CheckinKey, {
  id: 'CheckinKey',
  is: 'A check-in key as its owner sees it, without its link.',
  fields: key,
});
describe(keys.createCheckinKey.body, {
  fields: { mission_id: 'The id of the mission in which it is to check in.', name: 'What to call it.' },
});
describe(keys.createCheckinKey.response, {
  id: 'NewCheckinKey',
  is: 'A new check-in key, with its link.',
  fields: { ...key, url: { is: 'The link, which no other answer contains.', json: { format: 'uri' } } },
});

const day = "The day on the member's own calendar.";
const { mission_id, mission_title } = key;
describe(keys.previewCheckinKey.response, {
  id: 'CheckinKeyPreview',
  is: 'What a check-in key would do now.',
  fields: {
    mission_id,
    mission_title,
    name: 'The name of the member whom it checks in.',
    day,
    state: '`open` can check in, and `done` is done for today; `over` and `not_started` are about the mission.',
  },
});
describe(keys.checkInByKey.response, {
  id: 'CheckinKeyReceipt',
  is: 'What a check-in key has done.',
  fields: {
    mission_id,
    mission_title,
    day,
    checked_in: 'Whether it was this request, or an earlier check-in of the day.',
    mission_streak_days: "The days of the member's current streak in the mission.",
  },
});
