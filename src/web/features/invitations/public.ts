import { lazyPart } from '#platform/web/lib/lazy-part.ts';

export { DashboardInvitation } from './dashboard-invitation.tsx';
export { InvitationMenu } from './invitation-menu.tsx';
export { useInbox, useSentInvitations } from './queries.ts';
export { useSendInvitation } from './send-form.tsx';
export const InviteSheet = lazyPart(() => import('./invite-sheet.tsx'), 'InviteSheet');
