import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { INVITATION_MESSAGE_MAX } from '#domain/limits.ts';
import { described, named, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { Id } from '#platform/contract/ids.ts';
import { problem } from '#platform/i18n/problem.ts';
import { email, Instant, look, optionalText, patch, Schedule } from './fields.ts';
import { MissionPreview } from './missions-join.ts';

export const Invitation = namedObject('Invitation', 'An invitation to you.', {
  id: described(z.string(), 'The key to accept or decline it; a read-only token gets an id that does neither.'),
  status: described(z.enum(['pending']), 'Always `pending`.'),
  mission_id: described(
    z.string(),
    'The id of the mission, from which its patch is drawn; you can read the mission only after accepting.',
  ),
  mission_title: described(z.string(), 'The title of the mission.'),
  patch,
  habit: MissionPreview.shape.habit,
  duration_days: described(z.number(), 'How many days it lasts.'),
  schedule: described(Schedule, 'The days that the mission asks for.'),
  days_remaining: described(z.number(), 'How many days are left, including today.'),
  member_count: described(z.number(), 'How many members there are.'),
  sender_name: described(z.string(), 'Who sent it.'),
  sender_avatar_url: described(z.nullable(z.string()), "The path of that person's picture; null without one."),
  sender_look: look,
  message: described(z.string(), 'Plain text; may be empty.'),
  created_at: described(Instant, 'When it was sent.'),
  expires_at: described(Instant, 'When it expires.'),
});
export type Invitation = z.output<typeof Invitation>;

export const SentInvitation = namedObject('SentInvitation', 'An invitation as the owner of the mission sees it.', {
  id: described(z.string(), 'An id that can only withdraw it: the key to accept it goes to the invited address.'),
  status: described(z.enum(['pending']), 'Always `pending`.'),
  invitee_email: described(z.string(), 'The invited address; empty for a next round, and for a read-only token.'),
  invitee_name: described(z.nullable(z.string()), 'Who is invited to a next round; null for an invitation by email.'),
  message: described(z.string(), 'Plain text; may be empty.'),
  sender_name: described(z.string(), 'Who sent it.'),
  created_at: described(Instant, 'When it was sent.'),
  expires_at: described(Instant, 'When it expires.'),
});
export type SentInvitation = z.output<typeof SentInvitation>;

export const createInvitation = endpoint(
  {
    method: 'POST',
    path: '/api/invitations',
    body: z.object({
      mission_id: described(Id, 'The id of the mission.'),
      invitee_email: described(email(problem('problems.email.any')), 'The address to invite, in upper or lower case.'),
      message: described(
        optionalText('problems.labels.message', INVITATION_MESSAGE_MAX),
        'Plain text; null or left out for none.',
      ),
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Invite someone by email; the response is the same whether or not the address has an account',
    response: named(
      'NewInvitation',
      'A new invitation.',
      z.extend(SentInvitation, {
        mailed: described(
          z.boolean(),
          'False when no email goes out: the address has had several lately, or has opted out. The invitation is valid all the same.',
        ),
      }),
    ),
    status: 201,
    idempotent: true,
    errors: [
      'email_not_verified',
      'mission_not_found',
      'forbidden',
      'mission_ended',
      'invitation_to_self',
      'invitee_is_member',
      'invitation_pending',
    ],
  },
);

export const listInvitations = endpoint(
  { method: 'GET', path: '/api/invitations' },
  ON_SERVER && {
    access: 'user',
    summary: 'List the pending invitations to your address, newest first',
    response: z.array(Invitation),
  },
);

export const previewInvitation = endpoint(
  { method: 'GET', path: '/api/invitations/{id}/preview' },
  ON_SERVER && {
    access: 'public',
    summary: 'Preview the mission of an invitation',
    response: z.extend(MissionPreview, {
      sender_name: described(z.string(), 'Who sent it.'),
      message: described(z.string(), 'What they wrote to you. Plain text; may be empty.'),
    }),
    errors: ['invitation_not_found', 'invitation_processed'],
    rate: 'join',
  },
);

export const acceptInvitation = endpoint(
  { method: 'POST', path: '/api/invitations/{id}/accept' },
  ON_SERVER && {
    access: 'user',
    summary: 'Accept an invitation and join its mission; anyone who has the link can, once',
    response: z.object({ mission_id: described(z.string(), 'The id of the mission.') }),
    errors: ['invitation_not_found', 'invitation_processed', 'already_member', 'mission_full', 'too_many_missions'],
  },
);

export const declineInvitation = endpoint(
  { method: 'POST', path: '/api/invitations/{id}/decline' },
  ON_SERVER && {
    access: 'user',
    summary: 'Decline an invitation',
    errors: ['invitation_not_found', 'invitation_processed'],
  },
);

export const blockInviter = endpoint(
  { method: 'PUT', path: '/api/invitations/{id}/block' },
  ON_SERVER && {
    access: 'user',
    summary: 'Block the person who sent an invitation; their invitations are hidden from you alone',
    errors: ['invitation_not_found', 'block_self'],
  },
);

export const listMissionInvitations = endpoint(
  { method: 'GET', path: '/api/missions/{id}/invitations' },
  ON_SERVER && {
    access: 'user',
    summary: 'List the pending invitations of a mission, newest first, as its owner',
    response: z.array(SentInvitation),
    errors: ['mission_not_found', 'not_owner'],
  },
);

export const withdrawInvitation = endpoint(
  { method: 'DELETE', path: '/api/invitations/{id}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Withdraw a pending invitation, as the owner of its mission',
    errors: ['invitation_not_found', 'invitation_processed', 'not_owner'],
  },
);
