import * as z from 'zod/mini';
import { INVITATION_MESSAGE_MAX } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { email, Id, Instant, optionalText, Schedule } from './fields.ts';
import { MissionPreview } from './missions-join.ts';

/** An invitation as the inbox of the invited person shows it. */
export const Invitation = z.object({
  /** The key that accepts and declines; an API token that can only read gets an id that does neither. */
  id: z.string(),
  status: z.enum(['pending']),
  /** Seeds the mission's patch. The mission itself can be read only after accepting. */
  mission_id: z.string(),
  mission_title: z.string(),
  duration_days: z.number(),
  schedule: Schedule,
  days_remaining: z.number(),
  member_count: z.number(),
  sender_name: z.string(),
  sender_avatar_url: z.nullable(z.string()),
  /** Plain text, may be empty. */
  message: z.string(),
  created_at: Instant,
  expires_at: Instant,
});
export type Invitation = z.output<typeof Invitation>;

/** An invitation as the mission's owner sees it. */
export const SentInvitation = z.object({
  /** Only withdraws the invitation. The key that accepts it is sent to the invited address alone. */
  id: z.string(),
  status: z.enum(['pending']),
  /** Empty for an invitation to a next round, and for an API token that can only read. */
  invitee_email: z.string(),
  /** Who is invited to a next round; null for an invitation by e-mail. */
  invitee_name: z.nullable(z.string()),
  message: z.string(),
  sender_name: z.string(),
  created_at: Instant,
  expires_at: Instant,
});
export type SentInvitation = z.output<typeof SentInvitation>;

const params = z.object({ id: Id });

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations',
  access: 'user',
  summary: 'Invite someone by email; the response is the same whether or not the address has an account',
  body: z.object({
    mission_id: Id,
    invitee_email: email('Please enter an email address'),
    message: optionalText('Message', INVITATION_MESSAGE_MAX),
  }),
  response: z.extend(SentInvitation, {
    /** False when no mail goes out: the address has had several lately, or wants none. The invitation stands. */
    mailed: z.boolean(),
  }),
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
});

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/invitations',
  access: 'user',
  summary: 'List the pending invitations to your address, newest first',
  response: z.array(Invitation),
});

export const previewInvitation = endpoint({
  method: 'GET',
  path: '/api/invitations/{id}/preview',
  access: 'public',
  summary: 'Preview the mission of an invitation',
  params,
  response: z.extend(MissionPreview, { sender_name: z.string() }),
  errors: ['invitation_not_found', 'invitation_processed'],
  rate: 'join',
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/{id}/accept',
  access: 'user',
  summary: 'Accept an invitation and join its mission; anyone who has the link can, once',
  params,
  response: z.object({ mission_id: z.string() }),
  errors: ['invitation_not_found', 'invitation_processed', 'already_member', 'mission_full', 'too_many_missions'],
});

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/{id}/decline',
  access: 'user',
  summary: 'Decline an invitation',
  params,
  errors: ['invitation_not_found', 'invitation_processed'],
});

export const blockInviter = endpoint({
  method: 'PUT',
  path: '/api/invitations/{id}/block',
  access: 'user',
  summary: 'Block the person who sent an invitation; their invitations are hidden from you alone',
  params,
  errors: ['invitation_not_found', 'block_self'],
});

export const listMissionInvitations = endpoint({
  method: 'GET',
  path: '/api/missions/{id}/invitations',
  access: 'user',
  summary: 'List the pending invitations of a mission, newest first, as its owner',
  params,
  response: z.array(SentInvitation),
  errors: ['mission_not_found', 'not_owner'],
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/invitations/{id}',
  access: 'user',
  summary: 'Withdraw a pending invitation, as the owner of its mission',
  params,
  errors: ['invitation_not_found', 'invitation_processed', 'not_owner'],
});
