import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { HABITS } from '#domain/missions.ts';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { patch, Schedule } from './fields.ts';

export const generateInvitationCode = endpoint(
  { method: 'POST', path: '/api/missions/{id}/generate-invitation-code' },
  ON_SERVER && {
    access: 'user',
    summary: 'Generate a new invitation code; the old one stops working',
    response: z.object({ invitation_code: described(z.string(), 'The new code.') }),
    secret: true,
    idempotent: true,
    errors: ['mission_not_found', 'not_owner'],
    rate: 'codes',
  },
);

/** The sender's choice of what to show. Other members appear only as felt figures (docs/rules.md#missions). */
export const MissionPreview = namedObject('MissionPreview', 'What a link shows of a mission before joining.', {
  mission_id: described(z.string(), 'The id of the mission, from which its patch is drawn; it opens nothing.'),
  mission_title: described(z.string(), 'The title of the mission.'),
  patch,
  goal: described(z.string(), 'What counts as success.'),
  habit: described(z.enum(HABITS), 'Whether all members have one habit, or each has a habit of their own.'),
  reward_description: described(z.nullable(z.string()), 'The reward; null without one.'),
  owner_name: described(z.string(), 'The name of the owner.'),
  member_count: described(z.number(), 'How many members there are.'),
  day: described(z.number(), 'Which day of the mission it is in its timezone, from 1; 0 before the first.'),
  days_remaining: described(z.number(), 'How many days are left, including today.'),
  duration_days: described(z.number(), 'How many days it lasts.'),
  schedule: described(Schedule, 'The days that the mission asks for.'),
  faces: described(
    z.array(
      z.object({
        avatar_url: described(z.nullable(z.string()), "The path of the owner's picture; null for the others."),
        colour: described(z.number(), 'The color of the figure, 0 to 4.'),
      }),
    ),
    'At most 5 members, the owner first, then by joining.',
  ),
});
export type MissionPreview = z.output<typeof MissionPreview>;

const codeParams = z.object({ code: z.string().check(z.maxLength(100)) });

export const previewJoin = endpoint(
  { method: 'GET', path: '/api/join/{code}' },
  ON_SERVER && {
    aliases: ['/api/missions/join/{code}'],
    access: 'public',
    summary: 'Preview the mission of an invitation code',
    params: codeParams,
    response: MissionPreview,
    errors: ['join_code_unknown'],
    rates: ['join'],
  },
);

export const joinMission = endpoint(
  { method: 'POST', path: '/api/join/{code}' },
  ON_SERVER && {
    aliases: ['/api/missions/join/{code}'],
    access: 'user',
    summary: 'Join a mission by its invitation code',
    params: codeParams,
    response: z.object({
      message: described(z.string(), 'A sentence to show to people.'),
      mission_id: described(z.string(), 'The id of the mission.'),
    }),
    errors: ['join_code_unknown', 'already_member', 'mission_full', 'too_many_missions'],
    rates: ['join'],
    translated: true,
  },
);
