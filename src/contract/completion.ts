import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Day, Id, Instant, MemberId } from './fields.ts';

/** The reward of a completed mission: who earned it, and who has received it. */
export const Reward = z.object({
  description: z.string(),
  earned_by: z.array(
    z.object({ user_id: z.string(), name: z.string(), avatar_url: z.nullable(z.string()), done: z.boolean() }),
  ),
});
export type Reward = z.output<typeof Reward>;

/** What the celebration shows. The numbers are those of the requesting member. */
export const Completion = z.object({
  is_completed: z.boolean(),
  completed_at: z.nullable(Instant),
  mission: z.object({
    id: z.string(),
    title: z.string(),
    round: z.number(),
    owner_id: z.string(),
    owner_name: z.string(),
    last_day: Day,
  }),
  stats: z.object({
    total_points: z.number(),
    checkins_count: z.number(),
    /** The days that the mission asked the member for, without those of a break. */
    planned_days: z.number(),
    duration_days: z.number(),
    /** The longest streak in the mission. */
    streak_days: z.number(),
    /** Two decimals, at most 100. */
    completion_percentage: z.number(),
  }),
  /** The place on the leaderboard, out of `member_count`; null on the board `together`. */
  rank: z.nullable(z.number()),
  member_count: z.number(),
  /** Empty before the completion. */
  badges: z.array(z.object({ icon: z.string(), name: z.string(), description: z.string() })),
  /** Null before the completion, and in a mission without a reward. */
  reward: z.nullable(Reward),
  /** What the Copy button copies; the share links say the same. */
  share_text: z.string(),
  share_urls: z.object({ twitter: z.string(), linkedin: z.string(), facebook: z.string() }),
  /** The public page that the share links lead to, on PUBLIC_URL: the title and these numbers, without any name. */
  share_url: z.string(),
  /** The path of that page's picture, a PNG of 1200 x 630. */
  share_picture_url: z.string(),
  /** Whether the requesting member may start the next round now. */
  can_start_next: z.boolean(),
  /**
   * The round that has begun after this one. `invitation_id` is the key of one's own open invitation to it, or its public
   * id for an API token that can only read.
   */
  next_round: z.nullable(
    z.object({ mission_id: z.string(), invitation_id: z.nullable(z.string()), is_member: z.boolean() }),
  ),
});
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
  body: z.object({ user_id: MemberId, done: z.boolean("Please say if it's done") }),
  response: Reward,
  errors: ['mission_not_found', 'member_not_found', 'reward_not_earned'],
});
