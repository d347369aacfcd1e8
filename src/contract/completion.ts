import * as z from 'zod/mini';
import { DECIMAL, described, named } from './describe.ts';
import { endpoint } from './endpoint.ts';
import { Day, Id, Instant, MemberId } from './fields.ts';

/** The reward of a completed mission: who earned it, and who has received it. */
export const Reward = named(
  'Reward',
  'The reward of a completed mission: who earned it, and who has received it.',
  z.object({
    description: described(z.string(), 'The reward.'),
    earned_by: described(
      z.array(
        z.object({
          user_id: described(z.string(), 'The id of the person.'),
          name: described(z.string(), 'The name of the person.'),
          avatar_url: described(z.nullable(z.string()), 'The path of the picture; null without one.'),
          done: described(z.boolean(), 'Whether they have received it.'),
        }),
      ),
      'Who earned it.',
    ),
  }),
);
export type Reward = z.output<typeof Reward>;

/** What the celebration shows. The numbers are those of the requesting member. */
export const Completion = named(
  'Completion',
  "The requesting member's results in a mission.",
  z.object({
    is_completed: described(z.boolean(), 'Whether the mission is completed.'),
    completed_at: described(z.nullable(Instant), 'When it was completed; null before.'),
    mission: described(
      z.object({
        id: described(z.string(), 'The id of the mission.'),
        title: described(z.string(), 'The title.'),
        round: described(z.number(), 'Which round it is, from 1.'),
        owner_id: described(z.string(), 'The id of the owner.'),
        owner_name: described(z.string(), 'The name of the owner.'),
        last_day: described(Day, 'Its last day, in its time zone.'),
      }),
      'The mission.',
    ),
    stats: described(
      z.object({
        total_points: described(z.number(), 'Points earned.'),
        checkins_count: described(z.number(), 'How many check-ins there are.'),
        planned_days: described(
          z.number(),
          'The days that the mission asked the member for, without those before joining and those of breaks and travel.',
        ),
        duration_days: described(z.number(), 'How many days the mission lasts.'),
        streak_days: described(z.number(), 'The longest streak in the mission.'),
        completion_percentage: described(z.number(), 'Percent with two decimals.', DECIMAL),
      }),
      'The numbers of the requesting member.',
    ),
    rank: described(z.nullable(z.number()), 'The place on the leaderboard; null on the board `together`.'),
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
    share_text: described(z.string(), 'Words to share the result with.'),
    share_urls: described(
      z.object({
        twitter: described(z.string(), 'On Twitter.'),
        linkedin: described(z.string(), 'On LinkedIn.'),
        facebook: described(z.string(), 'On Facebook.'),
      }),
      'Links that share the result.',
    ),
    share_url: described(z.string(), 'The public page that the links lead to.'),
    share_picture_url: described(z.string(), "The path of that page's picture, a PNG of 1200 x 630 pixels."),
    can_start_next: described(z.boolean(), 'Whether the requesting member may start the next round now.'),
    next_round: described(
      z.nullable(
        z.object({
          mission_id: described(z.string(), 'The id of that mission.'),
          invitation_id: described(
            z.nullable(z.string()),
            "The key of one's own open invitation to it, or for a token that can only read an id that opens nothing; null without one.",
          ),
          is_member: described(z.boolean(), 'Whether one is in it.'),
        }),
      ),
      'The round that has begun after this one; null without one.',
    ),
  }),
);
export type Completion = z.output<typeof Completion>;

const params = z.object({ id: Id });

export const completeMission = endpoint({
  method: 'PUT',
  path: '/api/missions/{id}/complete',
  access: 'user',
  summary: 'Complete a mission after its end, as its owner; it cannot be undone',
  params,
  errors: ['mission_not_found', 'not_owner', 'mission_completed', 'mission_not_ended'],
});

export const getCompletion = endpoint({
  method: 'GET',
  path: '/api/missions/{id}/completion',
  access: 'user',
  summary: 'Get your results in a mission: numbers, badges and the reward',
  params,
  response: Completion,
  errors: ['mission_not_found'],
});

export const settleReward = endpoint({
  method: 'PUT',
  path: '/api/missions/{id}/reward',
  access: 'user',
  summary: "Mark a member's reward as done or open, as any member of the completed mission",
  params,
  body: z.object({
    user_id: described(MemberId, 'The id of the member who earned it.'),
    done: described(z.boolean("Please say if it's done"), 'Whether they have received it.'),
  }),
  response: Reward,
  errors: ['mission_not_found', 'member_not_found', 'reward_not_earned'],
});
