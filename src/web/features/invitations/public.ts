export { DashboardInvitation } from './dashboard-invitation.tsx';
export { useGenerateCode } from './invitation-code.ts';
export { InvitationMenu } from './invitation-menu.tsx';
export { useInbox, useSentInvitations } from './queries.ts';
export { SendForm, SentList, useSendInvitation } from './sent-invitations.tsx';
