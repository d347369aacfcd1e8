import { lazy } from 'react';

export { DashboardInvitation } from './dashboard-invitation.tsx';
export { InvitationMenu } from './invitation-menu.tsx';
export { useInbox, useSentInvitations } from './queries.ts';
export { useSendInvitation } from './send-form.tsx';
export const InviteSheet = lazy(async () => ({ default: (await import('./invite-sheet.tsx')).InviteSheet }));
