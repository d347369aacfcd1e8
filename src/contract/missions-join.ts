import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Schedule } from './fields.ts';

/**
 * What whoever holds a link may know of a mission: what its sender chose to show, and of its other members nothing but
 * felt figures (docs/rules.md#who-sees-what).
 */
export const MissionPreview = z.object({
  /** Seeds the mission's patch; it opens nothing. */
  mission_id: z.string(),
  mission_title: z.string(),
  goal: z.string(),
  reward_description: z.nullable(z.string()),
  owner_name: z.string(),
  member_count: z.number(),
  /** The number of today in the mission's zone, from 1; 0 before the first day. */
  day: z.number(),
  days_remaining: z.number(),
  duration_days: z.number(),
  schedule: Schedule,
  /** At most 5 members, the owner first, then by joining: their colours (0 to 4), and the owner's picture alone. */
  faces: z.array(z.object({ avatar_url: z.nullable(z.string()), colour: z.number() })),
});
export type MissionPreview = z.output<typeof MissionPreview>;

const codeParams = z.object({ code: z.string().check(z.maxLength(100)) });

export const previewJoin = endpoint({
  method: 'GET',
  path: '/api/join/{code}',
  aliases: ['/api/missions/join/{code}'],
  access: 'public',
  summary: 'Preview the mission of an invitation code',
  params: codeParams,
  response: MissionPreview,
  errors: ['join_code_unknown'],
  rate: 'join',
});

export const joinMission = endpoint({
  method: 'POST',
  path: '/api/join/{code}',
  aliases: ['/api/missions/join/{code}'],
  access: 'user',
  summary: 'Join a mission by its invitation code',
  params: codeParams,
  response: z.object({ message: z.string(), mission_id: z.string() }),
  errors: ['join_code_unknown', 'already_member', 'mission_full', 'too_many_missions'],
  rate: 'join',
});
