import { Schedule } from '../fields.ts';
import * as missions from '../missions.ts';
import * as missionsJoin from '../missions-join.ts';
import { describe } from './registry.ts';
import { PERSON } from './repeated-words.ts';

describe(Schedule, {
  id: 'Schedule',
  is: 'Which days a mission asks for: every day, so many times in each week of 7 days from its first day, or certain weekdays.',
  fields: {
    kind: 'Which of the three it is.',
    times: 'How many check-ins a week are asked for.',
    days: { is: 'The weekdays that are asked for.', json: { minItems: 1, maxItems: 6, uniqueItems: true } },
  },
});

const ownSchedule = {
  schedule: 'The days that the mission asks for.',
  planned_days:
    'How many days the mission asks the requesting member for, without those before joining and those of breaks and travel.',
  due_today: "Whether the mission still asks for a check-in today, on the member's own calendar.",
  needed_today:
    'Whether today closes as missed without a check-in. Of times a week that is so once as many check-ins as days of the week are left; a needed day is always due.',
  needed_yesterday: 'Whether yesterday closes as missed without a check-in, which is still accepted.',
  own_goals: {
    is: "The mission's goals as they are for the requesting member: days of breaks and travel make them smaller.",
    fields: { level: 'The level; null where none is set.', streak: 'The streak in days; null where none is set.' },
  },
  extra_today: 'Whether a check-in now would be extra, and so earn nothing.',
  week: {
    is: 'The running week of a weekly schedule; otherwise null.',
    fields: {
      from_day: 'Its first day.',
      to_day: 'Its last day.',
      done: 'How many of the check-ins that it asks for are made.',
      target: 'How many it asks for.',
    },
  },
} as const;
/** The words of `OwnSchedule`. */
export const OWN_SCHEDULE = ownSchedule;

describe(missions.Can, {
  id: 'MissionCan',
  is: 'What the requesting member may do with a mission now.',
  fields: {
    edit: 'Change it.',
    delete: 'Delete it.',
    complete: 'Complete it.',
    invite: 'Invite people.',
    check_in: 'Check in today.',
    check_in_yesterday: 'Check in for yesterday, so that it counts.',
    leave: 'Leave it.',
  },
});

describe(missions.Member, {
  id: 'Member',
  is: "A member of a mission, by that member's own calendar.",
  fields: {
    ...PERSON,
    email: {
      is: "The address: one's own, and for the owner everybody's; otherwise null. A token that can only read gets its own user's alone.",
      json: { format: 'email' },
    },
    points: 'Points earned in the mission; null for others on the board `together`.',
    streak_days: 'The days of the current streak in the mission.',
    checkins_count: 'How many check-ins there are.',
    share_since_joining:
      'Whole percent of the days asked for since joining that have a check-in; null for others on the board `together`.',
    joined_at: 'When the member joined.',
    is_owner: 'Whether it is the owner.',
    is_cohost: 'Whether it is a co-host, who can edit and invite.',
    checked_in_today: 'Whether the member has checked in today.',
    due_today: 'Whether the mission still asks this member for a check-in today.',
    needed_today: 'Whether today closes as missed for this member without a check-in.',
    week: {
      is: 'The running week of a weekly schedule; otherwise null.',
      fields: {
        done: 'How many of the check-ins that it asks this member for are made.',
        target: 'How many it asks this member for.',
      },
    },
    away_until: 'The last day of the running break; null without one.',
    checked_in_at: "When today's check-in was made; null while today is open.",
    can_nudge: 'Whether the requesting member may nudge this one now.',
    nudged_today: 'Whether the requesting member has nudged this one today.',
    nudged_by: {
      is: 'Who nudged this member today; null if nobody did.',
      fields: { name: 'One of them.', others: 'How many others there are.' },
    },
  },
});

describe(missions.Mission, {
  id: 'Mission',
  is: 'A mission with its members in the order of the leaderboard, or on the board `together` in that of joining.',
  fields: {
    id: 'The id of the mission.',
    title: 'The title.',
    description: 'Sanitized HTML: p br strong em ul ol li, without attributes.',
    goal: 'What counts as success.',
    duration_days: 'How many days it lasts.',
    start_date: 'The beginning of its first day.',
    end_date: 'The end of its last day.',
    first_day: 'Its first day, in its time zone.',
    last_day: 'Its last day, in its time zone.',
    timezone: 'The time zone of its days, that of its owner.',
    owner_id: 'The id of the owner.',
    owner_name: 'The name of the owner.',
    level_goal: 'The level to reach for the reward; null without such a goal.',
    streak_goal: 'The streak to reach for the reward; null without such a goal.',
    reward_description: 'The reward; null without one.',
    invitation_code: 'The code to join by; null for members who may not invite, and for tokens that can only read.',
    is_active: 'Whether it is not completed.',
    completed_at: 'When it was completed; null before.',
    created_at: 'When it was created.',
    state: 'Whether its days go on, are over, or were completed.',
    days_remaining: 'How many days are left, today among them.',
    is_cohost: 'Whether the requesting member is a co-host.',
    owner_offer: {
      is: 'Whom the owner offers the ownership to; null without an offer, and for all but these two.',
      fields: { user_id: 'The id of the member.', name: 'The name of the member.' },
    },
    today: "Today on the requesting member's own calendar.",
    checked_in_today: 'Whether the requesting member has checked in today.',
    can: 'What the requesting member may do.',
    ...ownSchedule,
    cue: 'When the requesting member does it, in words of their own; null without them.',
    muted: "Whether check-ins stay out of the requesting member's bell.",
    ask_reminder: 'Whether to ask the requesting member for a reminder.',
    quiet_members: {
      is: 'For the owner: members who have missed check-ins since their last one, three days ago or more, longest first; otherwise null.',
      fields: {
        user_id: 'The id of the member.',
        name: 'The name of the member.',
        days: 'Calendar days since the last check-in, or since joining.',
      },
    },
    board: 'Whether members are ranked by points, or do it together without a ranking.',
    round: '1, or one more than that of the mission before.',
    previous_id: 'The id of the mission of which this is the next round; null without one, or once it is deleted.',
    together: {
      is: 'What all members reached of the last 7 days, on the board `together`; otherwise null.',
      fields: { done: 'Check-ins made.', total: 'Check-ins asked for.' },
    },
    members: 'The members.',
  },
});

const input = {
  title: 'The title, on one line.',
  description: 'HTML, of which p br strong em ul ol li stay, without attributes. Its length counts after that.',
  goal: 'What counts as success.',
  duration_days: 'How many days it lasts.',
  start_date: 'The first day, or an instant of which the day counts.',
  level_goal: 'The level to reach for the reward; null or left out for none.',
  streak_goal: 'The streak to reach for the reward; null or left out for none.',
  reward_description: 'The reward; null or left out for none.',
  schedule: 'The days to ask for. Left out, a new mission is daily and an edited one keeps its schedule.',
  board: 'Whether members are ranked. Left out, a new mission has the ranking and an edited one keeps its board.',
} as const;

describe(missions.MissionInput, { id: 'MissionInput', is: 'What a mission is made of.', fields: input });
describe(missions.patchMission.body, {
  id: 'MissionPatch',
  is: 'What changes about a mission; what is left out stays.',
  fields: {
    ...input,
    level_goal: 'The level to reach for the reward; null clears it.',
    streak_goal: 'The streak to reach for the reward; null clears it.',
    reward_description: 'The reward; null or empty clears it.',
    schedule: 'The days to ask for.',
    board: 'Whether members are ranked.',
  },
});
describe(missions.createMission.body, {
  id: 'NewMission',
  is: 'What a new mission is made of.',
  fields: { ...input, previous_id: "A completed mission of one's own, of which this is the next round." },
});
describe(missions.createMission.response, {
  fields: { id: 'The id of the mission.', invited: 'How many members of the mission before were invited.' },
});
describe(missions.getQuilt.response, {
  id: 'Quilt',
  is: 'The days on which each member of a mission checked in.',
  fields: {
    first_day: 'The first day of the mission.',
    last_day: 'The last day of the mission.',
    members: {
      is: 'One row for each member.',
      fields: {
        user_id: 'The id of the member.',
        name: 'The name of the member.',
        joined: 'The day of joining; negative for who joined before the first day.',
        today: "The member's today; it may lie outside of the mission.",
        days: 'Days with a check-in, four days a hex digit.',
        rest_days: 'Days that a rest day bridged, packed the same way.',
        free_days: "Days that the schedule left free, up to the member's today, packed the same way.",
        away_days: "Days of a break, up to the member's today, packed the same way.",
      },
    },
  },
});
describe(missions.generateInvitationCode.response, { fields: { invitation_code: 'The new code.' } });
describe(missions.muteMission.body, { fields: { muted: 'Whether check-ins stay out of the bell.' } });
describe(missions.muteMission.response, { fields: { muted: 'Whether check-ins stay out of the bell now.' } });

const preview = {
  mission_id: "Seeds the mission's patch; it opens nothing.",
  mission_title: 'The title of the mission.',
  goal: 'What counts as success.',
  reward_description: 'The reward; null without one.',
  owner_name: 'The name of the owner.',
  member_count: 'How many members there are.',
  day: "The number of today in the mission's zone, from 1; 0 before the first day.",
  days_remaining: 'How many days are left, today among them.',
  duration_days: 'How many days it lasts.',
  schedule: 'The days that the mission asks for.',
  faces: {
    is: 'At most 5 members, the owner first, then by joining.',
    fields: {
      avatar_url: "The path of the owner's picture; null for the others.",
      colour: 'The colour of the figure, 0 to 4.',
    },
  },
} as const;
/** The words of `MissionPreview`. */
export const MISSION_PREVIEW = preview;
describe(missionsJoin.MissionPreview, {
  id: 'MissionPreview',
  is: 'What whoever holds a link may know of a mission.',
  fields: preview,
});
describe(missionsJoin.joinMission.response, {
  fields: { message: 'A sentence for a person.', mission_id: 'The id of the mission.' },
});
