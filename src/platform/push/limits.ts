/** How long a push service stores a message for a device that is off. */
export const PUSH_TTL_SECONDS = 24 * 60 * 60;

/** Concurrent messages to servers other than the known services: in total, per host, per account. */
export const PUSH_SERVER_REQUESTS_MAX = 4;
export const PUSH_HOST_REQUESTS_MAX = 2;
export const PUSH_ACCOUNT_REQUESTS_MAX = 2;

/** The timeout of the first attempt at such a server. */
export const PUSH_FIRST_TRY_SECONDS = 3;

/** After this many consecutive timeouts a device backs off for the first of these times, then the next. */
export const PUSH_TIMEOUTS_BEFORE_REST = 3;
export const PUSH_REST_MINUTES = [1, 5, 30] as const;
