import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { described, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { Id, InnerId } from '#platform/contract/ids.ts';
import { Day, Instant, look, nullableAmount } from './fields.ts';

export const Member = namedObject('Member', "A member of a mission, by that member's calendar.", {
  user_id: described(z.string(), 'The id of the member.'),
  name: described(z.string(), 'The name of the member.'),
  email: described(
    z.nullable(z.string()),
    "The address: yours, and for the owner every member's; otherwise null. A read-only token gets only yours.",
    { format: 'email' },
  ),
  avatar_url: described(z.nullable(z.string()), 'The path of the picture; null without one.'),
  look,
  own_habit: described(
    z.nullable(z.string()),
    "The member's own habit; null without one, where all have one habit, and of people you blocked.",
  ),
  points: described(z.nullable(z.number()), 'Points earned in the mission; null for others on the board `together`.'),
  streak_days: described(z.number(), 'The current streak in the mission, in days.'),
  checkins_count: described(z.number(), 'How many check-ins the member made.'),
  share_since_joining: described(
    z.nullable(z.number()),
    'The share of the check-ins that count, of these and the missed days, in whole percent; null for others on the board `together`.',
  ),
  joined_at: described(Instant, 'When the member joined.'),
  is_owner: described(z.boolean(), 'Whether this is the owner.'),
  is_cohost: described(z.boolean(), 'Whether this is a co-host, who can edit and invite.'),
  checked_in_today: described(z.boolean(), 'Whether the member has checked in today.'),
  due_today: described(z.boolean(), 'Whether the mission still asks this member for a check-in today.'),
  needed_today: described(z.boolean(), 'Whether today closes as missed for this member without a check-in.'),
  week: described(
    z.nullable(
      z.object({
        done: described(z.number(), 'How many of its check-ins the member has made.'),
        target: described(z.number(), 'How many it asks the member for.'),
      }),
    ),
    'The current week of a weekly schedule; otherwise null.',
  ),
  amount_today: nullableAmount(
    'The amount of today; null where nothing is counted, and for others on the board `together`.',
  ),
  away_until: described(z.nullable(Day), 'The last day of the current break; null without one.'),
  checked_in_at: described(z.nullable(Instant), "When today's check-in was made; null without one."),
  can_nudge: described(z.boolean(), 'Whether you can nudge this member now.'),
  nudged_today: described(z.boolean(), 'Whether you have nudged this member today.'),
  nudged_by: described(
    z.nullable(
      z.object({
        name: described(z.string(), 'The name of one of them.'),
        others: described(z.number(), 'How many others there are.'),
      }),
    ),
    'Who nudged this member today; null if no one did.',
  ),
});
export type Member = z.output<typeof Member>;

const memberParams = z.object({ id: Id, userId: InnerId });

export const leaveMission = endpoint(
  { method: 'DELETE', path: '/api/missions/{id}/members/me' },
  ON_SERVER && {
    access: 'user',
    summary: 'Leave a mission; your points and check-ins stay, and as its owner you hand it over first',
    errors: ['mission_not_found', 'owner_cannot_leave'],
  },
);

export const removeMember = endpoint(
  { method: 'DELETE', path: '/api/missions/{id}/members/{userId}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Remove a member, as the owner; points and check-ins stay',
    params: memberParams,
    errors: ['mission_not_found', 'member_not_found', 'not_owner', 'owner_cannot_leave'],
  },
);

export const offerOwnership = endpoint(
  {
    method: 'PUT',
    path: '/api/missions/{id}/owner',
    body: z.object({ user_id: described(z.nullable(InnerId), 'The member to offer it to; null withdraws the offer.') }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Offer the ownership to a member, as the owner; null withdraws the offer',
    errors: ['mission_not_found', 'member_not_found', 'not_owner', 'already_owner'],
  },
);

export const acceptOwnership = endpoint(
  { method: 'POST', path: '/api/missions/{id}/owner/accept' },
  ON_SERVER && {
    access: 'user',
    summary: 'Accept the ownership, as the member it is offered to; the previous owner stays a member',
    errors: ['mission_not_found', 'mission_not_offered'],
  },
);

export const addCohost = endpoint(
  { method: 'PUT', path: '/api/missions/{id}/cohosts/{userId}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Make a member a co-host, who can edit and invite, as the owner and as far as your plan allows',
    params: memberParams,
    errors: ['mission_not_found', 'member_not_found', 'not_owner', 'already_owner', 'cohost_limit'],
  },
);

export const removeCohost = endpoint(
  { method: 'DELETE', path: '/api/missions/{id}/cohosts/{userId}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Make a co-host a plain member again, as the owner',
    params: memberParams,
    errors: ['mission_not_found', 'member_not_found', 'not_owner'],
  },
);

export const nudgeMember = endpoint(
  { method: 'POST', path: '/api/missions/{id}/members/{userId}/nudge' },
  ON_SERVER && {
    access: 'user',
    summary: 'Nudge a member who has not checked in today, by their calendar; once a day per member and mission',
    params: memberParams,
    idempotent: true,
    errors: [
      'mission_not_found',
      'member_not_found',
      'nudge_self',
      'mission_not_started',
      'mission_ended',
      'member_checked_in',
      'member_not_due',
      'already_nudged',
    ],
  },
);
