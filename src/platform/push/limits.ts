/** How long a push service stores a message for a device that is off. */
export const PUSH_TTL_SECONDS = 24 * 60 * 60;

/** Messages on their way to push servers that are no known services: to all of them, to one, and to one account. */
export const PUSH_SERVER_REQUESTS_MAX = 4;
export const PUSH_HOST_REQUESTS_MAX = 2;
export const PUSH_ACCOUNT_REQUESTS_MAX = 2;

/** The time for the first try at such a server. */
export const PUSH_FIRST_TRY_SECONDS = 3;

/** After this many timeouts in a row a device rests; each later timeout takes the next of these lengths. */
export const PUSH_TIMEOUTS_BEFORE_REST = 3;
export const PUSH_REST_MINUTES = [1, 5, 30] as const;
