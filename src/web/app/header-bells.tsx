import { HeaderInvitationBell } from '#web/features/invitations/bell.tsx';
import { HeaderNotificationBell, TabNotificationBell } from '#web/features/notifications/bell.tsx';

/** The notification bell of the header. */
export function HeaderBell() {
  return <HeaderNotificationBell />;
}

/** The notification bell of the phone's tab bar. */
export function TabBell() {
  return <TabNotificationBell />;
}

/** The invitations bell of the header. */
export function InvitationBell() {
  return <HeaderInvitationBell />;
}
