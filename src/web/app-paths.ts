/** The first part of each path of the app. All other paths belong to the server and proxies in front of it. */
const FIRST_PARTS = [
  ...['', 'login', 'signed-in', 'register', 'reset-password', 'verify-email', 'join', 'accept-invitation', 'admin'],
  ...[
    'one-tap',
    'key',
    'unsubscribe',
    'profile',
    'mission',
    'pricing',
    'upgrade-success',
    'dashboard',
    'create-mission',
  ],
  ...['check-in', 'invitations', 'insights', 'connections', 'tokens', 'settings'],
];

/** Matches the path and search of a page of the app. */
export const APP_PATHS = new RegExp(`^/(?:${FIRST_PARTS.join('|')})(?:[/?]|$)`);
