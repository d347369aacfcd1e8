import * as invitations from '../invitations.ts';
import { MISSION_PREVIEW } from './missions.ts';
import { describe } from './registry.ts';

describe(invitations.Invitation, {
  id: 'Invitation',
  is: 'An invitation as the inbox of the invited person shows it.',
  fields: {
    id: 'The key that accepts and declines; a token that can only read gets an id that does neither.',
    status: 'Always `pending`.',
    mission_id: "Seeds the mission's patch. The mission itself can be read only after accepting.",
    mission_title: 'The title of the mission.',
    duration_days: 'How many days it lasts.',
    schedule: 'The days that the mission asks for.',
    days_remaining: 'How many days are left, today among them.',
    member_count: 'How many members there are.',
    sender_name: 'Who invites.',
    sender_avatar_url: "The path of that person's picture; null without one.",
    message: 'Plain text; may be empty.',
    created_at: 'When it was sent.',
    expires_at: 'Until when it holds.',
  },
});
const sent = {
  id: 'An id that only withdraws it: the key that accepts it is sent to the invited address alone.',
  status: 'Always `pending`.',
  invitee_email: 'The invited address; empty for an invitation to a next round, and for a token that can only read.',
  invitee_name: 'Who is invited to a next round; null for an invitation by e-mail.',
  message: 'Plain text; may be empty.',
  sender_name: 'Who invites.',
  created_at: 'When it was sent.',
  expires_at: 'Until when it holds.',
} as const;
describe(invitations.SentInvitation, {
  id: 'SentInvitation',
  is: 'An invitation as the owner of the mission sees it.',
  fields: sent,
});
describe(invitations.createInvitation.response, {
  id: 'NewInvitation',
  is: 'An invitation that was just made.',
  fields: {
    ...sent,
    mailed: 'False when no mail goes out: the address has had several lately, or wants none. The invitation stands.',
  },
});
describe(invitations.createInvitation.body, {
  fields: {
    mission_id: 'The id of the mission.',
    invitee_email: 'The address to invite, in any case.',
    message: 'Plain text; null or left out for none.',
  },
});
describe(invitations.previewInvitation.response, { fields: { ...MISSION_PREVIEW, sender_name: 'Who invites.' } });
describe(invitations.acceptInvitation.response, { fields: { mission_id: 'The id of the mission.' } });
