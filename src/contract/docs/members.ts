import * as completion from '../completion.ts';
import * as members from '../members.ts';
import { describe } from './registry.ts';
import { CAN_START_NEXT, DECIMAL, PERSON } from './repeated-words.ts';

describe(members.offerOwnership.body, {
  fields: { user_id: { is: 'The member to offer it to; null withdraws the offer.', json: { format: 'uuid' } } },
});

const reward = {
  description: 'The reward.',
  earned_by: { is: 'Who earned it.', fields: { ...PERSON, done: 'Whether they have received it.' } },
} as const;
/** The words of `Reward`. */
export const REWARD = reward;
describe(completion.Reward, {
  id: 'Reward',
  is: 'The reward of a completed mission: who earned it, and who has received it.',
  fields: reward,
});
describe(completion.Completion, {
  id: 'Completion',
  is: "The requesting member's results in a mission.",
  fields: {
    is_completed: 'Whether the mission is completed.',
    completed_at: 'When it was completed; null before.',
    mission: {
      is: 'The mission.',
      fields: {
        id: 'The id of the mission.',
        title: 'The title.',
        round: 'Which round it is, from 1.',
        owner_id: 'The id of the owner.',
        owner_name: 'The name of the owner.',
        last_day: 'Its last day, in its time zone.',
      },
    },
    stats: {
      is: 'The numbers of the requesting member.',
      fields: {
        total_points: 'Points earned.',
        checkins_count: 'How many check-ins there are.',
        planned_days:
          'The days that the mission asked the member for, without those before joining and those of breaks and travel.',
        duration_days: 'How many days the mission lasts.',
        streak_days: 'The longest streak in the mission.',
        completion_percentage: { is: 'Percent with two decimals.', json: DECIMAL },
      },
    },
    rank: 'The place on the leaderboard; null on the board `together`.',
    member_count: 'How many members there are.',
    badges: {
      is: 'The badges; empty before the completion.',
      fields: { icon: 'The name of the picture.', name: 'The name.', description: 'What it was given for.' },
    },
    reward: 'The reward; null before the completion, and in a mission without one.',
    share_text: 'Words to share the result with.',
    share_urls: {
      is: 'Links that share the result.',
      fields: { twitter: 'On Twitter.', linkedin: 'On LinkedIn.', facebook: 'On Facebook.' },
    },
    share_url: 'The public page that the links lead to.',
    share_picture_url: "The path of that page's picture, a PNG of 1200 x 630 pixels.",
    can_start_next: CAN_START_NEXT,
    next_round: {
      is: 'The round that has begun after this one; null without one.',
      fields: {
        mission_id: 'The id of that mission.',
        invitation_id:
          "The key of one's own open invitation to it, or for a token that can only read an id that opens nothing; null without one.",
        is_member: 'Whether one is in it.',
      },
    },
  },
});
describe(completion.settleReward.body, {
  fields: {
    user_id: { is: 'The id of the member who earned it.', json: { format: 'uuid' } },
    done: 'Whether they have received it.',
  },
});
