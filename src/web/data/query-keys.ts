/*
 * A factory without an ID returns the prefix of its kind. `data/stale.ts` decides which change makes which key stale.
 */

const byId =
  <const Name extends string>(name: Name) =>
  (id?: string): readonly [Name] | readonly [Name, string] =>
    id === undefined ? [name] : [name, id];

export const me = ['me'] as const;
export const dashboard = ['dashboard'] as const;
/** Other members' activity today, on the dashboard of a user who is done. */
export const today = ['today'] as const;

export const mission = byId('mission');
export const quilt = byId('quilt');
export const completion = byId('completion');
export const sentInvitations = byId('sent-invitations');
export const joinPreview = byId('join');
/** The day ledger of one mission, or of all missions (null). */
export const streak = (missionId: string | null) => ['streak', missionId] as const;
export const streaks = ['streak'] as const;
export const imports = ['imports'] as const;
export const pauses = ['pauses'] as const;

export const checkins = byId('checkins');
export const comments = byId('comments');
export const moreReplies = (rootId: string, after: string) => ['replies', rootId, after] as const;
export const replies = byId('replies');
export const reactions = byId('reactions');

export const notifications = ['notifications'] as const;
export const invitations = ['invitations'] as const;
export const invitationPreview = byId('invitation');
export const checkinLink = byId('checkin-link');
export const checkinKey = byId('checkin-key');
export const unsubscribe = byId('unsubscribe');

export const settings = ['settings'] as const;
export const reminders = ['reminders'] as const;
export const checkinKeys = ['checkin-keys'] as const;
export const sessions = ['sessions'] as const;
export const pushDevices = ['push-devices'] as const;
export const pushHere = ['push-here'] as const;
export const timezones = ['timezones'] as const;
export const blocks = ['blocks'] as const;
export const tokens = ['tokens'] as const;
export const webhooks = ['webhooks'] as const;
export const deliveries = byId('deliveries');
export const insights = ['insights'] as const;
export const paymentOptions = ['payment-options'] as const;
export const verification = byId('verification');

export const admin = ['admin'] as const;
/** A list of the operator with its filter, order and page. `stats` and `charts` have no query. */
export const adminPart = (part: string, query?: object) =>
  query ? ([...admin, part, query] as const) : [...admin, part];
