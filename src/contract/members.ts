import * as z from 'zod/mini';
import { described } from './describe.ts';
import { endpoint } from './endpoint.ts';
import { Id, MemberId } from './fields.ts';

const params = z.object({ id: Id });
const memberParams = z.object({ id: Id, userId: MemberId });

export const leaveMission = endpoint({
  method: 'DELETE',
  path: '/api/missions/{id}/members/me',
  access: 'user',
  summary: 'Leave a mission; your points and check-ins stay, and as its owner you hand it over first',
  params,
  errors: ['mission_not_found', 'owner_cannot_leave'],
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/missions/{id}/members/{userId}',
  access: 'user',
  summary: 'Remove a member, as the owner; points and check-ins stay',
  params: memberParams,
  errors: ['mission_not_found', 'member_not_found', 'not_owner', 'owner_cannot_leave'],
});

export const offerOwnership = endpoint({
  method: 'PUT',
  path: '/api/missions/{id}/owner',
  access: 'user',
  summary: 'Offer the ownership to a member, as the owner; null withdraws the offer',
  params,
  body: z.object({ user_id: described(z.nullable(MemberId), 'The member to offer it to; null withdraws the offer.') }),
  errors: ['mission_not_found', 'member_not_found', 'not_owner', 'already_owner'],
});

export const acceptOwnership = endpoint({
  method: 'POST',
  path: '/api/missions/{id}/owner/accept',
  access: 'user',
  summary: 'Accept the ownership, as the member it is offered to; the previous owner stays a member',
  params,
  errors: ['mission_not_found', 'mission_not_offered'],
});

export const addCohost = endpoint({
  method: 'PUT',
  path: '/api/missions/{id}/cohosts/{userId}',
  access: 'user',
  summary: 'Make a member a co-host who can edit and invite, as the owner and within your plan',
  params: memberParams,
  errors: ['mission_not_found', 'member_not_found', 'not_owner', 'already_owner', 'cohost_limit'],
});

export const removeCohost = endpoint({
  method: 'DELETE',
  path: '/api/missions/{id}/cohosts/{userId}',
  access: 'user',
  summary: 'Make a co-host a plain member again, as the owner',
  params: memberParams,
  errors: ['mission_not_found', 'member_not_found', 'not_owner'],
});

export const nudgeMember = endpoint({
  method: 'POST',
  path: '/api/missions/{id}/members/{userId}/nudge',
  access: 'user',
  summary: 'Nudge a member who has not checked in on their own day; once a day per member and mission',
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
});
