import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { DECIMAL, described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { InnerId } from '#platform/contract/ids.ts';
import { problem } from '#platform/i18n/problem.ts';
import { Instant, person } from './fields.ts';
import { Mission } from './missions.ts';

export const Reward = namedObject(
  'Reward',
  'The reward of a completed mission: who earned it, and who has received it.',
  {
    description: described(z.string(), 'The reward.'),
    earned_by: described(
      z.array(
        z.object({
          ...person,
          done: described(z.boolean(), 'Whether they have received it.'),
        }),
      ),
      'Who earned it.',
    ),
  },
);
export type Reward = z.output<typeof Reward>;

export const Completion = namedObject('Completion', 'Your results in a mission.', {
  is_completed: described(z.boolean(), 'Whether the mission is completed.'),
  completed_at: described(z.nullable(Instant), 'When it was completed; null before.'),
  mission: described(
    z.pick(Mission, {
      id: true,
      title: true,
      patch: true,
      round: true,
      owner_id: true,
      owner_name: true,
      last_day: true,
    }),
    'The mission.',
  ),
  stats: described(
    z.object({
      total_points: described(z.number(), 'Points earned.'),
      checkins_count: described(z.number(), 'How many check-ins you made.'),
      planned_days: described(z.number(), 'Check-ins that count, missed days, and what days to come still ask for.'),
      duration_days: described(z.number(), 'How many days the mission lasts.'),
      streak_days: described(z.number(), 'The longest streak in the mission.'),
      completion_percentage: described(z.number(), 'Percent with two decimals.', DECIMAL),
    }),
    'Your figures.',
  ),
  rank: described(z.nullable(z.number()), 'Your rank; null on the board `together`.'),
  member_count: described(z.number(), 'How many members there are.'),
  badges: described(
    z.array(
      z.object({
        icon: described(z.string(), 'The name of the picture.'),
        name: described(z.string(), 'The name.'),
        description: described(z.string(), 'What it was given for.'),
      }),
    ),
    'The badges; empty before the completion.',
  ),
  reward: described(z.nullable(Reward), 'The reward; null before the completion, and in a mission without one.'),
  share_text: described(z.string(), 'A text to share your result with.'),
  share_urls: described(
    z.object({
      twitter: described(z.string(), 'On Twitter.'),
      linkedin: described(z.string(), 'On LinkedIn.'),
      facebook: described(z.string(), 'On Facebook.'),
    }),
    'Links to share your result.',
  ),
  share_url: described(z.string(), 'The public page that the links lead to.'),
  share_picture_url: described(z.string(), "The path of that page's picture, a PNG of 1200 x 630 pixels."),
  can_start_next: described(z.boolean(), 'Whether you can start the next round now.'),
  next_round: described(
    z.nullable(
      z.object({
        mission_id: described(z.string(), 'The id of that mission.'),
        invitation_id: described(
          z.nullable(z.string()),
          'The key of your pending invitation to it, or for a read-only token an id that opens nothing; null without one.',
        ),
        is_member: described(z.boolean(), 'Whether you are a member.'),
      }),
    ),
    'The round after this one; null if none has begun.',
  ),
});
export type Completion = z.output<typeof Completion>;

export const completeMission = endpoint(
  { method: 'PUT', path: '/api/missions/{id}/complete' },
  ON_SERVER && {
    access: 'user',
    summary: 'Complete a mission after its end, as its owner; it cannot be undone',
    errors: ['mission_not_found', 'not_owner', 'mission_completed', 'mission_not_ended'],
  },
);

export const getCompletion = endpoint(
  { method: 'GET', path: '/api/missions/{id}/completion' },
  ON_SERVER && {
    access: 'user',
    summary: 'Get your results in a mission: figures, badges and the reward',
    response: Completion,
    errors: ['mission_not_found'],
    translated: true,
  },
);

export const settleReward = endpoint(
  {
    method: 'PUT',
    path: '/api/missions/{id}/reward',
    body: z.object({
      user_id: described(InnerId, 'The id of the member who earned it.'),
      done: described(z.boolean(problem('problems.reward_done')), 'Whether they have received it.'),
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: "Mark a member's reward as done or open, as any member of the completed mission",
    response: Reward,
    errors: ['mission_not_found', 'member_not_found', 'reward_not_earned'],
  },
);
